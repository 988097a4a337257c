import { expect, test, type Page } from '@playwright/test';
import { asRoot } from '../support/api.ts';
import { recordCardEvents } from '../support/card-events.ts';
import { someContainers } from '../support/containers.ts';
import { anEntrance } from '../support/handover-entrance.ts';
import { hold } from '../support/hold.ts';
import { makeCard, makeManager, type Made } from '../support/made.ts';
import { as, fresh, recordKinds } from '../support/record-kinds.ts';
import { signIn } from '../support/sign-in.ts';
import { alike } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';

const block = ({ id, rowId }: Made) =>
  asRoot('mutation ($id: ID!, $rowId: ID!) { blockCard(id: $id, rowId: $rowId) { id } }', { id, rowId });

const dialog = (page: Page) => page.getByRole('dialog');

/** Goes to another screen by the menu. */
async function toContainers(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Meniu principal' })
    .getByRole('link', { name: 'Containere', exact: true })
    .click();
  await expect(page).toHaveURL(/\/containers$/);
}

/** Leaves a form without what was written in it. */
async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Renunță la modificări' }).click();
}

test('why a card was not blocked is said also where its question was closed meanwhile', async ({ page }) => {
  const made = await makeCard();
  await signIn(page, implementer, `/card/${made.id}`);
  await page.getByRole('button', { name: 'Blochează' }).click();
  await block(made);
  const held = await hold(page, 'BlockCard');
  await dialog(page).getByRole('button', { name: 'Blochează' }).click();
  await held.asked;
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await held.letGo();
  await expect(page.getByRole('alert')).toContainText('Altcineva a modificat');
});

test(
  'a record that something depends on says so also where the question was closed meanwhile',
  alike,
  async ({ page }) => {
    const kind = recordKinds.find(({ name }) => name === 'a manager');
    const used = await kind?.makeUsed?.(kind.value());
    await signIn(page, implementer, `/managers/${used?.id ?? ''}`);
    await page.getByRole('button', { name: 'Alte acțiuni' }).click();
    await page.getByRole('button', { name: 'Șterge', exact: true }).click();
    const held = await hold(page, 'DeleteManager');
    await dialog(page).getByRole('button', { name: 'Șterge', exact: true }).click();
    await held.asked;
    await page.keyboard.press('Escape');

    await held.letGo();
    await expect(page.getByRole('alert')).toContainText(used?.dependants ?? '');
  },
);

test('a form opened anew stays open when what was sent from it before is saved', async ({ page }) => {
  const { id } = await makeManager(fresh('Asociația '));
  await signIn(page, implementer, `/managers/${id}`);
  await page.getByRole('link', { name: 'Modifică' }).click();
  await dialog(page).getByLabel('Nume').fill(fresh('Asociația '));
  const held = await hold(page, 'UpdateManager');
  await dialog(page).getByRole('button', { name: 'Salvează' }).click();
  await held.asked;
  await discard(page);
  await page.getByRole('link', { name: 'Modifică' }).click();
  await dialog(page).getByLabel('Nume').fill('Altceva');

  await held.letGo();
  await expect(page.getByText('Modificările au fost salvate')).toBeVisible();
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page).getByLabel('Nume')).toHaveValue('Altceva');
});

test('the form of the next new record stays open when the one before is made', alike, async ({ page }) => {
  await signIn(page, implementer, '/managers');
  await page.getByRole('link', { name: 'Adaugă' }).click();
  await page.getByLabel('Nume').fill(fresh('Asociația '));
  const held = await hold(page, 'CreateManager');
  await page.getByRole('button', { name: 'Salvează' }).click();
  await held.asked;
  await page.goBack();
  await page.getByRole('button', { name: 'Renunță la modificări' }).click();
  await page.getByRole('link', { name: 'Adaugă' }).click();
  await page.getByLabel('Nume').fill('Altceva');

  await held.letGo();
  await expect(page).toHaveURL(/\/managers\/create$/);
  await expect(page.getByLabel('Nume')).toHaveValue('Altceva');
  await expect(dialog(page)).toHaveCount(0);
});

test('a page that is added to a list is none of another list', async ({ page }) => {
  const [containerId = ''] = (await someContainers(1)).ids;
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await recordCardEvents(
    Array.from({ length: 30 }, (_, index) => ({
      containerId,
      eventNumber: index + 1,
      kind: 'no_use' as const,
      at: at(240 - index),
    })),
  );
  await recordCardEvents([{ containerId, eventNumber: 31, kind: 'no_use', at: at(0) }]);
  await signIn(page, implementer, `/containers/${containerId}?tab=events`);
  const rows = page.getByRole('tabpanel').getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(26);
  const held = await hold(page, 'CardEvents', ({ after }) => typeof after === 'string');
  await page.getByRole('button', { name: 'Evenimente mai vechi' }).click();
  await held.asked;
  await page.getByLabel('Zile', { exact: true }).selectOption('azi');
  await expect(rows).toHaveCount(2);

  await held.letGo();
  await expect(rows).toHaveCount(2);
});

/** Blocks a card as a bulk job, and leaves its question before it is started. @returns what holds that. */
async function leaveJob(page: Page, serial: string) {
  await signIn(page, implementer, `/card?q=${serial}`);
  await page.getByRole('checkbox', { name: 'Selectează pagina' }).check();
  await page.getByRole('button', { name: 'Blochează', exact: true }).click();
  await expect(dialog(page)).toContainText('Un card va fi blocat');
  const held = await hold(page, 'StartBulkJob');
  await dialog(page).getByRole('button', { name: 'Blochează' }).click();
  await held.asked;
  await page.keyboard.press('Escape');
  return held;
}

