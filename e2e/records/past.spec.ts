import { expect, test } from '@playwright/test';
import { asRoot } from '../support/api.ts';
import { isClean } from '../support/axe.ts';
import { query, settledRows } from '../support/list-screen.ts';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';

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

  await goTo(page, '/access-groups?asOf=ieri');
  await expect(main.getByRole('status').filter({ hasText: 'Vedeți datele de acum' })).toBeVisible();
  await asRoot(rename, { id: group.id, rowId: renamed.rowId, input: { name: group.name } });
});

const rename = `mutation ($id: ID!, $rowId: ID!, $input: UpdateAccessGroupInput!) {
  updateAccessGroup(id: $id, rowId: $rowId, input: $input) { id rowId name }
}`;
