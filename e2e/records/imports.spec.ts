import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from '../support/api.ts';
import { axeFindings } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, isThorough, shownElsewhere } from '../support/thorough.ts';

const town = 'Primăria Lunca Mare';

/** Says what a list holds and whose it is, as a person does. */
async function choose(page: Page, kind: string): Promise<void> {
  await goTo(page, '/import');
  await page.getByLabel('Ce conține fișierul').selectOption(kind);
  const { orgs } = await graphql<{ orgs: { totalCount: number } }>(
    await signInByPassword('root@noa.test'),
    '{ orgs { totalCount } }',
  );
  if (orgs.totalCount > 1) {
    await page.getByLabel('Organizația în registrul căreia intră').selectOption(town);
  }
}

async function uploadFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Alegeți fișierul').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await expect(page.getByRole('button', { name: 'Verifică fișierul' })).toBeVisible();
}

/** Uploads a list of `kind` as a person does, up to its columns. */
async function upload(page: Page, kind: string, name: string, rows: readonly string[]): Promise<void> {
  await choose(page, kind);
  await uploadFile(page, name, Buffer.from(`${rows.join('\r\n')}\r\n`));
}

const planned = (page: Page, row: string) =>
  page.getByRole('table', { name: 'Ce s-ar schimba' }).getByRole('row', { name: new RegExp(`^${row}`) });

const expectNoFindings = async (page: Page, step: string) => expect.soft(await axeFindings(page), step).toEqual([]);

/** The same of what consists of parts that each commit looks at elsewhere. */
const expectNoFindingsAtNight = async (page: Page, step: string) => isThorough && expectNoFindings(page, step);

