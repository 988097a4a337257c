import { expect, test, type Browser, type Page } from '@playwright/test';
import { isClean } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { query, rows, settledRows, textsOf } from '../support/list-screen.ts';
import { signIn } from '../support/sign-in.ts';
import { shownElsewhere } from '../support/thorough.ts';

const sorted = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).and(page.locator('[aria-sort]'));
const chips = (page: Page) => page.getByRole('group', { name: 'Filtre active' });

/** Somebody else, in a browser of their own, at the same address. */
async function another(browser: Browser, email: string, page: Page): Promise<Page> {
  const context = await browser.newContext();
  const other = await context.newPage();
  const { pathname, search } = new URL(page.url());
  await signIn(other, email, pathname + search);
  return other;
}

test('what narrows and orders a list is in the address: it survives reload, Back, Forward and being sent on', async ({
  page,
  browser,
}) => {
  await signIn(page, 'root@noa.test', '/containers');
  await settledRows(page);

  await page.getByRole('button', { name: 'Filtrează' }).click();
  await page.getByLabel('Volum, de la').fill('100');
  await page.getByLabel('Volum, până la').fill('1100');
  await expect(chips(page)).toContainText('Volum: 100–1.100 l');
  await page.getByRole('combobox', { name: 'Modul de acces' }).selectOption('controlled');
  await expect.poll(() => query(page).get('accessMode')).toBe('controlled');
  await page.getByRole('button', { name: 'Ultima modificare', exact: true }).click();
  // The address is ahead of the screen for a moment: what the screen says of itself counts.
  await expect(sorted(page, 'Ultima modificare')).toBeVisible();
  const asked = await settledRows(page);
  expect(query(page).get('sort')).toBe('updatedAt');
  expect(query(page).get('sizeLitres')).toBe('100..1100');
  await isClean(page);

  await page.reload();
  expect(await settledRows(page)).toEqual(asked);

  await page.goBack();
  await expect.poll(() => query(page).get('sort')).toBeNull();
  await page.goBack();
  await expect.poll(() => query(page).get('accessMode')).toBeNull();
  await expect(chips(page)).toContainText('Volum: 100–1.100 l');
  await page.goForward();
  await page.goForward();
  await expect(sorted(page, 'Ultima modificare')).toBeVisible();
  expect(query(page).get('sort')).toBe('updatedAt');
  expect(await settledRows(page)).toEqual(asked);

  const other = await another(browser, 'implementer@noa.test', page);
  expect(await settledRows(other)).toEqual(asked);
  await expect(chips(other)).toContainText('Volum: 100–1.100 l');
});

test('pages go forth and back without losing or repeating a row, and a bad cursor loads page one and says so', async ({
  page,
}) => {
  await signIn(page, 'root@noa.test', '/card?size=25');
  const first = await settledRows(page);
  const flip = async (name: string) => {
    const before = await textsOf(page);
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => settledRows(page)).not.toEqual(before);
    return settledRows(page);
  };

  const second = await flip('Înainte');
  const third = await flip('Înainte');
  expect(new Set([...first, ...second, ...third]).size).toBe(75);
  expect(await flip('Înapoi')).toEqual(second);
  expect(query(page).get('before')).not.toBeNull();
  await page.reload();
  expect(await settledRows(page)).toEqual(second);
  expect(await flip('Înapoi')).toEqual(first);
  await expect(page.getByRole('button', { name: 'Înapoi', exact: true })).toBeDisabled();

  await page.goto('/card?size=25&after=stricat');
  await expect(page.getByRole('status').filter({ hasText: 'vedeți prima pagină' })).toBeVisible();
  expect(await settledRows(page)).toEqual(first);
  expect(query(page).get('after')).toBeNull();
});

test('what makes no sense in the address is left alone, not used, and named', async ({ page }) => {
  await signIn(
    page,
    'root@noa.test',
    '/containers?sizeLitres=240..60&wasteStream=fier&sort=-culoare&accessMode=controlled',
  );

  const notice = page.getByRole('status').filter({ hasText: 'Nu am ținut seama' });
  await expect(notice).toContainText('Volum');
  await expect(notice).toContainText('Fracție');
  await expect(notice).toContainText('Ordonează după');
  await expect(chips(page)).toContainText('Modul de acces');
  expect(query(page).get('sizeLitres')).toBe('240..60');
  await settledRows(page);

  await notice.getByRole('button', { name: 'Închide' }).click();
  await expect.poll(() => query(page).get('sizeLitres')).toBeNull();
  expect(query(page).get('accessMode')).toBe('controlled');
});

