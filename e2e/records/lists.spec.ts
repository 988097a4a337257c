import { expect, test, type Browser, type Page } from '@playwright/test';
import { graphql, signInByPassword } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { signIn } from '../support/sign-in.ts';

const asRoot = async <Data>(query: string, variables: Record<string, unknown> = {}) =>
  graphql<Data>(await signInByPassword('root@noa.test'), query, variables);

const rows = (page: Page) => page.locator('a[data-row]');
const sorted = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).and(page.locator('[aria-sort]'));
const textsOf = (page: Page) => rows(page).allTextContents();
const chips = (page: Page) => page.getByRole('group', { name: 'Filtre active' });
const query = (page: Page) => new URL(page.url()).searchParams;

/** The first rows once the list has settled on what the address says. */
async function settledRows(page: Page): Promise<string[]> {
  await expect(page.locator('main [aria-busy="false"]').first()).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  return textsOf(page);
}

async function isClean(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

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

test('a range the wrong way round is explained and asked of nobody until it is mended', async ({ page }) => {
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
});

interface Group {
  readonly id: string;
  readonly rowId: string;
  readonly name: string;
}

test('an older version is restored from history after it shows what will change', async ({ page }) => {
  const { managers } = await asRoot<{ managers: { nodes: Group[] } }>(
    '{ managers(first: 1) { nodes { id rowId name } } }',
  );
  const [manager] = managers.nodes;
  if (!manager) {
    throw new Error('The demonstration town has no manager');
  }
  await asRoot(
    `mutation ($id: ID!, $rowId: ID!, $input: UpdateManagerInput!) {
      updateManager(id: $id, rowId: $rowId, input: $input) { id }
    }`,
    { id: manager.id, rowId: manager.rowId, input: { name: 'Nume greșit' } },
  );

  await signIn(page, 'implementer@noa.test', `/managers/${manager.id}?tab=history`);
  await page.getByRole('button', { name: 'Restaurează' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Restaurarea unei versiuni' });
  await expect(dialog).toContainText('Nume greșit');
  await expect(dialog).toContainText(manager.name);
  await isClean(page);
  await dialog.getByRole('button', { name: 'Restaurează' }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(manager.name);
  const newest = page.getByRole('main').locator('ol > li').first();
  await expect(newest).toContainText('implementer@noa.test');
  await expect(newest.getByRole('button', { name: 'Restaurează' })).toHaveCount(0);
});

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

  await page.goto('/card');
  await settledRows(page);
  await page.getByRole('button', { name: 'Vederi' }).click();
  await views.getByRole('link', { name: 'Carduri virtuale' }).click();
  await expect.poll(() => query(page).get('kind')).toBe('virtual');
  await expect.poll(() => settledRows(page)).toEqual(asked);

  await views.getByRole('button', { name: 'Lista se deschide cu „Carduri virtuale”' }).click();
  await expect(views.getByRole('button', { name: 'Lista se deschide cu' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/home');
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

test('a list that is not for a role names the roles that it is for', async ({ page }) => {
  await signIn(page, 'reporter@noa.test', '/card');

  await expect(page.getByText('Nu aveți acces aici')).toBeVisible();
});

const minuteMs = 60_000;

/** As the address tells a moment, in the zone of the test's browser: `2026-11-01T12:00`. */
const asAddress = (moment: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest', dateStyle: 'short', timeStyle: 'short' })
    .format(moment)
    .replace(' ', 'T');

/** The same as people of the language type it: `01.11.2026 12:00`. */
const typed = (address: string) => address.replace(/^(\d+)-(\d+)-(\d+)T/, '$3.$2.$1 ');

test('lists and records are seen as they were, with nothing to change, and lead back to the present', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { entrances } = await asRoot<{
    entrances: { nodes: { id: string; updatedAt: string; accessGroup: Group & { updatedAt: string } }[] };
  }>('{ entrances(first: 1) { nodes { id updatedAt accessGroup { id rowId name updatedAt } } } }');
  const [entrance] = entrances.nodes;
  const group = entrance?.accessGroup;
  if (!entrance || !group) {
    throw new Error('The demonstration town has no entrance with an access group');
  }
  // The address is no finer than a minute, and the town perhaps not yet as old.
  const youngest = Math.max(Date.parse(entrance.updatedAt), Date.parse(group.updatedAt));
  const wholeMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs;
  await expect.poll(wholeMinute, { timeout: 2 * minuteMs }).toBeGreaterThan(youngest);
  const asOf = asAddress(wholeMinute());
  const { updateAccessGroup: renamed } = await asRoot<{ updateAccessGroup: Group }>(rename, {
    id: group.id,
    rowId: group.rowId,
    input: { name: `${group.name} nou` },
  });

  await signIn(page, 'implementer@noa.test', `/entrances/${entrance.id}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(`${group.name} nou`);
  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('button', { name: 'Vezi la data…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Datele de la un moment din trecut' });
  await dialog.getByLabel('Data și ora', { exact: true }).fill('01.01.2060 00:00');
  await dialog.getByRole('button', { name: 'Vezi', exact: true }).click();
  await expect(dialog).toContainText('Alegeți o dată și o oră din trecut');
  await dialog.getByLabel('Data și ora', { exact: true }).fill(typed(asOf));
  await dialog.getByRole('button', { name: 'Vezi', exact: true }).click();

  await expect(main.getByRole('status').filter({ hasText: 'Vedeți datele de la' })).toBeVisible();
  await expect(main).toContainText(group.name);
  await expect(main).not.toContainText(`${group.name} nou`);
  await expect(main.getByRole('link', { name: 'Modifică' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Adaugă' })).toHaveCount(0);
  await isClean(page);

  await page.getByRole('navigation', { name: 'Calea până aici' }).getByRole('link').first().click();
  await expect.poll(() => query(page).get('asOf')).toBe(asOf);
  await expect(main.getByRole('status').filter({ hasText: 'Vedeți datele de la' })).toBeVisible();
  await settledRows(page);
  await main.getByRole('link', { name: 'Înapoi la prezent' }).click();
  await expect.poll(() => query(page).get('asOf')).toBeNull();
  await expect(main.getByRole('status').filter({ hasText: 'Vedeți datele de la' })).toHaveCount(0);

  await page.goto('/access-groups?asOf=ieri');
  await expect(main.getByRole('status').filter({ hasText: 'Vedeți datele de acum' })).toBeVisible();
  await asRoot(rename, { id: group.id, rowId: renamed.rowId, input: { name: group.name } });
});

const rename = `mutation ($id: ID!, $rowId: ID!, $input: UpdateAccessGroupInput!) {
  updateAccessGroup(id: $id, rowId: $rowId, input: $input) { id rowId name }
}`;

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
