import { expect, test } from '@playwright/test';
import { goTo } from './support/go-to.ts';
import { signIn } from './support/sign-in.ts';

const nomenclature = [
  'SIRUTA;DENLOC;CODP;JUD;SIRSUP;TIP;NIV',
  '225;JUDEŢUL IAŞI;0;22;1;40;1',
  '95391;MUNICIPIUL PAŞCANI;0;22;225;4;2',
  '95408;PAŞCANI;705200;22;95391;9;3',
  '95417;BLĂGEŞTI;705201;22;95391;10;3',
].join('\r\n');

test('the nomenclature of places goes in, and a container group is put where it stands by typing the place', async ({
  page,
}) => {
  await signIn(page, 'root@noa.test', '/import');

  await page.getByLabel('Ce conține fișierul').selectOption('siruta');
  await page
    .getByLabel('Alegeți fișierul')
    .setInputFiles({ name: 'siruta.csv', mimeType: 'text/csv', buffer: Buffer.from(nomenclature) });
  await page.getByRole('button', { name: 'Verifică fișierul' }).click();
  await expect(page.getByRole('row', { name: /^Județe, UAT-uri, localități/ })).toBeVisible();
  await page.getByRole('button', { name: 'Aplică', exact: true }).click();
  await expect(page.getByText('Importul s-a încheiat')).toBeVisible();

  await goTo(page, '/container-groups/create');
  await page.getByRole('textbox', { name: 'Număr', exact: true }).fill(`SIR-${Date.now()}`);
  // Root belongs to no org, and is always asked whose it is.
  await page.getByRole('combobox', { name: 'Organizație' }).fill('Lunca Mare');
  await page.getByRole('option', { name: 'Primăria Lunca Mare' }).click();
  await page.getByRole('combobox', { name: 'Localitate' }).fill('blagesti iasi');
  await page.getByRole('option', { name: 'Jud. Iași › Municipiul Pașcani › Blăgești' }).click();
  await page.getByRole('button', { name: 'Salvează' }).click();

  await expect(page.getByRole('main').getByText('Jud. Iași › Municipiul Pașcani › Blăgești')).toBeVisible();
});
