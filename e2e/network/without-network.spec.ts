import { expect, test, type Page } from '@playwright/test';
import { someContainers } from '../support/containers.ts';
import { anEntrance } from '../support/handover-entrance.ts';
import { as, fresh } from '../support/record-kinds.ts';
import { signIn } from '../support/sign-in.ts';
import { alike } from '../support/thorough.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const awaited = (page: Page) => page.getByText('Ce ați cerut apare când revine legătura');

/** What tells whether the page has been loaded anew since. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
const marked = (page: Page) => page.locator('html[data-before]');

test('a screen and a part of one that were never opened come once there is a network again, and what stands stays', async ({
  page,
  context,
}) => {
  await signIn(page, 'implementer@noa.test', '/containers');
  await expect(heading(page)).toContainText('Containere');
  await mark(page);

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Blocuri', exact: true }).click();
  await expect(awaited(page)).toBeVisible();
  await expect(heading(page)).toContainText('Containere');
  await expect(page.getByRole('table', { name: 'Containere' })).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page)).toContainText('Blocuri');
  await expect(page.getByRole('table', { name: 'Blocuri' })).toBeVisible();
  await expect(awaited(page)).toHaveCount(0);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Coloane' }).click();
  await expect(awaited(page)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Blocuri' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('checkbox', { name: 'Stradă' })).toBeVisible();
  await expect(marked(page)).toBeAttached();
});

test(
  'a map that is to come while there is no network waits for it, and takes nothing of the screen with it',
  alike,
  async ({ page, context }) => {
    const { word, serials } = await someContainers(2);
    // A browser that is busy until the test says that it is not.
    await page.addInitScript(() => {
      const asked: (() => void)[] = [];
      window.requestIdleCallback = (call) => asked.push(() => call({ didTimeout: false, timeRemaining: () => 1 }));
      window.cancelIdleCallback = (number) => (asked[number - 1] = () => undefined);
      Object.assign(window, { becomeIdle: () => asked.forEach((call) => call()) });
    });
    await signIn(page, 'implementer@noa.test', `/containers/status?q=${word}`);
    const rows = page.getByRole('table', { name: 'Lista containerelor' }).locator('tbody tr');
    await expect(rows).toHaveCount(serials.length);
    await context.setOffline(true);
    await expect(page.getByText('Noutățile nu mai vin de la sine')).toBeVisible();

    await page.evaluate(() => (window as unknown as { becomeIdle: () => void }).becomeIdle());
    await expect(awaited(page)).toBeVisible();
    await expect(rows).toHaveCount(serials.length);
    await context.setOffline(false);

    await expect(page.getByText('Legătura a revenit')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Harta containerelor' })).toBeVisible();
    await expect(rows).toHaveCount(serials.length);
  },
);

test('a file that is lost on the way is asked for once more; one that the server has no more is looked for in its newest build, once', async ({
  page,
}) => {
  await signIn(page, 'implementer@noa.test', '/containers');
  await expect(heading(page)).toContainText('Containere');
  await mark(page);
  const file = /\/assets\/TowerBlockView[^/]*\.js$/;
  const list = /\/assets\/tower-block\.resource[^/]*\.js$/;

  let isLost = true;
  await page.route(list, (route) => {
    const wasLost = isLost;
    isLost = false;
    return wasLost ? route.abort('connectionreset') : route.continue();
  });
  await page.getByRole('link', { name: 'Blocuri', exact: true }).click();
  await expect(heading(page)).toContainText('Blocuri');
  expect(isLost).toBe(false);
  await expect(marked(page)).toBeAttached();

  await page.route(file, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('table', { name: 'Blocuri' }).getByRole('link').first().click();
  await expect(page.getByText('Consola a fost actualizată')).toBeVisible();
  await expect(marked(page)).not.toBeAttached();
  await expect(page.getByRole('main')).not.toContainText('assets');
  // What is written elsewhere then is asked about as ever.
  await page.getByRole('link', { name: 'Scări', exact: true }).click();
  await page.getByRole('link', { name: 'Adaugă' }).click();
  await page.getByRole('textbox', { name: 'Scară' }).fill('Z');
  await page.getByRole('link', { name: 'Blocuri', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Aveți modificări nesalvate' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Renunță la modificări' }).click();
  await page.getByRole('table', { name: 'Blocuri' }).getByRole('link').first().click();
  await expect(page.getByText('Consola a fost actualizată')).toBeVisible();
  await page.unroute(file);
  await page.getByRole('button', { name: 'Reîncarcă pagina' }).click();
  await expect(page.getByRole('main')).toContainText('Scări');
});

test('what is being written outlives an update of the console in the middle of it', async ({ page }) => {
  const { entranceId: id } = await anEntrance(0);
  const [theirs, mine] = [fresh('Y'), fresh('Z')];
  await signIn(page, 'implementer@noa.test', `/entrances/${id}/update`);
  await page.getByRole('textbox', { name: 'Scară' }).fill(mine);
  await mark(page);
  const { entrance } = await as<{ entrance: { rowId: string } }>(
    'root@noa.test',
    'query ($id: ID!) { entrance(id: $id) { rowId } }',
    { id },
  );
  await as(
    'root@noa.test',
    'mutation ($id: ID!, $rowId: ID!, $addrSc: String!) { updateEntrance(id: $id, rowId: $rowId, input: { addrSc: $addrSc }) { id } }',
    { id, rowId: entrance.rowId, addrSc: theirs },
  );

  // The dialog that shows both is of the build before.
  const dialog = /\/assets\/ConflictDialog[^/]*\.js$/;
  await page.route(dialog, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('button', { name: 'Salvează' }).click();

  await expect(marked(page)).not.toBeAttached();
  await expect(page.getByRole('textbox', { name: 'Scară' })).toHaveValue(mine);
  await page.unroute(dialog);
  await page.getByRole('button', { name: 'Salvează' }).click();
  await expect(page.getByRole('radio', { name: `Varianta lor: ${theirs}` })).toBeVisible();
  await expect(page.getByRole('radio', { name: `Varianta mea: ${mine}` })).toBeVisible();
});

test('where records are chosen it is said that no answer came, and not that there is none; the arrows lead through all', async ({
  page,
  context,
}) => {
  await signIn(page, 'implementer@noa.test', '/entrances/create');
  const manager = page.getByRole('combobox', { name: 'Administrator de bloc' });
  await expect(manager).toBeVisible();
  await context.setOffline(true);
  await manager.fill('Asociația');
  await expect(page.getByRole('option', { name: 'Căutarea nu a reușit. Încercați din nou.' })).toBeVisible();
  await context.setOffline(false);

  const block = page.getByRole('combobox', { name: 'Bloc', exact: true });
  await block.click();
  await expect(page.locator('[role=option][data-active]:visible')).toBeInViewport();
  await block.press('ArrowUp');
  await expect(page.locator('[role=option][data-active]:visible'), 'the last').toBeInViewport();
});
