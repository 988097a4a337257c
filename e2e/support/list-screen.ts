import { expect, type Locator, type Page } from '@playwright/test';

/** The links of a list's rows. */
export const rows = (page: Page): Locator => page.locator('a[data-row]');
export const textsOf = (page: Page): Promise<string[]> => rows(page).allTextContents();

/** What the address says of the list. */
export const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

/** The first rows once the list has settled on what the address says. */
export async function settledRows(page: Page): Promise<string[]> {
  await expect(page.locator('main [aria-busy="false"]').first()).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  return textsOf(page);
}

/** The list settles on these rows. */
export const expectRows = (page: Page, texts: readonly string[]): Promise<void> =>
  expect.poll(() => settledRows(page)).toEqual(texts);

/** The record whose row has the focus; empty for none. */
export const focusedRow = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? '');
