import { expect, test } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { signIn } from '../support/sign-in.ts';
import { alike } from '../support/thorough.ts';

const digits = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, '') || 'none');

test('a figure of a report leads to its records, as many as it says, and back', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/reports/usage?by=waste_stream&metrics=event_count,total_litres');
  const table = page.getByRole('table', { name: 'Utilizare', exact: true });
  const row = table.locator('tbody tr').first();
  const figure = row.getByRole('link').first();
  await expect(figure).toHaveText(/\d/);
  const name = (await row.getByRole('cell').first().textContent()) ?? '';
  const shown = (await figure.textContent()) ?? '';
  const count = digits(shown);
  expect(count).toBeGreaterThan(0);

  await figure.click();

  await expect(page.getByRole('heading', { level: 2, name: 'Evenimente' })).toBeVisible();
  await expect(page.getByText(/înregistr/).first()).toHaveText(/^\d[\d.]* (de )?înregistrări$|^o înregistrare$/);
  const said = page.getByText(/înregistr/).first();
  await expect.poll(async () => digits(await said.textContent()) || 1).toBe(count);
  await expect(page.getByText(`Fracție: ${name} · Perioadă`)).toBeVisible();
  const records = page.getByRole('table', { name: 'Utilizare: Evenimente' });
  await expect(records.locator('tbody tr')).toHaveCount(Math.min(50, count));
  expect(await axeFindings(page, { within: 'main' })).toEqual([]);

  const container = records.getByRole('link').first();
  await container.click();
  await expect(page).toHaveURL(/\/(containers|card|apartments)\//);
  await page.goBack();
  await expect(records).toBeVisible();

  await page.getByRole('link', { name: 'Înapoi la tabel' }).click();
  await expect(figure).toHaveText(shown);
  await expect(page).not.toHaveURL(/records=/);
});

test('of each emptying that a figure counts it is said which container it was, and when', alike, async ({ page }) => {
  await signIn(page, 'root@noa.test', '/reports/emptyings?period=last30Days&by=waste_stream');
  const table = page.getByRole('table', { name: 'Goliri', exact: true });
  await table.locator('tbody tr').first().getByRole('link').first().click();

  const records = page.getByRole('table', { name: 'Goliri: Goliri' });
  await expect(records.getByRole('columnheader', { name: 'Când' })).toBeVisible();
  await expect(records.locator('tbody tr').first()).toContainText(/\d{1,2} \p{L}+\.? \d{4}, \d\d:\d\d/u);
});
