import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { asRoot } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { settledRows } from '../support/list-screen.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, shownElsewhere } from '../support/thorough.ts';

const unique = (name: string) => `${name} ${Date.now()}`;
const idOf = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? '';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function deleteFromView(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('button', { name: 'Șterge', exact: true }).click();
}

const confirmDelete = (page: Page) =>
  page.getByRole('dialog', { name: 'Ștergere' }).getByRole('button', { name: 'Șterge', exact: true }).click();

/** From the record's view: a wrong address is refused, a good one is invited, and shown so; then it goes again. */
async function addAndRemoveMember(page: Page, title: string, role?: string): Promise<void> {
  const email = `${unique('ana').replace(' ', '.')}@primarie.test`;
  await page.getByRole('tab', { name: 'Membri' }).click();
  await expect(page.getByText('Niciun membru încă')).toBeVisible();
  await page.getByRole('link', { name: 'Adaugă membru' }).first().click();
  await expect(heading(page)).toHaveText(title);
  await expect(page).toHaveURL(/\/member\/add$/);

  const field = page.getByLabel('E-mail');
  await field.fill('ana la primarie');
  await page.getByRole('button', { name: 'Salvează' }).click();
  await expect(page.getByText('Nu este o adresă de e-mail').first()).toBeVisible();
  await field.fill(email);
  if (role !== undefined) {
    await page.getByRole('combobox', { name: 'Rol' }).selectOption(role);
  }
  await page.getByRole('button', { name: 'Salvează' }).click();

  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row.getByText('Invitat')).toBeVisible();
  await row.getByRole('button', { name: 'Elimină membrul' }).click();
  const question = page.getByRole('dialog', { name: 'Eliminarea unui membru' });
  await expect(question).toContainText(email);
  await question.getByRole('button', { name: 'Elimină membrul' }).click();
  await expect(row).toHaveCount(0);
}

async function townId(): Promise<string> {
  const { orgs } = await asRoot<{ orgs: { nodes: { id: string }[] } }>(
    '{ orgs(first: 1, filter: { q: "lunca mare" }) { nodes { id } } }',
  );
  return orgs.nodes[0]?.id ?? '';
}

/** Downloads the org whose archive is asked for on the screen, having said what for. */
async function takeAway(page: Page, name: string): Promise<void> {
  const download = page.getByRole('button', { name: 'Descarcă arhiva' });
  await download.click();
  await expect(page.getByText('Completați acest câmp').first()).toBeVisible();

  await page.getByLabel('Scop').fill('mutarea pe alt server');
  const begun = page.waitForEvent('download', { timeout: 90_000 }); // all of a town
  await download.click();
  const archive = await begun;

  expect(archive.suggestedFilename().replace(/\d{4}-\d\d-\d\d/, 'day')).toBe(`${name} day.zip`);
  const bytes = await readFile(await archive.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('manifest.json')).toBe(true);
}

