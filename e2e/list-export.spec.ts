import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { signIn } from './sign-in.ts';

async function downloadList(page: Page): Promise<{ name: string; lines: string[] }> {
  await page.getByRole('button', { name: 'Exportă' }).click();
  await expect(page.getByRole('group', { name: 'Exportă' })).toContainText('cu coloanele care se văd');
  expect(await axeFindings(page, { within: 'main' })).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descarcă CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/^\uFEFF/);
  return { name: download.suggestedFilename(), lines: text.slice(1).trimEnd().split('\r\n') };
}

test('a list is taken away whole, with the columns, filters and order that it shows', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/containers?accessMode=controlled&sort=-sizeLitres&size=25');
  await page.getByRole('button', { name: 'Coloane' }).click();
  await page.getByRole('checkbox', { name: 'Stradă' }).uncheck();
  await page.getByRole('button', { name: 'Coloane' }).click();
  const titles = await page.getByRole('table', { name: 'Containere' }).getByRole('columnheader').allTextContents();
  const shown = titles.map((title) => title.trim()).filter((title) => title !== '');
  const total = Number((await page.locator('header, main').getByText(/^\d+$/).first().textContent()) ?? 'none');
  const first = await page.locator('tbody tr').first().getByRole('cell').allTextContents();

  const { name, lines } = await downloadList(page);

  expect(name).toMatch(/^containere-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(lines[0]).toBe(shown.map((title) => `"${title}"`).join(';'));
  expect(lines).toHaveLength(total + 1);
  const sizes = lines.slice(1).map((line) => Number(line.split(';')[shown.indexOf('Volum')]));
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(lines[1]).toContain(`"${first.find((cell) => cell !== '')}"`);
});
