import { expect, test, type Page, type Request } from '@playwright/test';
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

test('what is wrong stands on a map beside the list: a row rings its point, a point marks its row, news come by themselves', async ({
  page,
}) => {
  const [id = ''] = (await someContainers(1)).ids;
  const gateway = await signInGateway();
  // The longest wrong of all, and alone on its spot.
  const at = new Date(Date.now() - 60 * 86_400_000).toISOString();
  await report(gateway, [{ ...fill(id, 1, 98), at }, fill(id, 2, 97)]);
  if (!(await canDraw(page))) {
    await signIn(page, 'implementer@noa.test', '/home');
    await expect(problems(page).getByText('Harta nu se poate desena aici')).toBeVisible();
    return;
  }
  await openHome(page);
  expect((await rows(page).first().boundingBox())?.height).toBeLessThanOrEqual(40);
  // Colour, icon and word of its stream, and all of it within the list's width.
  const word = await rows(page).first().locator('[data-stream] > span').boundingBox();
  expect(word?.width).toBeGreaterThan(30);
  expect(await rows(page).evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)).toBe(
    0,
  );
  const [list, side] = [await rows(page).first().boundingBox(), await map(page).boundingBox()];
  expect(side?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0));
  await isClean(page);

  const row = rows(page).first();
  const plain = await pictureOf(map(page));
  await row.getByRole('link').first().focus();
  await expect.poll(async () => middleOfChange(page, plain, await pictureOf(map(page)))).not.toBeNull();
  await standsStill(page);
  const position = await middleOfChange(page, plain, await pictureOf(map(page)));
  await row.getByRole('link').first().blur();
  await expect(row).not.toHaveAttribute('data-pointed');
  await map(page).hover({ position: position ?? { x: 0, y: 0 } });
  await expect(row).toHaveAttribute('data-pointed', 'true');
  await page.mouse.move(0, 0);
  await expect(row).not.toHaveAttribute('data-pointed');

  await standsStill(page);
  const before = await pictureOf(map(page));
  await report(gateway, [fill(id, 3, 12)]);
  await expect.poll(async () => middleOfChange(page, before, await pictureOf(map(page)))).not.toBeNull();
});

const isStream = (request: Request) => request.postData()?.includes('subscription ContainerStatusChanged') ?? false;

test('it listens while somebody can see it, and not from a tab that stands open behind others', async ({ page }) => {
  test.skip(!(await canDraw(page)), 'Without a map nobody listens');
  const listening = page.waitForRequest(isStream);
  await openHome(page);
  const stream = await listening;
  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((shown) => {
      Object.defineProperty(document, 'visibilityState', { value: shown, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);

  const ended = page.waitForEvent('requestfailed', (request) => request === stream);
  await look('hidden');
  await ended;

  const again = page.waitForRequest(isStream);
  await look('visible');
  await again;
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await problems(page).getByRole('button', { name: 'Ascunde harta' }).click();
  await expect(drawn).toBeHidden();
});
