import { expect, test, type Page } from '@playwright/test';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { axeFindings } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { focusedRow, query, rows, settledRows } from '../support/list-screen.ts';
import { schemes, setScheme } from '../support/scheme.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, inQuantity, isThorough, shareOf } from '../support/thorough.ts';

/** The addresses of all lists: of each declared kind that the menu leads to. */
async function listAddresses(page: Page): Promise<string[]> {
  const addresses = declaredKinds.map(({ address }) => address);
  const inMenu = () =>
    page.locator('nav a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  await expect.poll(inMenu).toEqual(expect.arrayContaining(['/containers', '/orgs']));
  const links = await inMenu();
  const found = addresses.filter((address) => links.includes(address));
  expect(found.length).toBeGreaterThanOrEqual(8);
  return found;
}

/** Of each row in the page: its place and height, and whether it is whole within the window. */
const rowBoxes = (page: Page) =>
  rows(page).evaluateAll((links) =>
    links.map((link) => {
      const { top, bottom, height } = (link.closest('tr, li') ?? link).getBoundingClientRect();
      return { top, height, isSeen: top >= 0 && bottom <= window.innerHeight };
    }),
  );

const showDensity = (page: Page, density: string) =>
  page.evaluate((value) => {
    localStorage.setItem('noa-density', JSON.stringify(value));
    window.dispatchEvent(new CustomEvent('mantine-local-storage', { detail: { key: 'noa-density', value } }));
  }, density);

/** Times that are cut or broken, and figures that do not end where their header ends. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const endOf = (cell: Element) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return Math.max(...[...range.getClientRects()].filter(({ width }) => width > 0).map(({ right }) => right));
    };
    const table = document.querySelector('main table');
    const heads = [...(table?.querySelectorAll('th') ?? [])];
    const lines = [...(table?.querySelectorAll('tbody tr') ?? [])];
    // A record without a figure has a dash, with words for who does not see it.
    const figureOf = (index: number) =>
      lines.map((line) => line.querySelectorAll('td')[index]).find((cell) => /\d/.test(cell?.textContent ?? ''));
    const times = [...(table?.querySelectorAll('time') ?? [])].filter((time) => {
      const cell = time.closest('td');
      return time.getClientRects().length > 1 || !cell || cell.scrollWidth > cell.clientWidth;
    });
    const figures = heads.filter((head, index) => {
      const cell = figureOf(index);
      return 'numeric' in head.dataset && cell && Math.abs(endOf(head) - endOf(cell)) > 2;
    });
    return [...times, ...figures].map(({ textContent }) => textContent);
  });

/** Rows of one line, twenty of them in sight, under tools that stand beside each other. */
async function expectDense(page: Page, address: string): Promise<void> {
  const boxes = await rowBoxes(page);
  expect([...new Set(boxes.map(({ height }) => height))], address).toEqual([28]);
  expect(boxes.filter(({ isSeen }) => isSeen).length, address).toBeGreaterThanOrEqual(Math.min(20, boxes.length));
  expect(await misplaced(page), address).toEqual([]);
  const tools = page.getByRole('main').locator('[aria-expanded]:visible');
  const tops = await tools.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  expect(new Set(tops).size, address).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(1280);
}

// What is tried on half of the lists here is tried on the other half by the journey on a phone.
test('at 1280 × 800 a list shows twenty records and more, of one line each, under a toolbar of one line', async ({
  page,
}) => {
  await signIn(page, 'root@noa.test');

  for (const address of shareOf(await listAddresses(page), 0, 2)) {
    await goTo(page, address);
    await settledRows(page);
    // Widths are measured after the rows are drawn.
    await expect(() => expectDense(page, address)).toPass({ timeout: 20_000 });
  }

  await goTo(page, '/containers');
  await settledRows(page);
  await showDensity(page, 'comfortable');
  await expect.poll(async () => [...new Set((await rowBoxes(page)).map(({ height }) => height))]).toEqual([36]);
  await expect.poll(() => misplaced(page)).toEqual([]);
});

test('of a hundred records at most sixty are mounted, and the keys lead through all', inQuantity, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(page, 'root@noa.test', '/card?size=100');
  await settledRows(page);
  const first = await rows(page).first().getAttribute('data-row');
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    await page.evaluate((part) => window.scrollTo(0, part * document.documentElement.scrollHeight), share);
    await expect.poll(() => rows(page).count()).toBeLessThanOrEqual(60);
    await expect.poll(async () => (await rowBoxes(page)).filter(({ isSeen }) => isSeen).length).toBeGreaterThan(20);
  }

  await page.evaluate(() => window.scrollTo(0, 0));
  // The first that is mounted is another one until the browser has said that the top is in sight.
  await page.locator(`a[data-row="${first}"]`).focus();
  const seen = new Set<string>();
  const focused = () => focusedRow(page);
  for (let step = 0; step < 60; step += 1) {
    seen.add(await focused());
    const before = await focused();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).not.toBe(before);
  }
  expect(seen.size).toBe(60);
  await page.keyboard.press('End');
  await expect.poll(focused).not.toBe('');
  await expect(page.locator('tbody').last().locator('a[data-row]').last()).toBeFocused();
});

