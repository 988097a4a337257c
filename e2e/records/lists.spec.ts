import { expect, test, type Browser, type Page } from '@playwright/test';
import { isClean } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { hold } from '../support/hold.ts';
import { expectRows, query, rows, settledRows, textsOf } from '../support/list-screen.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, shownElsewhere } from '../support/thorough.ts';

const sorted = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).and(page.locator('[aria-sort]'));
const chips = (page: Page) => page.getByRole('group', { name: 'Filtre active' });
const ignored = (page: Page) => page.getByRole('status').filter({ hasText: 'Nu am ținut seama' });

/** Somebody else, in a browser of their own, at the same address. */
async function another(browser: Browser, email: string, page: Page): Promise<Page> {
  const context = await browser.newContext();
  const other = await context.newPage();
  const { pathname, search } = new URL(page.url());
  await signIn(other, email, pathname + search);
  return other;
}

test('what narrows and orders a list is in the address: it survives reload, Back and Forward', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/containers');
  await settledRows(page);

  await page.getByRole('button', { name: 'Filtrează' }).click();
  await page.getByLabel('Volum, de la').fill('100');
  await page.getByLabel('Volum, până la').fill('1.100');
  await expect(chips(page)).toContainText('Volum: 100–1.100 l');
  await page.getByRole('combobox', { name: 'Mod de acces' }).selectOption('controlled');
  await expect.poll(() => query(page).get('accessMode')).toBe('controlled');
  await page.getByRole('button', { name: 'Ultima modificare', exact: true }).click();
  // The address is ahead of the screen for a moment: what the screen says of itself counts.
  await expect(sorted(page, 'Ultima modificare')).toBeVisible();
  const asked = await settledRows(page);
  expect(query(page).get('sort')).toBe('updatedAt');
  expect(query(page).get('sizeLitres')).toBe('100..1100');
  await isClean(page);

  await page.reload();
  await expectRows(page, asked);

  await page.goBack();
  await expect.poll(() => query(page).get('sort')).toBeNull();
  await page.goBack();
  await expect.poll(() => query(page).get('accessMode')).toBeNull();
  await expect(chips(page)).toContainText('Volum: 100–1.100 l');
  await page.goForward();
  await page.goForward();
  await expect(sorted(page, 'Ultima modificare')).toBeVisible();
  expect(query(page).get('sort')).toBe('updatedAt');
  await expectRows(page, asked);

  // By the keyboard, one after the other.
  const taking = chips(page).getByRole('button', { name: /^Scoate/ });
  await taking.first().press('Enter');
  await expect(taking).toHaveCount(1);
  await expect(taking).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filtrează' })).toBeFocused();
});

// An address as each commit opens it anew, above.
test('the address of a list shows the same to whoever it is sent to', alike, async ({ page, browser }) => {
  await signIn(page, 'root@noa.test', '/containers?sizeLitres=100..1100&accessMode=controlled&sort=updatedAt');
  await expect(chips(page)).toContainText('Volum: 100–1.100 l');
  const asked = await settledRows(page);

  const other = await another(browser, 'implementer@noa.test', page);
  await expectRows(other, asked);
  await expect(chips(other)).toContainText('Volum: 100–1.100 l');
});

/** A search that finds nothing says so and leads out; a next page that does not come says so, and comes when it is asked for again. */
async function expectWaysOut(page: Page): Promise<void> {
  await goTo(page, '/card?q=niciodata');
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
    await expect(alert).toBeHidden({ timeout: 5_000 });
  }).toPass();
}

