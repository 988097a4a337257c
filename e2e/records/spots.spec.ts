import { expect, test, type Page } from '@playwright/test';
import { isClean } from '../support/axe.ts';
import { canDraw, pictureOf } from '../support/map.ts';
import { fresh } from '../support/record-kinds.ts';
import { signIn } from '../support/sign-in.ts';
import { alike } from '../support/thorough.ts';

const implementer = 'implementer@noa.test';
const lat = (page: Page) => page.getByLabel('Latitudine');
const lng = (page: Page) => page.getByLabel('Longitudine');
const map = (page: Page) => page.getByRole('region', { name: 'Harta pe care se alege locul' });
const degrees = async (page: Page) =>
  Promise.all([lat(page), lng(page)].map(async (field) => Number((await field.inputValue()).replace(',', '.'))));

/** Opens the form of a new platform with its map in sight, and waits until it is known what stands around. */
async function openForm(page: Page): Promise<void> {
  const around = page.waitForResponse(
    (response) =>
      (response.request().postDataJSON() as { operationName?: string } | null)?.operationName === 'SpotsAround',
  );
  await signIn(page, implementer, '/container-groups/create');
  await lng(page).scrollIntoViewIfNeeded();
  await page.getByText('Apăsați pe hartă sau trageți punctul').scrollIntoViewIfNeeded();
  await (await around).finished();
}

/** The map goes where the others stand once it knows of them, and draws what is there bit by bit. */
const expectStill = (page: Page) =>
  expect.poll(async () => (await pictureOf(map(page))) === (await pictureOf(map(page)))).toBe(true);

test('the place of a platform is set by a click, moved by dragging, and is what the fields say', async ({ page }) => {
  await openForm(page);
  if (!(await canDraw(page))) {
    await expect(page.getByText('Harta nu se poate desena aici')).toBeVisible();
    return;
  }
  await expect(map(page)).toBeVisible();
  await expectStill(page);
  await map(page).click({ position: { x: 200, y: 120 } });
  await expect(lat(page)).not.toHaveValue('');
  const [north = 0, east = 0] = await degrees(page);
  // Among what stands in the town, which is what the map began with.
  expect(north).toBeGreaterThan(46);
  expect(north).toBeLessThan(47);
  await isClean(page);

  const mark = page.getByLabel('Locul ales');
  await expect(mark).toBeVisible();
  const box = await mark.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 12, (box?.y ?? 0) + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 30, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => {
      const [south = 90, further = 0] = await degrees(page);
      return south < north && further > east;
    })
    .toBe(true);

  const number = fresh('P');
  await page.getByRole('textbox', { name: /^Număr( \*)?$/ }).fill(number);
  const [kept = 0] = await degrees(page);
  await page.getByRole('button', { name: 'Salvează' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await expect(page.getByRole('main')).toContainText(kept.toFixed(5).replace('.', ',').replace(/0+$/, ''));

  const place = page.getByRole('region', { name: 'Locul pe hartă', exact: true });
  await expect(place.getByLabel('Locul ales')).toBeVisible();
  await expect(place.getByRole('region', { name: 'Harta locului' })).toBeVisible();
  await page.getByRole('link', { name: 'Modifică' }).click();
  await expect(map(page), 'beside the map of the record, which is called otherwise').toBeVisible();
  await isClean(page);
  await page.goBack();
  await place.getByRole('link', { name: 'Pe harta containerelor' }).click();
  await expect(page).toHaveURL(/\/containers\/status\?bbox=/);
});

test('with the keyboard a place is typed, or the map moved under its middle', alike, async ({ page }) => {
  await openForm(page);
  await lat(page).fill('46,52');
  await lng(page).fill('26,91');
  if (!(await canDraw(page))) {
    return;
  }
  await expect(page.getByLabel('Locul ales')).toBeVisible();
  await map(page).focus();
  for (let step = 0; step < 3; step += 1) {
    await map(page).press('ArrowUp');
  }
  await page.waitForTimeout(500);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Pune punctul în mijlocul hărții' }).press('Enter');
  await expect.poll(async () => (await degrees(page))[0]).toBeGreaterThan(46.52);
  expect((await degrees(page))[1]).toBeCloseTo(26.91, 3);
});