test('what is cut in a row is said whole, to the pointer and to the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 800 });
  await signIn(page, 'root@noa.test', '/entrances');
  await settledRows(page);
  // Other journeys leave entrances without a manager above it, or with one whose name has room.
  const cells = page.locator('tbody tr td').filter({ hasText: 'Asociația' });
  const firstCut = () => cells.evaluateAll((all) => all.findIndex((each) => each.scrollWidth > each.clientWidth));
  await expect.poll(firstCut).toBeGreaterThanOrEqual(0);
  const cell = cells.nth(await firstCut());
  const row = cell.locator('xpath=..');
  const whole = (await cell.textContent()) ?? '';

  await cell.hover();
  await expect(cell).toHaveAttribute('title', whole);
  await page.getByRole('searchbox', { name: 'Caută în listă' }).focus();
  await row.locator('a[data-row]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const panel = page.locator('dl').filter({ hasText: whole });
  await expect(panel).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(page.locator('main dl')).toBeInViewport();
});

/** What of the screen is pressed with a finger and is smaller than one, by its name. */
const tooSmall = (page: Page) =>
  page
    .getByRole('main')
    .locator('a:visible, button:visible, input:visible, select:visible')
    .evaluateAll((parts) =>
      parts.flatMap((part) => {
        const { width, height } = (part.closest('label') ?? part).getBoundingClientRect();
        return width < 44 || height < 44 ? [`${part.ariaLabel ?? part.textContent} ${width} × ${height}`] : [];
      }),
    );

const adding = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Adaugă', exact: true });
const pagerOf = (page: Page) => page.getByRole('navigation', { name: 'Paginile listei' });

/** The first record near the top, each of two lines, and all that is pressed large enough for a finger. */
async function expectWithinReach(page: Page, address: string): Promise<void> {
  const boxes = await rowBoxes(page);
  expect(boxes[0]?.top, address).toBeLessThanOrEqual(260);
  expect(
    boxes.filter(({ height }) => height > 80),
    address,
  ).toEqual([]);
  expect(await tooSmall(page), address).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(390);
}

test('on a phone the first record of each list is near the top, each takes two lines, and adding is by the thumb', async ({
  page,
}) => {
  await signIn(page, 'root@noa.test');
  const addresses = await listAddresses(page);
  await page.setViewportSize({ width: 390, height: 844 });

  for (const address of shareOf(addresses, 1, 2)) {
    await goTo(page, address);
    await settledRows(page);
    await expect(() => expectWithinReach(page, address)).toPass({ timeout: 20_000 });
    const add = adding(page);
    if (address === '/tower-blocks') {
      await expect(add).toHaveCount(0); // they come by import
    } else {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(async () => {
        const [pager, box] = [await pagerOf(page).boundingBox(), await add.boundingBox()];
        expect(box && box.y + box.height, address).toBeGreaterThan(844 - 44);
        expect(pager && pager.y + pager.height, address).toBeLessThan(box?.y ?? 0);
      }).toPass({ timeout: 20_000 });
    }
  }
});

test('on a phone a list is ordered, laid out and taken away in sheets', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'root@noa.test', '/containers');
  const before = await settledRows(page);

  await page.getByRole('button', { name: 'Ordonează după' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ordonează după' });
  await expect(sheet.getByRole('button', { pressed: true })).toContainText('crescător');
  expect(await axeFindings(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Număr de serie' }).click();
  await expect(sheet.getByRole('button', { pressed: true })).toContainText('descrescător');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect.poll(() => query(page).get('sort')).toBe('-serialNumber');
  await expect.poll(() => settledRows(page)).not.toEqual(before);

  for (const name of isThorough ? ['Vederi', 'Coloane', 'Exportă'] : ['Coloane']) {
    await page.getByRole('main').getByRole('button', { name: 'Alte acțiuni cu lista' }).click();
    await page.getByRole('main').getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Închide' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Filtrează' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Fracție' }).selectOption('glass');
  await expect.poll(() => query(page).get('wasteStream')).toBe('glass');
});

/** What has the focus, and what is drawn around it. */
const ringOf = (page: Page) =>
  page.evaluate(() => {
    const { outlineWidth, outlineStyle, outlineColor } = getComputedStyle(document.activeElement ?? document.body);
    return `${document.activeElement?.textContent}: ${outlineWidth} ${outlineStyle} ${outlineColor}`;
  });

test('what has the focus has a ring of two pixels, light and dark', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/containers');
  await settledRows(page);
  for (const scheme of schemes) {
    await setScheme(page, scheme);
    const wanted = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--noa-focus)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await page.getByRole('searchbox', { name: 'Caută în listă' }).focus();
    for (let step = 0; step < 16; step += 1) {
      await expect.poll(() => ringOf(page)).toContain(`: 2px solid ${wanted}`);
      await page.keyboard.press('Tab');
    }
    // A cell cuts off what lies outside of it.
    await rows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(1)).toHaveCSS('outline-offset', '-2px');
  }
});

test("in a reader's own colours what is chosen, picked and measured is still told apart", alike, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, 'root@noa.test', '/containers');
  await settledRows(page);
  await rows(page).first().focus();
  await page.keyboard.press('Space');

  await expect(page.locator('tr[data-picked]').first()).toHaveCSS('outline-style', 'solid');
  await expect(page.locator('#menu [aria-current="page"]')).toHaveCSS('outline-style', 'solid');
  const inks = await page
    .locator('tr td [class*=full]')
    .first()
    .evaluate((full) => [
      getComputedStyle(full).backgroundColor,
      getComputedStyle(full.parentElement ?? full).backgroundColor,
    ]);
  expect(inks[0]).not.toBe(inks[1]);
});