test('pages go forth and back without losing or repeating a row; what is no good in an address, nothing found and no network are said', async ({
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
  await expectRows(page, second);
  expect(await flip('Înapoi')).toEqual(first);
  await expect(page.getByRole('button', { name: 'Înapoi', exact: true, disabled: true })).toBeFocused();

  await goTo(page, '/card?size=25&after=stricat&kind=fier');
  await expect(page.getByRole('status').filter({ hasText: 'vedeți prima pagină' })).toBeVisible();
  await expect(ignored(page)).toContainText('Fel');
  await expectRows(page, first);
  await expect.poll(() => query(page).get('after')).toBeNull();
  expect(query(page).get('kind')).toBe('fier');

  await expectWaysOut(page);
});

test('a button that is pressed twice is one step, which Back takes back', alike, async ({ page }) => {
  await signIn(page, 'root@noa.test', '/card?size=25');
  const first = await settledRows(page);
  const held = await hold(page, 'Cards', ({ after }) => typeof after === 'string');
  await page.getByRole('button', { name: 'Înainte', exact: true }).dblclick();
  await held.asked;
  await held.letGo();
  await expect.poll(() => settledRows(page)).not.toEqual(first);

  await page.goBack();
  await expectRows(page, first);
});

test('a page that is gone is the first one, and says so, in the address of any screen', alike, async ({ page }) => {
  await signIn(page, 'root@noa.test');
  const report = '/reports/usage?by=container&period=last30Days';
  for (const path of [
    '/containers/status?after=stricat',
    `${report}&after=stricat`,
    `${report}&records=event_count&recordsAfter=stricat`,
  ]) {
    await goTo(page, path);
    await expect(page.getByRole('status').filter({ hasText: 'vedeți prima pagină' })).toBeVisible();
    await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible();
    await expect(page).not.toHaveURL(/stricat/);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

// Each commit has one such value above; the others are judged by `readNarrowing`, as are all in `list-state.test.ts`.
test('what makes no sense in the address is left alone, not used, and named', shownElsewhere, async ({ page }) => {
  await signIn(
    page,
    'root@noa.test',
    '/containers?sizeLitres=240..60&wasteStream=fier&sort=-culoare&accessMode=controlled',
  );

  const notice = ignored(page);
  await expect(notice).toContainText('Volum');
  await expect(notice).toContainText('Fracție');
  await expect(notice).toContainText('Ordonează după');
  await expect(chips(page)).toContainText('Mod de acces');
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
    await to.fill('multe');
    await expect(page.getByText('Scrieți un număr întreg')).toBeVisible();
    await from.fill('600');
    await expect(to).toHaveValue('multe');
    await from.fill('500');
    await to.fill('2000');
    await expect.poll(() => query(page).get('sizeLitres')).toBe('500..2000');

    const since = page.getByLabel('Ultima modificare, de la', { exact: true });
    await since.fill('31.02.2026');
    await expect(page.getByText('Scrieți o zi din calendar')).toBeVisible();
    await since.fill('01.01.2026');
    await expect(chips(page)).toContainText('Ultima modificare: de la 1 ian. 2026');
    const drum = page.getByLabel('Tambur, de la');
    await drum.fill('mare');
    await chips(page).getByRole('button', { name: 'Resetează filtrele' }).click();
    await expect.poll(() => [...query(page).keys()]).toEqual([]);
    await expect(from).toHaveValue('');
    await expect(drum, 'what never came into the address goes too').toHaveValue('');
  },
);

async function saveView(page: Page, name: string, isOfOrg = false): Promise<void> {
  await page.getByLabel('Salvează lista ca vedere').fill(name);
  if (isOfOrg) {
    await page.getByRole('combobox', { name: 'Pentru' }).selectOption({ index: 1 });
  }
  await page.getByRole('button', { name: 'Salvează', exact: true }).click();
  await expect(views(page)).toContainText(name);
}

async function deleteView(page: Page, name: string): Promise<void> {
  await views(page)
    .getByRole('button', { name: `Șterge „${name}”` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Șterge' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(views(page).getByText(name)).toHaveCount(0);
}

const openViews = (page: Page) => page.getByRole('button', { name: 'Vederi' }).click();
const views = (page: Page) => page.getByRole('list', { name: 'Vederi salvate' });

test('a view of a list is saved, chosen, made the first thing to see and deleted', async ({ page }) => {
  await signIn(page, 'implementer@noa.test', '/card?kind=virtual&sort=-updatedAt');
  const asked = await settledRows(page);
  await openViews(page);
  await saveView(page, 'Carduri virtuale');
  await isClean(page);

  await goTo(page, '/card');
  await settledRows(page);
  await openViews(page);
  await views(page).getByRole('link', { name: 'Carduri virtuale' }).click();
  await expect.poll(() => query(page).get('kind')).toBe('virtual');
  await expectRows(page, asked);

  const overwrite = views(page).getByRole('button', { name: 'Salvează lista de acum peste „Carduri virtuale”' });
  await page.getByRole('button', { name: 'Coloane' }).click();
  await page.getByRole('group', { name: 'Coloane' }).getByRole('checkbox').first().click();
  await openViews(page);
  await overwrite.click();
  await expect(overwrite).toHaveCount(0);
  const opensWith = views(page).getByRole('button', { name: 'Lista se deschide cu „Carduri virtuale”' });
  await opensWith.click();
  await expect(opensWith).toHaveAttribute('aria-pressed', 'true');
  await goTo(page, '/settings');
  await page.getByRole('navigation').getByRole('link', { name: 'Carduri' }).click();
  await expect.poll(() => query(page).get('kind')).toBe('virtual');
  await chips(page).getByRole('button', { name: 'Resetează filtrele' }).click();
  await expect.poll(() => query(page).get('kind')).toBeNull();

  await openViews(page);
  await deleteView(page, 'Carduri virtuale');
});

// Whom a view is shown to is decided by the server: `saved-view.test.ts`.
test(
  'a view for the org is offered to its others, and a view of one’s own is not',
  shownElsewhere,
  async ({ page, browser }) => {
    const [own, shared] = ['Numai ale mele', 'Ale orașului'];
    await signIn(page, 'implementer@noa.test', '/card?kind=virtual');
    await openViews(page);
    await saveView(page, own);
    await saveView(page, shared, true);

    const root = await another(browser, 'root@noa.test', page);
    await openViews(root);
    await expect(views(root)).toContainText(shared);
    await expect(views(root)).not.toContainText(own);

    await deleteView(page, own);
    await deleteView(page, shared);
  },
);

test('a list that is not for a role names the roles that it is for', shownElsewhere, async ({ page }) => {
  await signIn(page, 'reporter@noa.test', '/card');

  await expect(page.getByRole('main')).toContainText(/Nu aveți acces aici.* sau administrator de bloc\./s);
});
