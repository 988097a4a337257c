import { expect, test, type Locator, type Page, type Request } from '@playwright/test';
import { signInGateway } from './support/api.ts';
import { isClean } from './support/axe.ts';
import { fill, report, someContainers } from './support/containers.ts';
import { canDraw, middleOfChange, pictureOf } from './support/map.ts';
import { signIn } from './support/sign-in.ts';
import { alike } from './support/thorough.ts';

const problems = (page: Page) => page.getByRole('region', { name: 'Containere cu probleme', exact: true });
const rows = (page: Page) => problems(page).getByRole('list').first().getByRole('listitem');
const map = (page: Page) => problems(page).getByRole('region', { name: 'Harta containerelor' });

/** Opens home, once its map stands still. */
async function openHome(page: Page): Promise<void> {
  const listening = page.waitForResponse(
    (response) => response.headers()['content-type']?.startsWith('text/event-stream') ?? false,
  );
  await signIn(page, 'implementer@noa.test', '/home');
  await expect(rows(page).first()).toBeVisible();
  await expect(map(page)).toBeVisible();
  await listening;
  await standsStill(page);
}

const standsStill = (page: Page) =>
  expect(async () => {
    const before = await pictureOf(map(page));
    await page.waitForTimeout(600);
    expect(await pictureOf(map(page))).toBe(before);
  }).toPass();

/** How many streams of the state of containers are open, counted from now on. */
function countStreams(page: Page): () => number {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (request.postData()?.includes('subscription ContainerStatusChanged')) {
      open.add(request);
    }
  });
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => open.delete(request));
  return () => open.size;
}

/** The tab is in front of the others, or behind them. */
const look = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((shown) => {
    Object.defineProperty(document, 'visibilityState', { value: shown, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('what is wrong stands on a map beside the list: a row rings its point, a point marks its row, news come by themselves while somebody can see them', async ({
  page,
}) => {
  // Alone on its spot: other journeys leave containers that are full where they are made.
  const {
    ids: [id = ''],
    serials: [serial = ''],
  } = await someContainers(1, 26.92);
  const gateway = await signInGateway();
  // The longest wrong of all.
  const at = new Date(Date.now() - 60 * 86_400_000).toISOString();
  // Beside it so many that a cluster which holds it holds more than can be named of one spot.
  const { ids: others } = await someContainers(60);
  await report(gateway, [{ ...fill(id, 1, 98), at }, fill(id, 2, 97), ...others.map((each) => fill(each, 1, 97))]);
  if (!(await canDraw(page))) {
    await signIn(page, 'implementer@noa.test', '/home');
    await expect(problems(page).getByText('Harta nu se poate desena aici')).toBeVisible();
    return;
  }
  const streams = countStreams(page);
  await openHome(page);
  const row = rows(page).filter({ hasText: serial });
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: NaN, width: NaN, height: NaN };
  await expect.poll(async () => (await boxOf(row)).height).toBeLessThanOrEqual(40);
  // Colour, icon and word of its stream, and all of it within the list's width.
  await expect.poll(async () => (await boxOf(row.locator('[data-stream] > span'))).width).toBeGreaterThan(30);
  await expect
    .poll(() => rows(page).evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length))
    .toBe(0);
  const right = async () => (await boxOf(row)).x + (await boxOf(row)).width;
  await expect.poll(async () => (await boxOf(map(page))).x - (await right())).toBeGreaterThanOrEqual(0);
  await isClean(page);

  await expect(async () => {
    await page.mouse.move(0, 0);
    await row.getByRole('link').first().blur();
    await standsStill(page);
    const plain = await pictureOf(map(page));
    await row.getByRole('link').first().focus();
    await expect.poll(async () => middleOfChange(page, plain, await pictureOf(map(page)))).not.toBeNull();
    await standsStill(page);
    // Of news of other containers, which may come just then, the middle would be elsewhere: it is looked for anew.
    const position = await middleOfChange(page, plain, await pictureOf(map(page)));
    await row.getByRole('link').first().blur();
    await expect(row).not.toHaveAttribute('data-pointed');
    await map(page).hover({ position: position ?? { x: 0, y: 0 } });
    await expect(row).toHaveAttribute('data-pointed', 'true', { timeout: 5_000 });
  }).toPass();
  await page.mouse.move(0, 0);
  await expect(row).not.toHaveAttribute('data-pointed');

  await standsStill(page);
  const before = await pictureOf(map(page));
  await report(gateway, [fill(id, 3, 12), ...others.map((each) => fill(each, 2, 12))]);
  await expect.poll(async () => middleOfChange(page, before, await pictureOf(map(page)))).not.toBeNull();

  // It listens while somebody can see it, and not from a tab that stands open behind others.
  await expect.poll(streams).toBe(1);
  await look(page, 'hidden');
  await expect.poll(streams).toBe(0);
  await look(page, 'visible');
  await expect.poll(streams).toBe(1);
});

test('on a phone the map is folded up, and nothing of it is loaded until it is asked for', alike, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signIn(page, 'containers@noa.test', '/home');
  await expect(rows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /ProblemsMap|StatusMap|pmtiles|map-worker|\/map\//.test(url))).toEqual([]);

  await problems(page).getByRole('button', { name: 'Arată harta' }).click();
  const drawn = (await canDraw(page)) ? map(page) : problems(page).getByText('Harta nu se poate desena aici');
  await expect(drawn).toBeVisible();
  await isClean(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await problems(page).getByRole('button', { name: 'Ascunde harta' }).click();
  await expect(drawn).toBeHidden();
});
