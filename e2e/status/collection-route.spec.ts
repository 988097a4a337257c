import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword, signInGateway } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { fill, report, someContainers, type Town } from '../support/containers.ts';
import { goTo } from '../support/go-to.ts';
import { signIn, signInByForm } from '../support/sign-in.ts';
import { shownElsewhere } from '../support/thorough.ts';

const technician = 'containers@noa.test';

const stops = (page: Page) => page.getByRole('list', { name: 'Opririle traseului' }).getByRole('listitem');
const stop = (page: Page, serial: string) => stops(page).filter({ hasText: serial });
const tap = (page: Page, serial: string) => page.getByRole('button', { name: `Golit: ${serial}` }).click();

/** Chooses the containers of a town in the list of their status, and puts them on the route. */
async function choose(page: Page, { word, ids, serials }: Town): Promise<void> {
  await goTo(page, `/containers/status?q=${word}`);
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: serials.at(-1) ?? '' })
      .first(),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: /Selectează pagina/ }).check();
  await page.getByRole('button', { name: 'Pe traseul de azi' }).click();
  await expect(page).toHaveURL(/\/containers\/route/);
  await expect(stops(page)).toHaveCount(ids.length);
}

/** The moments at which emptyings of a container were told, by the account that told them. */
async function emptyingsOf(id: string): Promise<{ actor: string; occurredAt: string }[]> {
  const query = `query ($id: ID!) { statusUpdates(filter: { containerId: $id, kind: emptying_detected }) {
    nodes { actor occurredAt } } }`;
  const token = await signInByPassword('implementer@noa.test');
  const answer = await graphql<{ statusUpdates: { nodes: { actor: string; occurredAt: string }[] } }>(token, query, {
    id,
  });
  return answer.statusUpdates.nodes;
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
});

test('a route is chosen, ordered, and tapped with and without network; each emptying arrives once', async ({
  page,
  context,
}) => {
  const town = await someContainers(5);
  const serials = town.serials as [string, string, string, string, string];
  // Beyond the last container of the street: from there the route goes back along it.
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 46.58, longitude: 26.92 });
  await signIn(page, technician);
  await choose(page, town);

  await expect(stops(page).getByRole('link')).toHaveText(serials.toReversed());
  expect(await axeFindings(page)).toEqual([]);
  const first = stops(page).first();
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(260);
  const button = first.getByRole('button').first();
  await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await tap(page, serials[4]);
  await expect(stop(page, serials[4])).toContainText('· trimis');
  await tap(page, serials[3]);
  await expect(stop(page, serials[3])).toContainText('· trimis');

  await context.setOffline(true);
  await expect(page.getByText('Fără rețea', { exact: true })).toBeVisible();
  const before = Date.now();
  await tap(page, serials[2]);
  await expect(stop(page, serials[2])).toContainText('așteaptă să fie trimis');
  // A slip of the finger is taken back while the server cannot have got it.
  await tap(page, serials[1]);
  await page.getByRole('button', { name: `Anulează: ${serials[1]}` }).click();
  await page.getByRole('button', { name: `Sărit: ${serials[1]}` }).click();
  const reason = page.getByRole('button', { name: 'Nu se ajunge la el' });
  await expect(reason).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await reason.click();
  await expect(stop(page, serials[1])).toContainText('Sărit: Nu se ajunge la el');
  expect(await axeFindings(page)).toEqual([]);
  expect(await emptyingsOf(town.ids[2] ?? '')).toEqual([]);

  // The page is gone, and comes with the network.
  await page.goto('about:blank');
  const after = Date.now();
  await context.setOffline(false);
  await page.goto('/containers/route');
  await expect(stop(page, serials[2])).toContainText('· trimis');
  await expect(stop(page, serials[1])).toContainText('Sărit: Nu se ajunge la el');
  await expect(page.getByText('4 din 5')).toBeVisible();
  await page.reload();
  await expect(stop(page, serials[2])).toContainText('· trimis');

  for (const [index, times] of [0, 0, 1, 1, 1].entries()) {
    const told = await emptyingsOf(town.ids[index] ?? '');
    expect(told).toHaveLength(times);
    expect(told.every(({ actor }) => actor.includes(technician))).toBe(true);
  }
  const [waited] = await emptyingsOf(town.ids[2] ?? '');
  expect(Date.parse(waited?.occurredAt ?? '')).toBeGreaterThanOrEqual(before);
  expect(Date.parse(waited?.occurredAt ?? '')).toBeLessThanOrEqual(after);
});

