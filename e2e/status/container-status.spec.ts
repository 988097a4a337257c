import { expect, test, type Locator, type Page } from '@playwright/test';
import { asRoot, signInGateway } from '../support/api.ts';
import { fill, report, someContainers, type Town } from '../support/containers.ts';
import { canDraw } from '../support/map.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, inQuantity, shownElsewhere } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';
const path = '/containers/status';

const list = (page: Page) => page.getByRole('table', { name: 'Lista containerelor' });
const row = (page: Page, serial: string) => list(page).getByRole('row').filter({ hasText: serial });
const serialsIn = (rows: Locator) => rows.locator('a[data-row]').allTextContents();

/** Watches from within whether a row is ever put elsewhere, however shortly. */
const watchOrder = (page: Page) =>
  list(page).evaluate((table) => {
    const moves: string[] = [];
    Object.assign(window, { moves });
    new MutationObserver((changes) => moves.push(...changes.map(({ type }) => type))).observe(
      table.querySelector('tbody') ?? table,
      { childList: true },
    );
  });

const movesOf = (page: Page) => page.evaluate(() => (window as unknown as { moves: string[] }).moves);

/** Opens the screen, narrowed to the containers of a test, once reports come by themselves. */
async function watch(page: Page, { word, serials }: Town): Promise<void> {
  const listening = page.waitForResponse(
    (response) => response.headers()['content-type']?.startsWith('text/event-stream') ?? false,
  );
  await signIn(page, implementer, `${path}?q=${word}`);
  await expect(list(page).locator('tbody tr')).toHaveCount(serials.length);
  await listening;
}

test(
  'follows two hundred updates a second, loses none, and moves nothing under the pointer',
  inQuantity,
  async ({ page }) => {
    const town = await someContainers(25);
    const gateway = await signInGateway();
    await watch(page, town);
    const order = await serialsIn(list(page).locator('tbody tr'));
    expect(order).toEqual(town.serials);
    await watchOrder(page);
    await row(page, town.serials[3] ?? '').hover();

    const [rounds, perRound, everyMs] = [16, 50, 250];
    const last = new Map<string, number>();
    const began = Date.now();
    for (let round = 0; round < rounds; round += 1) {
      const updates = Array.from({ length: perRound }, (_, position) => {
        const index = position % town.ids.length;
        const number = round * perRound + position;
        const percent = (number * 37) % 101;
        last.set(town.serials[index] ?? '', percent);
        return fill(town.ids[index] ?? '', number + 1, percent);
      });
      await report(gateway, updates);
      // The rate is what is tried here, so the next batch keeps its time.
      const next = began + (round + 1) * everyMs;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
    }
    const perSecond = (rounds * perRound * 1000) / (Date.now() - began);
    expect(perSecond).toBeGreaterThan(180);

    for (const [serial, percent] of last) {
      await expect(row(page, serial).getByRole('cell').nth(3)).toContainText(new RegExp(`^${percent} %`));
    }
    expect(await movesOf(page)).toEqual([]);
    expect(await serialsIn(list(page).locator('tbody tr'))).toEqual(order);

    const bad = [...last].filter(([, percent]) => percent >= 95).map(([serial]) => serial);
    const almost = [...last].filter(([, percent]) => percent >= 80 && percent < 95).map(([serial]) => serial);
    const well = [...last].filter(([, percent]) => percent < 80).map(([serial]) => serial);
    // All of them were unknown before: each stands elsewhere now.
    await page.getByRole('button', { name: `Actualizează (${town.serials.length})` }).click();
    await expect
      .poll(() => serialsIn(list(page).locator('tbody tr')))
      .toEqual([...bad.toSorted(), ...almost.toSorted(), ...well.toSorted()]);
    await expect(page.getByRole('button', { name: 'Actualizează', exact: true })).toBeVisible();
  },
);

