import { expect, test, type Page } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, shownElsewhere } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';

const refusal = (field: string, code: string) => ({
  data: null,
  errors: [{ message: code, path: [field], extensions: { code, correlationId: 'e2e' } }],
});

/** A container's view that was seen, and left for another screen; gives what it was called and its address. */
async function seenContainer(page: Page): Promise<{ called: string; address: string }> {
  await signIn(page, implementer, '/containers');
  const link = page.getByRole('main').getByRole('row').getByRole('link').first();
  const called = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(called);
  const address = new URL(page.url()).pathname;
  await goTo(page, '/settings');
  return { called, address };
}

/** From now on each query of this name is answered so; the last of several holds. */
const answer = (page: Page, operation: string, how: 'away' | object) =>
  page.route('**/graphql', (route) =>
    (route.request().postDataJSON() as { operationName?: string } | null)?.operationName !== operation
      ? route.fallback()
      : how === 'away'
        ? route.abort()
        : route.fulfill({ json: how }),
  );

test('a record stays while the server is away, and is said to be old; taken away from the viewer, it is shown no more', async ({
  page,
}) => {
  const { called, address } = await seenContainer(page);
  await answer(page, 'Container', 'away');

  await goTo(page, address);

  await expect(page.getByRole('heading', { level: 1 })).toContainText(called);
  await expect(page.getByRole('alert').filter({ hasText: 'Nu am reușit' })).toBeVisible();

  await goTo(page, '/settings');
  await answer(page, 'Container', refusal('container', 'Forbidden'));

  await goTo(page, address);

  await expect(page.getByText('Nu aveți acces')).toBeVisible();
  await expect(page.getByRole('main').getByText(called)).toHaveCount(0);
});

/** From now on whoever wants to be told of changes hears of a failure, and the end. @returns how often somebody has wanted to. */
async function tellOf(page: Page, code: string): Promise<() => number> {
  let asked = 0;
  await page.route('**/graphql', (route) => {
    if (route.request().headers()['accept'] !== 'text/event-stream') {
      return route.fallback();
    }
    asked += 1;
    const told = JSON.stringify(refusal('containerStatusChanged', code));
    const body = `:\n\nevent: next\ndata: ${told}\n\nevent: complete\ndata:\n\n`;
    return route.fulfill({ contentType: 'text/event-stream', body });
  });
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 844 }); // where no map is drawn beside the list
  return () => asked;
}

test(
  'containers are told of again once they can be, however often the telling ends as it begins',
  alike,
  async ({ page }) => {
    const asked = await tellOf(page, 'Internal');
    await signIn(page, implementer, '/containers/status');
    await expect(page.getByText('Noutățile nu mai vin de la sine')).toBeVisible();
    await expect(async () => {
      await page.clock.runFor(15_000);
      expect(asked()).toBeGreaterThan(4);
    }).toPass();

    await page.unroute('**/graphql');
    // A try may be on its way: the next one waits from its end on.
    await expect(async () => {
      await page.clock.runFor(15_000);
      await expect(page.getByText('Noutățile nu mai vin de la sine')).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  },
);

test('containers are not said to be live where the server refuses to tell of them, nor is it asked again and again', async ({
  page,
}) => {
  const asked = await tellOf(page, 'Forbidden');
  await signIn(page, implementer, '/containers/status');

  await expect(page.getByText('Noutățile nu mai vin de la sine')).toBeVisible();
  await page.clock.runFor(40_000);
  await expect(page.getByText('Noutățile nu mai vin de la sine')).toBeVisible();
  expect(asked()).toBe(1);

  // Of what is shown no more it is not said from when it is.
  await answer(page, 'ContainerStatuses', refusal('containerStatuses', 'Forbidden'));
  // A question that is on its way meanwhile is not sent twice: it was answered before.
  await expect(async () => {
    await page.clock.runFor(20_000);
    await expect(page.getByText('Nu aveți acces').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText('Noutățile nu mai vin de la sine')).toHaveCount(0);
});

test('whatever an address names that is not there leads back, and is not asked for once more', async ({ page }) => {
  const nobody = '0192f0c4-7a11-7c3e-9d55-2f5b8a6c1e00';
  await signIn(page, 'root@noa.test', '/settings');
  for (const address of [
    `/import?job=${nobody}`,
    `/entrances/${nobody}`,
    `/entrances/${nobody}/handover`,
    `/entrances/${nobody}/letters`,
    `/reports/schedules/${nobody}/update`,
  ]) {
    await goTo(page, address);
    const gone = page.locator('main, dialog').filter({ hasText: 'nu există sau nu aveți acces' });
    await expect(gone.first(), address).toBeVisible();
    await expect(page.getByRole('button', { name: 'Încearcă din nou' }), address).toHaveCount(0);
    await gone.last().getByRole('link', { name: 'Înapoi' }).click();
    await expect(page, address).not.toHaveURL(new RegExp(nobody));
  }
});

test(
  'why states of containers and the cards of an entrance are not asked for anew is said, with another try',
  shownElsewhere,
  async ({ page }) => {
    const failed = page.getByRole('alert').filter({ hasText: 'A apărut o eroare pe server' });
    await signIn(page, implementer, '/containers/status?q=LM-0');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await answer(page, 'ContainerStatuses', refusal('containerStatuses', 'Internal'));
    await page.getByRole('button', { name: /^Actualizează( \(\d+\))?$/ }).click();
    await expect(failed.getByRole('button', { name: 'Încearcă din nou' })).toBeVisible();

    await goTo(page, '/entrances');
    await page.getByRole('main').getByRole('row').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Predă carduri' }).click();
    await expect(page.getByLabel('Scanați sau scrieți seria cardului')).toBeFocused();
    const address = new URL(page.url()).pathname;
    await goTo(page, '/settings');
    await answer(page, 'Handover', refusal('entrance', 'Internal'));
    await goTo(page, address);
    await expect(failed.getByRole('button', { name: 'Încearcă din nou' })).toBeVisible();
  },
);
