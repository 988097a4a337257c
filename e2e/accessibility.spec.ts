import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from './api.ts';
import { signIn } from './sign-in.ts';

/** Where one record of each kind with a screen is. */
async function recordPaths(): Promise<string[]> {
  const token = await signInByPassword('root@noa.test');
  const { entrances, apartments, cards } = await graphql<{
    entrances: { nodes: { id: string; towerBlock: { id: string } }[] };
    apartments: { nodes: { id: string }[] };
    cards: { nodes: { id: string }[] };
  }>(
    token,
    `
      {
        entrances(first: 1) {
          nodes {
            id
            towerBlock {
              id
            }
          }
        }
        apartments(first: 1) {
          nodes {
            id
          }
        }
        cards(first: 1) {
          nodes {
            id
          }
        }
      }
    `,
  );
  const [entrance, apartment, card] = [entrances.nodes[0], apartments.nodes[0], cards.nodes[0]];
  return [
    `/tower-blocks/${entrance?.towerBlock.id}`,
    `/entrances/${entrance?.id}`,
    `/entrances/${entrance?.id}?tab=history`,
    `/entrances/${entrance?.id}/update`,
    `/apartments/${apartment?.id}`,
    `/card/${card?.id}`,
  ];
}

const screens = [
  '/home',
  '/tower-blocks',
  '/entrances',
  '/entrances/create',
  '/card/create',
  '/import',
  '/reports',
  '/reports/usage',
  '/settings',
  '/no-such-screen',
];

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`axe finds nothing on any screen, ${scheme}, ${width} px`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript((value) => localStorage.setItem('noa-color-scheme', value), scheme);
      await page.goto('/');
      await settledSignIn(page);
      await signIn(page, 'root@noa.test');

      for (const path of [...screens, ...(await recordPaths())]) {
        await page.goto(path);
        await settled(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        );
        expect.soft(found, `${path} in ${scheme} at ${width} px`).toEqual([]);
      }
    });
  }
}

/** The sign-in page is a screen too. */
async function settledSignIn(page: Page): Promise<void> {
  await expect(page.getByLabel('Parola')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect
    .soft(
      violations.map(({ id }) => id),
      'the sign-in page',
    )
    .toEqual([]);
}
