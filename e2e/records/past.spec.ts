import { expect, test } from '@playwright/test';
import { asRoot } from '../support/api.ts';
import { isClean } from '../support/axe.ts';
import { query, rows, settledRows } from '../support/list-screen.ts';
import { goTo } from '../support/go-to.ts';
import { as } from '../support/record-kinds.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, isThorough } from '../support/thorough.ts';

interface Group {
  readonly id: string;
  readonly rowId: string;
  readonly name: string;
}

const minuteMs = 60_000;

/** As the address tells a moment, in the zone of the test's browser: `2026-11-01T12:00`. */
const asAddress = (moment: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest', dateStyle: 'short', timeStyle: 'short' })
    .format(moment)
    .replace(' ', 'T');

/** The same as people of the language type it: `01.11.2026 12:00`. */
const typed = (address: string) => address.replace(/^(\d+)-(\d+)-(\d+)T/, '$3.$2.$1 ');

test('lists and records are seen as they were, with nothing to change; an older version is restored after it shows what will change', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { entrances } = await asRoot<{
    entrances: { nodes: { id: string; updatedAt: string; accessGroup: (Group & { updatedAt: string }) | null }[] };
  }>(
    // Of those left alone longest, which no other journey deletes; some are in no group.
    `{
      entrances(first: 50, sort: { field: updated_at, direction: asc }) {
        nodes { id updatedAt accessGroup { id rowId name updatedAt } }
      }
    }`,
  );
  const entrance = entrances.nodes.find(({ accessGroup }) => accessGroup);
  const group = entrance?.accessGroup;
  if (!entrance || !group) {
    throw new Error('The demonstration town has no entrance with an access group');
  }
  // The address is no finer than a minute, and the town perhaps not yet as old.
  const youngest = Math.max(Date.parse(entrance.updatedAt), Date.parse(group.updatedAt));
  const wholeMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs;
  await expect.poll(wholeMinute, { timeout: 2 * minuteMs }).toBeGreaterThan(youngest);
  const asOf = asAddress(wholeMinute());
  await asRoot(rename, {
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
  await dialog.getByLabel('Dată și oră', { exact: true }).fill('01.01.2060 00:00');
  await dialog.getByRole('button', { name: 'Vezi', exact: true }).click();
  await expect(dialog).toContainText('Alegeți o dată și o oră din trecut');
  await dialog.getByLabel('Dată și oră', { exact: true }).fill(typed(asOf));
  await dialog.getByRole('button', { name: 'Vezi', exact: true }).click();

  await expect(main.getByRole('status').filter({ hasText: 'Vedeți datele de la' })).toBeVisible();
  await expect(main.getByRole('link', { name: group.name, exact: true }).first()).toBeVisible();
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
  await expect(main.getByRole('button', { name: 'Filtrează' })).toBeFocused();

  // How full it is, and what happened since, is of now.
  await goTo(page, `/containers?asOf=${asOf}&full=true`);
  await settledRows(page);
  await expect(main.getByText('Nu am ținut seama de ce scrie în adresă la: Pline')).toBeVisible();
  await expect(main.getByRole('columnheader', { name: 'Volum' })).toBeVisible();
  await expect(main.getByText('Nivel de umplere')).toHaveCount(0);
  await rows(page).first().click();
  await expect(main.getByText('Grup de containere', { exact: true })).toBeVisible();
  await expect(main.getByText('Nivel de umplere')).toHaveCount(0);
  await expect(main.getByRole('tab')).toHaveText(['Istoric']);

  await goTo(page, '/access-groups?asOf=ieri');
  await expect(main.getByRole('status').filter({ hasText: 'Vedeți datele de acum' })).toBeVisible();

  await goTo(page, `/access-groups/${group.id}?tab=history`);
  // The newest version has nothing to restore: the first is the one before it.
  await main.getByRole('button', { name: 'Restaurează' }).first().click();
  const question = page.getByRole('dialog', { name: 'Restaurarea unei versiuni' });
  await expect(question).toContainText(`${group.name} nou`);
  if (isThorough) {
    await isClean(page); // a dialog and a table as on other screens
  }
  await question.getByRole('button', { name: 'Restaurează' }).click();

  await expect(question).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(group.name);
  const newest = main.locator('ol > li').first();
  await expect(newest).toContainText('implementer@noa.test');
  await expect(newest.getByRole('button', { name: 'Restaurează' })).toHaveCount(0);
});

test('it is said before a version is restored what that does to who opens what', alike, async ({ page }) => {
  const implementer = 'implementer@noa.test';
  const { group } = await as<{ group: { id: string; rowId: string } }>(
    implementer,
    'mutation ($input: CreateContainerGroupInput!) { group: createContainerGroup(input: $input) { id rowId } }',
    { input: { itemNumber: 'Restaurată-1', accessMode: 'controlled' } },
  );
  const container = { serialNumber: 'restaurat-1', wasteStream: 'glass', sizeLitres: 1100, volumeControlLitres: 20 };
  await as(implementer, 'mutation ($input: CreateContainerInput!) { createContainer(input: $input) { id } }', {
    input: { ...container, containerGroupId: group.id },
  });
  const open = `mutation ($id: ID!, $rowId: ID!, $input: UpdateContainerGroupInput!) {
    updateContainerGroup(id: $id, rowId: $rowId, input: $input) { id }
  }`;
  await as(implementer, open, { ...group, input: { accessMode: 'open' } });

  await signIn(page, implementer, `/container-groups/${group.id}?tab=history`);
  await page.getByRole('main').getByRole('button', { name: 'Restaurează' }).first().click();

  const question = page.getByRole('dialog', { name: 'Restaurarea unei versiuni' });
  await expect(question).toContainText('Ce schimbă');
  await expect(question).toContainText('1 container va cere card');
});

const rename = `mutation ($id: ID!, $rowId: ID!, $input: UpdateAccessGroupInput!) {
  updateAccessGroup(id: $id, rowId: $rowId, input: $input) { id rowId name }
}`;

test.describe('in a browser elsewhere', () => {
  test.use({ timezoneId: 'America/Bogota' });

  test(
    'a link to the past leads to its moment by the clock of the viewer’s orgs, and says it',
    alike,
    async ({ page }) => {
      const asOf = asAddress(Date.now() - minuteMs);
      await signIn(page, 'implementer@noa.test', `/managers?asOf=${asOf}`);

      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Vedeți datele de la' })).toContainText(
        asOf.slice('2026-11-01T'.length),
      );
    },
  );
});