test('says when it is cut off and when it is back, then shows what it missed; keeps its filters over a reload', async ({
  page,
  context,
}) => {
  const town = await someContainers(4);
  const [id = '', serial = ''] = [town.ids[0], town.serials[0]];
  const gateway = await signInGateway();
  await watch(page, town);
  await report(gateway, [fill(id, 1, 40)]);
  await expect(row(page, serial)).toContainText('40 %');

  await context.setOffline(true);
  await expect(page.getByText('Noutățile nu mai vin de la sine')).toBeVisible();
  await report(gateway, [fill(id, 2, 97)]);
  await expect(row(page, serial)).toContainText('40 %');

  await context.setOffline(false);
  await expect(page.getByText('Legătura a revenit')).toBeVisible();
  await expect(row(page, serial)).toContainText('97 %');
  await expect(row(page, serial)).toContainText('eroare');
  await expect(page.getByText('Noutățile nu mai vin de la sine')).toHaveCount(0);
  await report(gateway, [fill(id, 3, 99), ...town.ids.slice(1).map((other) => fill(other, 1, 10))]);
  await expect(row(page, serial)).toContainText('99 %');

  await page.getByRole('button', { name: /eroare/ }).click();
  await page.getByRole('combobox', { name: 'Fracție' }).selectOption('sticlă');
  await expect(list(page).locator('tbody tr')).toHaveCount(1);
  // The address follows the screen after a moment.
  await expect(page).toHaveURL(/stream=glass/);
  await expect(page).toHaveURL(/level=error/);
  await page.reload();
  await expect(page.getByRole('button', { name: /eroare/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('combobox', { name: 'Fracție' })).toHaveValue('glass');
  await expect.poll(() => serialsIn(list(page).locator('tbody tr'))).toEqual([serial]);
});

// A row and its point on a map: home-map.spec.ts. What a map draws: clusters.test.ts and map-data.test.ts beside the screen.
test('keeps the list in step with the map', shownElsewhere, async ({ page }) => {
  const town = await someContainers(4);
  await signIn(page, implementer, `${path}?q=${town.serials[2]}`);

  // The map draws one container in its middle, and the list has its row.
  const map = page.getByRole('region', { name: 'Harta containerelor' });
  if (!(await canDraw(page))) {
    await expect(page.getByText('Harta nu se poate desena aici')).toBeVisible();
    return;
  }
  await expect(async () => {
    await map.hover({ position: await middleOf(map) });
    await expect(row(page, town.serials[2] ?? '')).toHaveAttribute('data-pointed', 'true', { timeout: 2_000 });
  }).toPass();
  await map.click({ position: await middleOf(map) });
  await expect(page.getByRole('region', { name: 'Ales pe hartă' }).getByRole('link')).toHaveText(town.serials[2] ?? '');

  // The address decides whether it is checked.
  await page.getByRole('checkbox', { name: 'Lista arată doar ce se vede pe hartă' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('bbox')).toMatch(/^26\.\d+,46\.\d+,26\.\d+,46\.\d+$/);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Lista arată doar ce se vede pe hartă' })).toBeChecked();
  await expect(row(page, town.serials[2] ?? '')).toBeVisible();
  // It does not listen to keys before it is drawn.
  await expect(async () => {
    await map.focus();
    for (let step = 0; step < 8; step += 1) {
      await map.press('ArrowUp');
    }
    await expect(page.getByText('Nimic nu se potrivește')).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

async function middleOf(map: Locator): Promise<{ x: number; y: number }> {
  const box = await map.boundingBox();
  return { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 };
}

test('does without the map where the browser cannot draw it', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await signIn(page, implementer, path);

  await expect(page.getByText('Harta nu se poate desena aici')).toBeVisible();
  await expect(list(page).locator('tbody tr')).toHaveCount(50);
  expect(asked.filter((url) => /StatusMap|maplibre|pmtiles/.test(url))).toEqual([]);
});

test('at 1280 × 800 twenty containers stand below their counts, of one line each', alike, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'containers@noa.test', path);
  const rows = list(page).locator('tbody tr');
  await expect(rows).toHaveCount(50);

  await expect(async () => {
    const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect));

    expect([...new Set(boxes.map(({ height }) => height))]).toEqual([28]);
    expect(boxes.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(20);
  }).toPass({ timeout: 20_000 });
});

test(
  'at 1280 × 800 no time is cut, and how full a container is is drawn, with the thresholds of its org',
  alike,
  async ({ page }) => {
    const { word, ids } = await someContainers(1);
    const [containerId = ''] = ids;
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await report(await signInGateway(), [
      { containerId, updateNumber: 1, kind: 'fill_level_pct', value: '87.5', at: minutesAgo(55) },
      { containerId, updateNumber: 2, kind: 'emptying_detected', at: minutesAgo(47) },
    ]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(page, 'containers@noa.test', `${path}?q=${word}`);

    const since = list(page).getByText(/^golit\sacum\s\d+\smin\.$/);
    await expect(since).toBeVisible();
    const [time, cell] = [
      await since.boundingBox(),
      await list(page)
        .getByRole('cell', { name: /, golit/ })
        .boundingBox(),
    ];
    const ends = (box: typeof time) => ({
      right: (box?.x ?? 0) + (box?.width ?? 0),
      bottom: (box?.y ?? 0) + (box?.height ?? 0),
    });
    expect(ends(time).right).toBeLessThanOrEqual(ends(cell).right);
    expect(ends(time).bottom).toBeLessThanOrEqual(ends(cell).bottom);
    const ticks = list(page).locator('td [data-size] > [aria-hidden] > [style*="left"]');
    await expect(ticks).toHaveCount(2);
    await expect(ticks.first()).toHaveAttribute('style', 'left: 80%;');
  },
);

test('on a phone the first container stands near the top, what is pressed is as large as a finger, and the map is one press away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'containers@noa.test', path);
  const cards = page.getByRole('list', { name: 'Lista containerelor' });
  const first = cards.getByRole('listitem').first();
  await expect(first).toContainText(/Str\. \S+ \d+/);

  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThanOrEqual(260);
  expect(
    await cards.getByText(/^Str\. /).evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth)),
  ).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const pressed = page.getByRole('main').locator('a:visible, button:visible, input:visible, select:visible');
  const small = () =>
    pressed.evaluateAll((parts) =>
      parts.flatMap((part) => {
        const { width, height } = (part.closest('label') ?? part).getBoundingClientRect();
        return width < 44 || height < 44 ? [`${part.ariaLabel ?? part.textContent} ${width} × ${height}`] : [];
      }),
    );
  await expect.poll(small).toEqual([]);

  await page.getByRole('button', { name: /eroare$/ }).click();
  await expect(page).toHaveURL(/level=error/);
  await page.getByRole('button', { name: 'Hartă', exact: true }).click();
  await expect(page).toHaveURL(/tab=map/);
  await page.getByRole('button', { name: 'Listă', exact: true }).click();
  await expect(page).not.toHaveURL(/tab=map/);
  await page.getByRole('link', { name: 'Incidente' }).click();
  await expect(page).toHaveURL('/containers/incidents');
});

test('without room for both, the list has all of it, and the map is one press away', alike, async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  // Of the town's own containers: those of other journeys are called by longer names.
  await signIn(page, 'containers@noa.test', `${path}?q=LM-0`);
  await expect(list(page).locator('tbody tr')).toHaveCount(50);
  const map = page.getByRole('region', { name: 'Harta containerelor' });
  await expect(map).toHaveCount(0);

  for (const width of [1_199, 1_100, 800]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = () =>
      list(page)
        .getByText(/^(Plin|Baterie|Fără semnal) /)
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    await expect.poll(cut, `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await page.getByRole('button', { name: 'Hartă', exact: true }).click();
  await expect(map).toBeVisible();
  await page.getByRole('button', { name: 'Listă', exact: true }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(map).toBeVisible();
});

test('a page on which nothing is left is the first one, which says so', shownElsewhere, async ({ page }) => {
  const { word, serials } = await someContainers(1);
  const { containerStatuses } = await asRoot<{ containerStatuses: { pageInfo: { endCursor: string } } }>(
    `query ($q: String!) {
       containerStatuses(filter: { q: $q }, sort: [{ field: level, direction: desc }, { field: serial_number, direction: asc }]) {
         pageInfo { endCursor }
       }
     }`,
    { q: word },
  );
  const after = encodeURIComponent(containerStatuses.pageInfo.endCursor);
  await signIn(page, implementer, `${path}?q=${word}&after=${after}`);

  await expect(page.getByRole('status').filter({ hasText: 'vedeți prima pagină' })).toBeVisible();
  await expect.poll(() => serialsIn(list(page))).toEqual(serials);
});
