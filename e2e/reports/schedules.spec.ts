import { expect, test } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { signIn } from '../support/sign-in.ts';

test('a report is scheduled as it is on the screen, then changed, paused, taken up again and deleted', async ({
  page,
}) => {
  const recipient = `raport-${Date.now()}@noa.test`;
  await signIn(page, 'reporter@noa.test', '/reports/usage?period=lastMonth&by=month&waste_stream=glass');
  await page.getByRole('button', { name: 'Trimite pe e-mail' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByText('Serverul nu are încă un serviciu de e-mail')).toBeVisible();
  await expect(form.getByLabel('Perioadă')).toHaveValue('last_month');
  await form.getByLabel('Destinatari').fill('primar');
  await form.getByRole('button', { name: 'Programează' }).click();
  await expect(form.getByText('Nu este o adresă de e-mail: primar')).toHaveCount(2); // in the summary and at the field
  expect(await axeFindings(page)).toEqual([]);

  await form.getByLabel('Când').selectOption('weekly');
  await form.getByLabel('Destinatari').fill(recipient);
  await form.getByRole('button', { name: 'Programează' }).click();
  await expect(page.getByText('Raportul va fi trimis pe e-mail')).toBeVisible();
  await expect(form).toHaveCount(0);

  await page.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link', { name: 'Rapoarte' }).click();
  const line = page.getByRole('listitem').filter({ hasText: recipient });
  await expect(line).toContainText('Luna trecută · săptămânal, luni, la 08:00 · XLSX');
  await expect(line).toContainText('Încă netrimis');
  expect(await axeFindings(page)).toEqual([]);
  await line.getByRole('button', { name: 'Trimite acum un test' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Testul nu a fost trimis' })).toContainText(
    'nu este configurat',
  );

  await line.getByRole('link', { name: 'Modifică' }).click();
  await expect(form.getByText('„Utilizare”, după lună')).toBeVisible();
  await expect(form.getByLabel('Zi', { exact: true })).toHaveValue('1');
  await form.getByLabel('Oră').selectOption('06:00');
  await form.getByLabel('Destinatari').fill(`${recipient}, secretar`);
  await form.getByRole('button', { name: 'Salvează' }).click();
  await expect(form.getByRole('alert')).toContainText('Destinatari: Nu este o adresă de e-mail: secretar');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const stay = page.getByRole('button', { name: 'Rămân' });
  await stay.click();
  // The question keeps the focus until it is gone, and what is typed before goes nowhere.
  await expect(stay).toHaveCount(0);
  await form.getByLabel('Destinatari').fill(`${recipient}, secretar@noa.test`);
  await form.getByRole('button', { name: 'Salvează' }).click();
  await expect(page).toHaveURL(/\/reports$/);
  await expect(line).toContainText('săptămânal, luni, la 06:00 · XLSX');
  await expect(line).toContainText(`Către ${recipient}, secretar@noa.test`);
  await expect(line.getByRole('link', { name: 'Modifică' })).toBeFocused();

  // What is sent, and not what the report begins with.
  await line.getByRole('link', { name: 'Utilizare', exact: true }).click();
  await expect(page).toHaveURL(/\/reports\/usage\?period=lastMonth&by=month&metrics=[^&]*&waste_stream=glass$/);
  await expect(page.getByRole('button', { name: 'Scoate filtrul Fracție' })).toBeVisible();
  await page.goBack();

  await line.getByRole('button', { name: 'Întrerupe' }).click();
  await expect(line.getByText('Întrerupt', { exact: true })).toBeVisible();
  await line.getByRole('button', { name: 'Reia' }).click();
  await expect(line.getByText('Următoarea trimitere')).toBeVisible();
  await line.getByRole('button', { name: 'Șterge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Șterge' }).click();
  await expect(line).toHaveCount(0);
});
