import { expect, test, type Page } from '@playwright/test';
import { aSerial } from '../support/handover-entrance.ts';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';

const implementer = 'implementer@noa.test';

const withColons = (serial: string): string => serial.match(/../g)?.join(':') ?? '';

async function create(page: Page, serial: string): Promise<void> {
  await goTo(page, '/card/create');
  await page.getByLabel('Serie').fill(serial);
  await page.getByRole('button', { name: 'Salvează' }).click();
}

async function move(page: Page, reason: string, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motiv').fill(reason);
  await dialog.getByRole('button', { name: confirm }).click();
  await expect(dialog).toHaveCount(0);
}

/** As readers of decimal digits type it, settled by keyboard, with the delivery note that it came with. */
async function createByReader(page: Page, serial: string, deliveryNote: string): Promise<void> {
  await page.getByLabel('Aviz de însoțire').fill(deliveryNote);
  await page.getByLabel('Serie').fill(String(Number(`0x${serial}`)).padStart(10, '0'));
  await page.getByRole('radio', { name: new RegExp(serial) }).press('Space');
  await expect(page.getByLabel('Serie')).toHaveValue(withColons(serial));
  await page.keyboard.press('Control+s');
}

test('a card lives and ends: registered by the digits of a reader, refused twice, blocked, unblocked, erased, registered anew', async ({
  page,
}) => {
  const serial = aSerial();
  await signIn(page, implementer, '/card/create');
  await createByReader(page, serial, '1234/15.11.2026');
  await expect(page.getByText('Cardul a fost înregistrat.')).toBeVisible();
  await expect(page).toHaveURL(/\/card\/(?!create)/);
  await expect(page.getByRole('main').getByText('1234/15.11.2026').first()).toBeVisible();
  const first = page.url();

  await create(page, withColons(serial).toLowerCase());
  await expect(page.getByText('Există deja').first()).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(first);

  await page.getByRole('button', { name: 'Blochează' }).click();
  await move(page, 'pierdut', 'Blochează');
  await expect(page.getByRole('main').getByText('blocat', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Deblochează' }).click();
  await move(page, 'găsit', 'Deblochează');
  await expect(page.getByRole('button', { name: 'Blochează' })).toBeVisible();
  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('button', { name: 'Șterge definitiv' }).click();
  await move(page, 'rupt', 'Șterge definitiv');
  await expect(page.getByText('șters definitiv', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Blochează|Deblochează)$/ })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Evenimente' }).click();
  const events = page.getByRole('table', { name: 'Evenimente' }).getByRole('row');
  for (const [index, text] of ['rupt', 'găsit', 'pierdut', 'serie dublată'].entries()) {
    await expect(events.nth(index + 1)).toContainText(text);
    await expect(events.nth(index + 1)).toContainText(implementer);
  }

  await goTo(page, `${new URL(first).pathname}/update`);
  await expect(page.getByText('Un card nu se modifică printr-un formular')).toBeVisible();

  await create(page, serial);
  await expect(page.getByText('Cardul a fost înregistrat.')).toBeVisible();
  await expect(page).toHaveURL(/\/card\/(?!create)/);
  await expect(page).not.toHaveURL(first);
});