test('why a stop is passed by is written where no reason fits, in a form that is seen whole and left as it was opened', async ({
  page,
}) => {
  const town = await someContainers(2);
  const [serial = ''] = town.serials;
  await signIn(page, technician);
  await choose(page, town);
  const skip = page.getByRole('button', { name: `Sărit: ${serial}` });
  const save = page.getByRole('button', { name: 'Sărit, cu acest motiv' });
  const words = page.getByLabel('Alt motiv');

  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Renunță' }).click(),
  ]) {
    await skip.click();
    await expect(save).toBeVisible();
    await leave();
    await expect(skip).toBeFocused();
  }
  await skip.click();
  expect(await save.evaluate((each) => each.querySelector('span span')?.scrollWidth)).toBe(
    await save.evaluate((each) => each.querySelector('span span')?.clientWidth),
  );
  await save.click();
  await expect(words, 'led to what is missing').toBeFocused();
  await expect(page.getByText('Completați acest câmp')).toBeVisible();
  await words.fill('x'.repeat(200));
  await expect(page.getByText('Completați acest câmp')).toHaveCount(0);
  await save.click();
  await expect(stop(page, serial)).toContainText('Sărit: xxx');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('what is tapped offline is sent from any screen, its answer lost or not', shownElsewhere, async ({ page }) => {
  const town = await someContainers(1);
  await signIn(page, technician);
  await choose(page, town);
  // The server takes it, and the network swallows the answer.
  let swallowed = 0;
  await page.route('**/graphql', async (route) => {
    if (swallowed === 0 && route.request().postData()?.includes('CreateStatusUpdate')) {
      swallowed += 1;
      await route.fetch();
      await route.abort();
    } else {
      await route.continue();
    }
  });
  await tap(page, town.serials[0] ?? '');
  await expect.poll(() => swallowed).toBe(1);
  await page.goto('/home');

  await expect
    .poll(() =>
      page.evaluate(
        () => Object.entries(localStorage).find(([key]) => key.startsWith('noa-until-sign-out route'))?.[1],
      ),
    )
    .toContain('"unsent":[]');
  expect(await emptyingsOf(town.ids[0] ?? '')).toHaveLength(1);
});