test('a list of containers with bad rows: they are named and given back, the good ones go in and come out again', async ({
  page,
}) => {
  await signIn(page, 'root@noa.test');
  await upload(page, 'containers', 'Containere 2026.csv', [
    'Primăria Lunca Mare: containere',
    'Lista din noiembrie',
    'Nr. crt.;Platforma;Serie;Fracție;Volum;Tambur;Adresa;Observații',
    '1;E2E-P1;E2E-C1;plastic;1100;20;Str. Gării nr. 5 bl. 3;nou',
    '2;E2E-P1;E2E-C2;hârtie;mare;20;Str. Gării nr. 5 bl. 3;',
    '3;E2E-P2;E2E-C3;mixt;1100;20;Str. Unirii nr. 7;',
    '4;E2E-P2;E2E-C4;sticlă;240;20;Str. Unirii nr. 7;',
  ]);

  const preview = page.getByRole('table', { name: 'Primele rânduri ale fișierului' });
  await expect(page.getByLabel('Rândul antetului')).toHaveValue('3');
  await expect(preview.getByRole('columnheader', { name: 'Adresa: nr.' })).toBeVisible();
  await expect(preview.getByRole('row').nth(1)).toContainText('Str. Gării53');
  await expect(page.getByText('Coloane nefolosite: Nr. crt., Observații și Adresa: rest.')).toBeVisible();
  await expectNoFindings(page, 'the columns');

  await page.getByLabel('Desparte adresele').click();
  await expect(preview.getByRole('columnheader', { name: 'Adresa: nr.' })).toHaveCount(0);
  await page.getByLabel('Desparte adresele').click();
  await expect(preview.getByRole('columnheader', { name: 'Adresa: nr.' })).toBeVisible();
  for (const [row, firstColumn] of [
    ['4', '1'],
    ['3', 'Nr. crt.'],
  ] as const) {
    await page.getByLabel('Rândul antetului').fill(row);
    await page.getByLabel('Rândul antetului').press('Enter');
    await expect(preview.getByRole('columnheader', { name: firstColumn, exact: true })).toBeVisible();
    await expect(page.getByLabel('Rândul antetului')).toBeFocused();
  }
  await page.getByLabel('Rândul antetului').fill('60');
  await page.getByLabel('Rândul antetului').press('Enter');
  await expect(page.getByText('Rândul acesta este gol sau nu există')).toBeVisible();

  await page.getByRole('button', { name: 'Verifică fișierul' }).click();
  const problems = page.getByRole('table', { name: 'Problemele fișierului' });
  await expect(problems.getByRole('rowheader', { name: 'Platforma: Nu există' })).toContainText('Creează ce lipsește');
  await page.getByText('Coloanele și citirea fișierului').click();
  await page.getByLabel('Creează ce lipsește').check();
  await page.getByRole('button', { name: 'Verifică din nou' }).click();

  await expect(planned(page, 'Grupuri de containere')).toContainText('2');
  await expect(planned(page, 'Containere')).toContainText('2');
  await expect(problems.getByRole('rowheader', { name: 'Fracție: Cuvânt necunoscut' })).toContainText('sticlă');
  await expect(problems.getByRole('row', { name: '6 mixt' })).toBeVisible();
  await expect(problems.getByRole('row', { name: '5 mare' })).toBeVisible();
  await expectNoFindings(page, 'the problems');

  const apply = page.getByRole('button', { name: 'Aplică rândurile bune' });
  await page.getByText('Coloanele și citirea fișierului').click();
  await page.getByLabel('Creează ce lipsește').uncheck();
  await expect(page.getByText('nu sunt cele verificate')).toBeVisible();
  await expect(apply, 'nothing is applied but what was checked').toBeDisabled();
  await page.getByLabel('Creează ce lipsește').check();
  await apply.click();
  await expect(page.getByText('Importul s-a încheiat')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descarcă rândurile cu probleme' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Containere 2026-de-corectat.csv');
  const bad = (await readFile(await download.path(), 'utf8'))
    .replaceAll(/[\u{FEFF}"]/gu, '')
    .trim()
    .split(/\r?\n/);
  expect(bad).toHaveLength(3);
  expect(bad[0]).toBe('Nr. crt.;Platforma;Serie;Fracție;Volum;Tambur;Adresa;Observații;Motiv');
  expect(bad[1]).toContain('Volum: Nu este un număr');
  expect(bad[2]).toContain('Fracție: Cuvânt necunoscut');
  await expectNoFindingsAtNight(page, 'the result');

  await page.getByRole('button', { name: 'Anulează importul' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Anulează importul' }).click();
  await expect(page.getByText('Importul a fost anulat')).toBeVisible();
  await expect(page.getByText('Șterse: 4,')).toBeVisible();
  await expectNoFindingsAtNight(page, 'what was undone');
});

test('a template that is downloaded comes back with its example good', shownElsewhere, async ({ page }) => {
  await signIn(page, 'root@noa.test');
  await choose(page, 'managers');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descarcă modelul' }).click(),
  ]);
  await expectNoFindings(page, 'the template');

  await uploadFile(page, download.suggestedFilename(), await readFile(await download.path()));
  await page.getByRole('button', { name: 'Verifică fișierul' }).click();

  expect(download.suggestedFilename()).toBe('model-managers.xlsx');
  await expect(planned(page, 'Administratori')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aplică', exact: true })).toBeEnabled();
});

interface Block {
  readonly county: string;
  readonly locality: string;
  readonly addrStreet: string;
  readonly addrNr: string;
  readonly addrBl: string;
}

test(
  'addresses that are probably in the registry are decided by keyboard, and what was decided is what another check counts',
  shownElsewhere,
  async ({ page }) => {
    const { towerBlocks } = await graphql<{ towerBlocks: { nodes: Block[] } }>(
      await signInByPassword('root@noa.test'),
      '{ towerBlocks(first: 20, filter: { q: "Lunca" }) { nodes { county locality addrStreet addrNr addrBl } } }',
    );
    const numbered = towerBlocks.nodes.filter(({ addrBl }) => addrBl !== '').slice(0, 3);
    const otherwise = (block: Block) =>
      [block.county, block.locality, block.addrStreet, `${block.addrNr}9`, block.addrBl, '2'].join(';');
    await signIn(page, 'root@noa.test');
    await upload(page, 'buildings', 'blocuri.csv', [
      'Județ;Localitate;Strada;Nr;Bloc;Apartamente',
      ...numbered.map(otherwise),
    ]);
    await page.getByRole('button', { name: 'Verifică fișierul' }).click();

    await expect(planned(page, 'Blocuri')).toContainText(/Blocuri\s*0/);
    await expect(page.getByText('3 adrese seamănă cu blocuri din registru și nu sunt hotărâte')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Probabil la fel (3)' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('Blocul se potrivește, numărul diferă').first()).toBeVisible();
    await expectNoFindings(page, 'the review queue');

    const same = page.getByRole('tabpanel').getByRole('button', { name: 'La fel', exact: true });
    await same.first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 adrese nehotărâte', { exact: true })).toBeVisible();
    await expect(same.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(same.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(same.nth(1)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('O adresă nehotărâtă', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Toate sunt altele' }).click();
    await expect(page.getByText('nehotărât')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Altul', exact: true, pressed: true })).toHaveCount(1);
    await expectNoFindings(page, 'what was decided');

    await page.getByRole('status').getByRole('button', { name: 'Verifică din nou' }).click();
    await expect(planned(page, 'Blocuri')).toContainText(/Blocuri\s*1/);
    await page.getByRole('button', { name: 'Renunță la import' }).click();
    await expect(page.getByText('Importul a fost oprit')).toBeVisible();
  },
);

test(
  'who goes elsewhere while a file is on its way is left there, and finds the import among those before',
  alike,
  async ({ page }) => {
    let letGo: () => void = () => undefined;
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataBuffer()?.includes('StartImport')) {
        await new Promise<void>((resolve) => (letGo = resolve));
      }
      await route.continue();
    });
    const fileName = `plecat-${Date.now()}.csv`;
    await signIn(page, 'root@noa.test', '/import');
    await choose(page, 'managers');
    const sent = page.waitForRequest((request) => request.postDataBuffer()?.includes('StartImport') ?? false);
    await page
      .getByLabel('Alegeți fișierul')
      .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: Buffer.from('Nume\r\nAsociația A\r\n') });
    await sent;
    const menu = page.getByRole('navigation', { name: 'Meniu principal' });
    await menu.getByRole('link', { name: 'Containere', exact: true }).click();
    await expect(page).toHaveURL(/\/containers$/);
    const answered = page.waitForResponse(
      (response) => response.request().postDataBuffer()?.includes('StartImport') ?? false,
    );
    letGo();
    await answered;
    await page.waitForTimeout(1_000);
    await expect(page).toHaveURL(/\/containers$/);

    await menu.getByRole('link', { name: 'Import' }).click();
    await expect(page.getByRole('link', { name: fileName })).toBeVisible();
  },
);

test(
  'an import that has ended meanwhile is said to have, also where stopping it is refused for that',
  alike,
  async ({ page }) => {
    await signIn(page, 'root@noa.test');
    await upload(page, 'containers', 'Oprit.csv', ['Platforma;Serie', 'E2E-P9;E2E-C9']);
    const id = new URL(page.url()).searchParams.get('job');
    await graphql(await signInByPassword('root@noa.test'), `mutation { cancelImport(id: "${id}") { state } }`);

    await page.route('**/graphql', (route) =>
      (route.request().postDataJSON() as { operationName: string }).operationName === 'CancelImport'
        ? route.fulfill({ json: { errors: [{ message: 'It is over', extensions: { code: 'Conflict' } }] } })
        : route.continue(),
    );

    await page.getByRole('button', { name: 'Renunță' }).click();

    await expect(page.getByText('Importul a fost oprit; nu s-a scris nimic.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Renunță' })).toHaveCount(0);
  },
);
