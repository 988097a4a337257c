import { expect, test } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { focusedRow, rows, settledRows } from '../support/list-screen.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, inQuantity } from '../support/thorough.ts';

test('the keys reach rows that the browser has not yet said are near, and lose no step', alike, async ({ page }) => {
  // As slow as a browser can be: it never says what is in sight.
  await page.addInitScript(() => {
    IntersectionObserver.prototype.observe = () => undefined;
  });
  await signIn(page, 'root@noa.test', '/card?size=100');
  await settledRows(page);
  const mounted = await rows(page).count();
  expect(mounted).toBeLessThan(60);
  await rows(page).first().focus();
  const seen = new Set([await focusedRow(page)]);
  for (let step = 1; step < mounted + 10; step += 1) {
    await page.keyboard.press('ArrowDown');
    seen.add(await focusedRow(page));
  }
  expect(seen.size).toBe(mounted + 10);
  await page.keyboard.press('End');
  await expect(page.locator('tbody').last().locator('a[data-row]').last()).toBeFocused();
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press('ArrowUp');
  }
  await expect(page.locator('tbody').nth(-2).locator('a[data-row]').last()).toBeFocused();
});

test('the focus stays on its record where a newer answer moves that to another place', inQuantity, async ({ page }) => {
  await signIn(page, 'root@noa.test', '/card?size=100');
  await settledRows(page);
  await goTo(page, '/settings');
  let letGo: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/graphql', async (route) => {
    if ((route.request().postDataJSON() as { operationName?: string } | null)?.operationName !== 'Cards') {
      return route.fallback();
    }
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { cards: { nodes: unknown[] } } };
    answer.data.cards.nodes.shift();
    await left;
    return route.fulfill({ response, json: answer });
  });
  await page.evaluate(() => history.go(-2));
  // Shown from what was known before; the first of its chunk, which becomes the last of the one before.
  await rows(page).nth(5).focus();
  const record = await focusedRow(page);

  letGo();

  await expect(rows(page).nth(4)).toHaveAttribute('data-row', record);
  await expect.poll(() => focusedRow(page)).toBe(record);
});