test('all that are full of a waste stream are added; paper has boxes to tick, and no buttons', async ({ page }) => {
  const town = await someContainers(3);
  const [full = '', other = '', weak = ''] = town.ids;
  const battery = { ...fill(weak, 2, 5), kind: 'battery_life_pct' } as const;
  await report(await signInGateway(), [fill(full, 1, 97), fill(other, 1, 97), fill(weak, 1, 85), battery]);
  await signIn(page, technician, '/containers/route');
  await expect(page.getByText('Niciun container pe traseu')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Fracție' }).selectOption('sticlă');
  await page.getByRole('button', { name: 'Adaugă cele pline' }).click();
  await expect(stop(page, town.serials[0] ?? '')).toBeVisible();
  await expect(stop(page, town.serials[1] ?? '')).toHaveCount(0);
  // Its battery is worse than its fill, which asks to be emptied all the same.
  await expect(stop(page, town.serials[2] ?? '')).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  // Paper is no phone: its list is drawn anew, without tabs.
  await expect(page.getByRole('tab', { includeHidden: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Golit/ }).first()).toBeHidden();
  const box = stops(page).first().locator('span[aria-hidden]').first();
  await expect.poll(async () => (await box.boundingBox())?.width).toBeGreaterThan(15);
});

test('what the server refuses is said at its stop, and outlives a sign-out', shownElsewhere, async ({ page }) => {
  const town = await someContainers(2);
  const [first = '', second = ''] = town.serials;
  await signInByForm(page, technician);
  await choose(page, town);
  await remove(town.ids[0] ?? '');

  await tap(page, first);
  await expect(stop(page, first)).toContainText('Serverul nu a primit golirea: ');
  await tap(page, second);
  await expect(stop(page, second)).toContainText('· trimis');
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: /^Contul: / }).click();
  await page.getByRole('button', { name: 'Deconectare' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await signInByForm(page, technician, '/containers/route');
  await expect(page.getByText('Niciun container pe traseu')).toBeVisible();
  const elsewhere = page.getByRole('alert').filter({ hasText: first });
  await expect(elsewhere).toContainText('Serverul nu a primit golirea: ');
  await elsewhere.getByRole('button', { name: 'Renunță la ea' }).click();
  await expect(elsewhere).toHaveCount(0);
});

async function remove(id: string): Promise<void> {
  const token = await signInByPassword('implementer@noa.test');
  const { container } = await graphql<{ container: { rowId: string } }>(
    token,
    'query ($id: ID!) { container(id: $id) { rowId } }',
    { id },
  );
  await graphql(token, 'mutation ($id: ID!, $rowId: ID!) { deleteContainer(id: $id, rowId: $rowId) }', {
    id,
    rowId: container.rowId,
  });
}

test('whoever may only look has no route', shownElsewhere, async ({ page }) => {
  await signIn(page, 'reporter@noa.test', '/containers/status');
  await expect(page.getByRole('link', { name: 'Traseul de azi' })).toHaveCount(0);
  await page.goto('/containers/route');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Adaugă cele pline' })).toHaveCount(0);
});

// What keeps it apart: console/src/api/client.test.ts, sending.test.ts beside the route, account-state.test.ts.
const waits = 'what was tapped waits for its own account when another signs in in another tab';
test(waits, shownElsewhere, async ({ page, context }) => {
  const town = await someContainers(1);
  await signIn(page, technician);
  await choose(page, town);
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('CreateStatusUpdate') ? route.abort() : route.continue(),
  );
  await tap(page, town.serials[0] ?? '');
  await expect(stop(page, town.serials[0] ?? '')).toContainText('se trimite, nu mai poate fi anulat');

  const other = await context.newPage();
  await signIn(other, 'implementer@noa.test');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute('**/graphql');

  const menu = (on: Page) => on.getByRole('button', { name: /^Contul: / });
  await expect(menu(other)).toBeVisible();
  const name = (await menu(other).getAttribute('aria-label')) ?? '';
  await expect(menu(page)).toHaveAttribute('aria-label', name, { timeout: 30_000 });
  expect(await emptyingsOf(town.ids[0] ?? '')).toEqual([]);

  const again = await context.newPage();
  await signIn(again, technician);
  await expect.poll(async () => (await emptyingsOf(town.ids[0] ?? '')).map(({ actor }) => actor)).toHaveLength(1);
  expect((await emptyingsOf(town.ids[0] ?? ''))[0]?.actor).toContain(technician);
});

// What is kept where there is no room: console/src/session/account-state.test.ts.
test('a browser that has no room loses no tap, and says what it does not keep', shownElsewhere, async ({ page }) => {
  const town = await someContainers(1);
  await signIn(page, technician);
  await page.evaluate(function fillStorage() {
    for (let [size, number] = [4_000_000, 0]; size >= 1; number += 1) {
      try {
        localStorage.setItem(`full ${number}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await choose(page, town);
  await expect(page.getByText('Browserul nu păstrează traseul')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await tap(page, town.serials[0] ?? '');

  await expect(stop(page, town.serials[0] ?? '')).toContainText('· trimis');
  expect(await emptyingsOf(town.ids[0] ?? '')).toHaveLength(1);
});