test(
  'a range the wrong way round is explained and asked of nobody until it is mended',
  shownElsewhere,
  async ({ page }) => {
    await signIn(page, 'root@noa.test', '/containers');
    await settledRows(page);
    await page.getByRole('button', { name: 'Filtrează' }).click();

    const [from, to] = [page.getByLabel('Volum, de la'), page.getByLabel('Volum, până la')];
    await from.fill('500');
    await expect.poll(() => query(page).get('sizeLitres')).toBe('500..');
    await to.fill('60');
    await expect(page.getByText('„De la” trebuie să fie cel mult cât „până la”')).toBeVisible();
    await expect(from).toHaveValue('500');
    expect(query(page).get('sizeLitres')).toBe('500..');
    await to.fill('2000');
    await expect.poll(() => query(page).get('sizeLitres')).toBe('500..2000');

    const since = page.getByLabel('Ultima modificare, de la', { exact: true });
    await since.fill('31.02.2026');
    await expect(page.getByText('Scrieți o zi din calendar')).toBeVisible();
    await since.fill('01.01.2026');
    await expect(chips(page)).toContainText('Ultima modificare: de la 1 ian. 2026');
    await chips(page).getByRole('button', { name: 'Resetează filtrele' }).click();
    await expect.poll(() => [...query(page).keys()]).toEqual([]);
    await expect(from).toHaveValue('');
  },
);

test('a view of a list is saved, chosen, made the first thing to see, shared and deleted', async ({
  page,
  browser,
}) => {
  await signIn(page, 'implementer@noa.test', '/card?kind=virtual&sort=-updatedAt');
  const asked = await settledRows(page);
  await page.getByRole('button', { name: 'Vederi' }).click();
  await page.getByLabel('Salvează lista ca vedere').fill('Carduri virtuale');
  await page.getByRole('button', { name: 'Salvează', exact: true }).click();
  const views = page.getByRole('list', { name: 'Vederi salvate' });
  await expect(views).toContainText('Carduri virtuale');
  await isClean(page);

  await goTo(page, '/card');
  await settledRows(page);
  await page.getByRole('button', { name: 'Vederi' }).click();
  await views.getByRole('link', { name: 'Carduri virtuale' }).click();
  await expect.poll(() => query(page).get('kind')).toBe('virtual');
  await expect.poll(() => settledRows(page)).toEqual(asked);

  await views.getByRole('button', { name: 'Lista se deschide cu „Carduri virtuale”' }).click();
  await expect(views.getByRole('button', { name: 'Lista se deschide cu' })).toHaveAttribute('aria-pressed', 'true');
  await goTo(page, '/settings');
  await page.getByRole('navigation').getByRole('link', { name: 'Carduri' }).click();
  await expect.poll(() => query(page).get('kind')).toBe('virtual');
  await chips(page).getByRole('button', { name: 'Resetează filtrele' }).click();
  await expect.poll(() => query(page).get('kind')).toBeNull();

  await page.getByRole('button', { name: 'Vederi' }).click();
  await page.getByLabel('Salvează lista ca vedere').fill('Ale orașului');
  await page.getByRole('combobox', { name: 'Pentru' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Salvează', exact: true }).click();
  await expect(views).toContainText('Ale orașului');
  const root = await another(browser, 'root@noa.test', page);
  await root.getByRole('button', { name: 'Vederi' }).click();
  await expect(root.getByRole('list', { name: 'Vederi salvate' })).toContainText('Ale orașului');
  await expect(root.getByRole('list', { name: 'Vederi salvate' })).not.toContainText('Carduri virtuale');

  for (const name of ['Carduri virtuale', 'Ale orașului']) {
    await views.getByRole('button', { name: `Șterge „${name}”` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Șterge' }).click();
    await expect(views.getByText(name)).toHaveCount(0);
  }
});

test('an empty list says whether nothing is there or nothing matches, and leads out', async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/card?q=niciodata');

  await expect(page.getByRole('heading', { name: 'Nimic nu se potrivește' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Resetează filtrele' }).last().click();
  await settledRows(page);

  let isAway = true;
  await page.context().route('**/graphql', (route) => (isAway ? route.abort() : route.continue()));
  const alert = page.getByRole('alert').filter({ hasText: 'Nu am reușit' });
  const again = page.getByRole('button', { name: 'Încearcă din nou' });
  await page.getByRole('button', { name: 'Înainte', exact: true }).click();
  await expect(alert).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  // Asked for while the server is still away: once it is back, the console may ask by itself, and there is nothing to press.
  await again.click();
  await expect(alert).toBeVisible();
  isAway = false;
  await expect(async () => {
    if (await again.isVisible()) {
      await again.click({ timeout: 500 }).catch(() => undefined); // it went meanwhile
    }
    await expect(alert).toBeHidden({ timeout: 1_000 });
  }).toPass();
});

test('a list that is not for a role names the roles that it is for', shownElsewhere, async ({ page }) => {
  await signIn(page, 'reporter@noa.test', '/card');

  await expect(page.getByText('Nu aveți acces aici')).toBeVisible();
});

test('a record that is opened before the typing pauses stays open, however long its screen takes to come', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'root@noa.test', '/containers');
  const link = page.getByRole('row').nth(1).getByRole('link').first();
  const called = (await link.textContent()) ?? '';
  const held = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  await page.route('**/assets/**', async (route) => {
    asked.resolve(undefined);
    await held.promise;
    await route.continue();
  });

  await page.getByRole('searchbox', { name: 'Caută în listă' }).fill(called);
  await link.click();
  await asked.promise; // the screen's code, for the first time
  await page.clock.runFor(1_000);
  held.resolve(undefined);

  await expect(page.getByRole('heading', { level: 1 })).toContainText(called);
});