test('a job that is started late is not shown on another screen', alike, async ({ page }) => {
  const { serial } = await makeCard();
  const held = await leaveJob(page, serial);
  await toContainers(page);

  await held.letGo();
  await expect(page).toHaveURL(/\/containers$/);
});

test(
  'the question about other rows stays open, and they stay picked, when a job is started late',
  alike,
  async ({ page }) => {
    const [one, two] = [await makeCard(), await makeCard()];
    const held = await leaveJob(page, one.serial);
    await page.getByRole('main').getByRole('searchbox').fill(two.serial);
    await expect(page).toHaveURL(new RegExp(two.serial));
    await page.getByRole('checkbox', { name: 'Selectează pagina' }).check();
    await page.getByRole('button', { name: 'Deblochează', exact: true }).click();
    await dialog(page).getByLabel('Motiv').fill('găsit');

    await held.letGo();
    await expect(dialog(page).getByLabel('Motiv')).toHaveValue('găsit');
  },
);

test('why a card was not handed out is said also where the form was closed meanwhile', alike, async ({ page }) => {
  const { apartmentIds } = await anEntrance(2);
  const [apartmentId, other] = apartmentIds;
  const { id: cardId, serial } = await makeCard();
  await signIn(page, implementer, `/apartments/${apartmentId}?tab=cards`);
  await page.getByRole('button', { name: 'Predă un card' }).first().click();
  await dialog(page).getByLabel('Seria').fill(serial);
  await expect(dialog(page).getByRole('button', { name: 'Predă', exact: true })).toBeVisible();
  await as(implementer, 'mutation ($a: ID!, $c: ID!) { assignCard(apartmentId: $a, cardId: $c) { id } }', {
    a: other,
    c: cardId,
  });
  const held = await hold(page, 'AssignCard');
  await dialog(page).getByRole('button', { name: 'Predă', exact: true }).click();
  await held.asked;
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await held.letGo();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('what was not saved of a container is said also on the screen that is open by then', alike, async ({ page }) => {
  const [containerId = ''] = (await someContainers(1)).ids;
  await signIn(page, 'containers@noa.test', `/containers/status_update?container=${containerId}`);
  await page.getByText('Întreținere').first().click();
  const held = await hold(page, 'CreateStatusUpdate');
  await page.getByRole('button', { name: 'Salvează și următorul' }).click();
  await held.asked;
  await toContainers(page);
  await held.fail();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('what is written of the next container stays when the one before is saved', alike, async ({ page }) => {
  const [containerId = ''] = (await someContainers(1)).ids;
  await signIn(page, 'containers@noa.test', `/containers/status_update?container=${containerId}`);
  await page.getByText('Umplere').click();
  await page.getByRole('textbox', { name: 'Umplere' }).fill('40');
  const held = await hold(page, 'CreateStatusUpdate');
  await page.getByRole('button', { name: 'Salvează și următorul' }).click();
  await held.asked;
  await page.getByLabel('Notă').fill('Capac rupt');
  await held.letGo();
  await expect(page.getByText(/: umplere, salvat/i)).toBeVisible();
  await expect(page.getByLabel('Notă')).toHaveValue('Capac rupt');
});

test('containers that come onto the route late take nobody along', alike, async ({ page }) => {
  const { word } = await someContainers(1);
  await signIn(page, 'containers@noa.test', `/containers/status?q=${word}`);
  await page.getByRole('checkbox', { name: /Selectează pagina/ }).check();
  const held = await hold(page, 'RouteContainers');
  await page.getByRole('button', { name: 'Pe traseul de azi' }).click();
  await held.asked;
  await toContainers(page);

  await held.letGo();
  await expect(page.getByText('Un container este pe traseu.')).toBeVisible();
  await expect(page).toHaveURL(/\/containers$/);
});

test(
  'a record that is opened before the typing pauses stays open, however long its screen takes to come',
  alike,
  async ({ page }) => {
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
  },
);

test(
  'what is typed into a filter is used, also where its panel is closed before the typing pauses',
  alike,
  async ({ page }) => {
    await signIn(page, implementer, '/tower-blocks');
    const filters = page.getByRole('button', { name: 'Filtrează' });
    const street = page.getByRole('group', { name: 'Filtrează' }).getByRole('textbox', { name: 'Stradă' });
    for (const [typed, close] of [
      ['gar', () => page.keyboard.press('Escape')],
      ['mih', () => page.getByRole('heading', { level: 1 }).click()],
    ] as const) {
      await filters.click();
      await street.fill(typed);
      await close();
      await expect(street).toHaveCount(0);
      await expect(page).toHaveURL(new RegExp(`addrStreet=${typed}`));
    }
  },
);

test('that a search found nothing is not told of the whole list while that is on its way', async ({ page }) => {
  await signIn(page, implementer, '/managers?q=nimicdeacesta');
  const main = page.getByRole('main');
  await expect(main.getByText('Nimic nu se potrivește')).toBeVisible();
  const held = await hold(page, 'Managers', ({ filter }) => !(filter as object | null) || !('q' in (filter as object)));
  // By the keyboard, which then stands somewhere.
  await main.getByRole('button', { name: 'Resetează filtrele' }).last().press('Enter');
  await held.asked;
  await expect(page.locator('body')).not.toBeFocused();

  await expect(page).not.toHaveURL(/q=/);
  await expect(main.getByText('Nimic nu se potrivește')).toHaveCount(0);
  await expect(main.getByText('Niciun administrator de bloc încă')).toHaveCount(0);
  await held.letGo();
  await expect(main.getByRole('row').nth(1)).toBeVisible();
});
