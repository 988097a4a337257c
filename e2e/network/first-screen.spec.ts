import { expect, test, type Page, type Request } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';
import { as } from '../support/record-kinds.ts';
import { seeded } from '../support/seeded.ts';
import { alike } from '../support/thorough.ts';

const operationOf = (request: Request) =>
  (request.postDataJSON() as { operationName?: string } | null)?.operationName ?? '';

/** Names of what the API is asked from now on. */
function watchQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql') && request.method() === 'POST') {
      asked.push(operationOf(request));
    }
  });
  return asked;
}

test('home asks who is there, and what it begins with, before it can be drawn; once, and anew when one comes back', async ({
  page,
}) => {
  await signIn(page, 'implementer@noa.test');
  // Without the words nothing is drawn, so that nothing that is drawn can have asked.
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/locales/ro/common.json', async (route) => {
    await held;
    await route.continue();
  });
  const asked = watchQuestions(page);
  const times = (name: string) => asked.filter((each) => each === name).length;

  await page.goto('/home', { waitUntil: 'commit' });
  await expect
    .poll(() => [times('Viewer'), times('ContainerStatusCounts'), times('ContainerProblems')])
    .toEqual([1, 1, 1]);
  await expect(page.locator('#main')).toHaveCount(0);

  letGo();
  const problems = page.getByRole('region', { name: 'Containere cu probleme', exact: true });
  await expect(problems.getByRole('listitem').first()).toBeVisible();
  await expect.poll(() => times('HomeRegistry')).toBe(1);
  expect([times('Viewer'), times('ContainerStatusCounts'), times('ContainerProblems')]).toEqual([1, 1, 1]);

  await goTo(page, '/settings');
  await goTo(page, '/home');
  await expect.poll(() => [times('ContainerStatusCounts'), times('ContainerProblems')]).toEqual([2, 2]);
});

test('a map whose streets do not come is shown all the same', alike, async ({ page }) => {
  await page.route('**/map/*.pmtiles', () => new Promise<void>(() => undefined));

  await signIn(page, 'implementer@noa.test', '/containers/status');

  await expect(page.getByRole('region', { name: 'Harta containerelor' })).toBeVisible();
});

/** As a link in the console would, without waiting for what it leads to. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

test('no screen is blank below its title while its first answer is on its way', async ({ page }) => {
  const { entrances } = await as<{ entrances: { nodes: { id: string }[] } }>(
    'root@noa.test',
    `{ entrances(${seeded}) { nodes { id } } }`,
  );
  const entrance = `/entrances/${entrances.nodes[0]?.id}`;
  await signIn(page, 'root@noa.test');
  // Who one is has come; all that is asked from now on has not.
  await page.route('**/graphql', () => {});
  const screens = [
    '/home',
    '/entrances',
    entrance,
    `${entrance}/update`,
    `${entrance}/handover`,
    `${entrance}/letters`,
    '/containers/status',
    '/containers/incidents',
    '/card/requests',
    '/accounts',
    '/reports',
    '/reports/usage',
    '/settings/register',
  ];
  for (const path of screens) {
    await follow(page, path);
    const main = page.getByRole('main');
    await expect(
      main.locator('.mantine-Skeleton-root, input:visible, [role=status]:visible').first(),
      path,
    ).toBeVisible();
    await follow(page, '/no-such-screen');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina nu există');
  }
});
