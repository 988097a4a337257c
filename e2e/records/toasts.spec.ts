import { expect, test, type Locator, type Page } from '@playwright/test';
import { signInGateway } from '../support/api.ts';
import { fill, report, someContainers } from '../support/containers.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, alikeUnless } from '../support/thorough.ts';

const dispatcher = 'implementer@noa.test';
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

interface Box {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Where everything is drawn that says what was done, wherever it stands on the page. */
const toasts = (page: Page) => page.locator('.mantine-Notification-root');

const boxOf = (element: Locator): Promise<Box> =>
  element.evaluate((each) => {
    const { top, right, bottom, left } = each.getBoundingClientRect();
    return { top, right, bottom, left };
  });

/** Of all that are there now, which may be none. */
const boxesOf = (elements: Locator): Promise<Box[]> =>
  elements.evaluateAll((all) =>
    all.map((each) => {
      const { top, right, bottom, left } = each.getBoundingClientRect();
      return { top, right, bottom, left };
    }),
  );

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** What was said of a change lies beside all that the screen shows, and so beside what was changed. */
async function expectBeside(page: Page, changed: Locator): Promise<void> {
  // After four seconds they leave, unless the pointer is on one.
  await toasts(page).last().hover();
  await expect(changed).toBeVisible();
  await expect(async () => {
    const main = await boxOf(page.locator('#main'));
    const shown = { ...main, top: Math.max(main.top, await headerBottom(page)) };
    const boxes = await boxesOf(toasts(page));
    expect(boxes).not.toEqual([]);
    for (const box of boxes) {
      expect(overlap(box, shown), `${JSON.stringify(box)} over the screen`).toBe(false);
      expect(overlap(box, await boxOf(changed)), 'over what was changed').toBe(false);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      expect(box.top).toBeGreaterThanOrEqual(0);
    }
    // All of it is read: nothing is cut.
    const cut = await toasts(page)
      .locator('.mantine-Notification-description')
      .evaluateAll((all) => all.map((each) => each.scrollHeight - each.clientHeight));
    expect(cut).toEqual(boxes.map(() => 0));
  }).toPass();
}

const headerBottom = async (page: Page) => (await boxOf(page.locator('header').first())).bottom;

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test(
      'what was saved stays in sight, once and twice, and what was deleted is told beside the list',
      alikeUnless(viewport.width === 390),
      async ({ page }) => {
        const { ids, serials, word } = await someContainers(1);
        await signIn(page, dispatcher, `/containers/${ids[0]}/update`);
        const dialog = page.getByRole('dialog');
        const heading = page.getByRole('heading', { level: 1, name: serials[0] ?? '' });
        const saveAs = async (size: string) => {
          await dialog.getByLabel('Volum', { exact: false }).first().fill(size);
          await dialog.getByRole('button', { name: 'Salvează' }).click();
          await expect(dialog).toHaveCount(0);
          await expectBeside(page, heading);
        };
        await saveAs('1200');
        await page.getByRole('link', { name: 'Modifică' }).click();
        await saveAs('1300');

        await page.getByRole('button', { name: 'Alte acțiuni' }).click();
        await page.getByRole('button', { name: 'Șterge', exact: true }).click();
        await dialog.getByRole('button', { name: 'Șterge', exact: true }).click();
        await expect(toasts(page).filter({ hasText: word })).toBeVisible();
        await expectBeside(page, page.getByRole('heading', { level: 1 }));
      },
    );

    test(
      'containers that were marked emptied, one and many, stay in sight beside what is said of them',
      alike,
      async ({ page }) => {
        const { ids, serials, word } = await someContainers(3);
        const gateway = await signInGateway();
        await report(
          gateway,
          ids.map((id) => fill(id, 1, 96)),
        );
        await signIn(page, dispatcher, `/containers/status?q=${word}`);
        const panel = page.getByRole('region', { name: 'Containere golite' });
        const changed = (serial = '') => page.locator('a[data-row]').filter({ hasText: serial }).first();
        const confirm = () =>
          page
            .getByRole('dialog', { name: 'Containere golite' })
            .getByRole('button', { name: 'Marchează golite' })
            .click();
        const expectApart = async (marked: readonly string[]) => {
          await expect(panel).toContainText('marcat');
          await expect(page.getByRole('dialog')).toHaveCount(0);
          for (const serial of marked) {
            await changed(serial).scrollIntoViewIfNeeded();
            const row = await boxOf(changed(serial));
            for (const said of [await boxOf(panel), ...(await boxesOf(toasts(page)))]) {
              expect(overlap(said, row), `over ${serial}`).toBe(false);
            }
          }
          await panel.getByRole('button', { name: 'Închide' }).click();
        };

        await page.getByRole('button', { name: `Marchează golit: ${serials[0]}` }).click();
        await confirm();
        await expectApart(serials.slice(0, 1));
        await page.getByRole('checkbox', { name: 'Selectează pagina' }).check();
        await page.getByRole('button', { name: 'Marchează golite', exact: true }).click();
        await confirm();
        await expectApart(serials.slice(1));
      },
    );
  });
}