test('root adds an org, changes it, gives it members and a gateway, deletes it, and takes another away as one archive', async ({
  page,
}) => {
  const name = unique('Comuna Valea Mare');
  await signIn(page, 'root@noa.test', '/orgs');
  await page.getByRole('link', { name: 'Adaugă' }).first().click();
  await expect(heading(page)).toHaveText('Adaugă o organizație');
  await page.getByLabel('Nume').fill(name);
  await page.getByRole('button', { name: 'Salvează' }).click();
  await expect(heading(page)).toHaveText(name);
  await expect(page.getByText('ora României')).toBeVisible();
  const id = idOf(page);

  await page.getByRole('link', { name: 'Modifică' }).click();
  await expect(page).toHaveURL(`/orgs/${id}/update`);
  const drawer = page.getByRole('dialog', { name: 'Modifică organizația' });
  await drawer.getByLabel('Adresă').fill('Str. Mea 1');
  await drawer.getByRole('combobox', { name: 'Fus orar' }).fill('chisinau');
  await page.getByRole('option', { name: 'Europe/Chisinau' }).click();
  await drawer.getByRole('button', { name: 'Salvează' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Str. Mea 1')).toBeVisible();
  await expect(page.getByText('ora Europei de Est (Chisinau)')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Europe/');

  await addAndRemoveMember(page, 'Adaugă un membru al organizației', 'utilizator rapoarte');

  await page.getByRole('tab', { name: 'Rețele de încuietori' }).click();
  await page.getByLabel('Contul rețelei').fill('poarta-nord');
  await page.getByRole('button', { name: 'Leagă rețeaua' }).click();
  const gateway = page.getByRole('listitem').filter({ hasText: 'poarta-nord' });
  await gateway.getByRole('button', { name: 'Dezleagă' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dezleagă' }).click();
  await expect(gateway).toHaveCount(0);

  await page.getByRole('tab', { name: 'Istoric' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Str. Mea 1');

  await deleteFromView(page);
  await confirmDelete(page);
  await expect(page).toHaveURL('/orgs');
  await settledRows(page);
  await expect(page.getByRole('link', { name })).toHaveCount(0);

  await goTo(page, `/orgs/${await townId()}?tab=archive`);
  await takeAway(page, 'Primăria Lunca Mare');
});

test('an org that owns something is not deleted, and says what it owns', alike, async ({ page }) => {
  await signIn(page, 'root@noa.test', `/orgs/${await townId()}`);

  await deleteFromView(page);
  await confirmDelete(page);

  const dialog = page.getByRole('dialog', { name: 'Ștergere' });
  await expect(dialog.getByRole('alert')).toContainText('nu poate fi șters');
  await expect(dialog.getByRole('alert')).toContainText(/\d+ (de )?carduri/);
  await dialog.getByRole('button', { name: 'Închide' }).last().click();
  await expect(dialog).toHaveCount(0);
});

// Who may is the server's to say, for each operation and role.
test('implementers are not offered the archive of their org', shownElsewhere, async ({ page }) => {
  await signIn(page, 'implementer@noa.test', `/orgs/${await townId()}`);
  await expect(page.getByRole('tab', { name: 'Membri' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Arhivă' })).toHaveCount(0);
});

test(
  'an implementer adds a manager, gives it members, and may not delete one that looks after entrances',
  alike,
  async ({ page }) => {
    const name = unique('Asociația Zorilor');
    await signIn(page, 'implementer@noa.test', '/managers');
    await page.getByRole('link', { name: 'Adaugă' }).first().click();
    await page.getByLabel('Nume').fill(name);
    await page.getByRole('button', { name: 'Salvează' }).click();
    await expect(heading(page)).toHaveText(name);
    const id = idOf(page);

    await page.getByRole('link', { name: 'Modifică' }).click();
    await expect(page).toHaveURL(`/managers/${id}/update`);
    await page.getByRole('dialog').getByLabel('Nume').fill(`${name} B`);
    const { manager } = await asRoot<{ manager: { rowId: string } }>(
      'query ($id: ID!) { manager(id: $id) { rowId } }',
      {
        id,
      },
    );
    await asRoot(
      'mutation ($id: ID!, $rowId: ID!, $name: String!) { updateManager(id: $id, rowId: $rowId, input: { name: $name }) { id } }',
      { id, rowId: manager.rowId, name: `${name} C` },
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Salvează' }).click();
    const conflict = page.getByRole('dialog', { name: 'Altcineva a salvat între timp' });
    await conflict.getByRole('radio', { name: `Varianta mea: ${name} B` }).check();
    await conflict.getByRole('button', { name: 'Salvează' }).click();
    await expect(heading(page)).toHaveText(`${name} B`);

    await addAndRemoveMember(page, 'Adaugă un membru al administratorului de bloc');
    await deleteFromView(page);
    await confirmDelete(page);
    await expect(page).toHaveURL('/managers');

    await page
      .getByRole('main')
      .getByRole('link', { name: /Administrare|Asociația|Imobil/ })
      .first()
      .click();
    await deleteFromView(page);
    await confirmDelete(page);
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/sc[aă]r[ăi]/);
  },
);

test('a manager’s member sees who else looks after their entrances, and adds nobody', alike, async ({ page }) => {
  await signIn(page, 'manager@noa.test', '/managers');
  await expect(page.getByRole('link', { name: 'Adaugă' })).toHaveCount(0);
  await page.getByRole('main').getByRole('table').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Membri' }).click();

  await expect(page.getByRole('listitem').filter({ hasText: 'manager@noa.test' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Adaugă membru' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Modifică' })).toHaveCount(0);

  await page.goto(`${new URL(page.url()).pathname}/member/add`);
  await expect(page.getByText('Nu aveți acces aici')).toBeVisible();
});

test(
  'the menu shows managers and orgs in their places, to those who may open them',
  shownElsewhere,
  async ({ page }) => {
    await signIn(page, 'root@noa.test');
    const entries = page.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link');
    await expect(entries.last()).toHaveText('Organizații');
    const names = (await entries.allTextContents()).map((text) => text.trim());
    expect(names.indexOf('Administratori')).toBe(names.indexOf('Scări') + 1);
  },
);

test('who is looked for among people is in the address, and shown again from there', alike, async ({ page }) => {
  await signIn(page, 'root@noa.test', `/orgs/${await townId()}?tab=members`);
  for (const path of [null, '/accounts']) {
    if (path) {
      await goTo(page, path);
    }
    const people = page.getByRole('main').getByRole('listitem');
    await page.getByRole('searchbox').fill('reporter@');
    await expect(people).toHaveCount(1);
    expect(new URL(page.url()).searchParams.get('q')).toBe('reporter@');
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('reporter@');
    await expect(people).toHaveCount(1);
  }
});
