import { expect, test, type Page } from '@playwright/test';
import { as } from '../support/record-kinds.ts';
import { goTo } from '../support/go-to.ts';
import { seeded } from '../support/seeded.ts';
import { signIn } from '../support/sign-in.ts';

const implementer = 'implementer@noa.test';

/** What is on a sheet that can only be pressed, typed into or opened: not what also says something. */
const pressed = (page: Page) =>
  page
    .locator('#main')
    .locator(
      'button:visible:not(:has(time), [role=tab], [aria-pressed]), input:visible, select:visible, details:not([open]):visible',
    )
    .evaluateAll((all) => all.filter((each) => !each.closest('th')).map((each) => each.ariaLabel ?? each.textContent));

test('on paper a list, a record and the states have nothing to press, and say when instead of how long ago', async ({
  page,
}) => {
  const { entrances, containers } = await as<Record<'entrances' | 'containers', { nodes: { id: string }[] }>>(
    implementer,
    `{ entrances(${seeded}) { nodes { id } } containers(${seeded}) { nodes { id } } }`,
  );
  await signIn(page, implementer, '/entrances');
  const paths = [
    '/entrances',
    `/entrances/${entrances.nodes[0]?.id}`,
    `/containers/${containers.nodes[0]?.id}`,
    '/containers/status',
  ];
  // All rows, also those that are far from what is seen of the screen.
  await goTo(page, '/card?size=100');
  await expect(page.locator('a[data-row]').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('a[data-row]')).toHaveCount(100);
  await page.emulateMedia({ media: null });
  for (const path of paths) {
    await goTo(page, path);
    await expect(page.locator('#main').getByRole('table').first(), path).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    expect
      .soft(
        (await pressed(page)).filter((words) => !/ID|Copiază/.test(words ?? '')),
        path,
      )
      .toEqual([]);
    await expect
      .soft(
        page
          .locator('#main')
          .getByText(/^acum \d+ (minut|ore|zile)/)
          .first(),
        path,
      )
      .toBeHidden();
    await page.emulateMedia({ media: null });
  }
});
