import { expect, test, type Page } from '@playwright/test';
import { goTo } from '../support/go-to.ts';
import { anEntrance } from '../support/handover-entrance.ts';
import { fresh } from '../support/record-kinds.ts';
import { signIn, signInByForm } from '../support/sign-in.ts';
import { alike, shownElsewhere } from '../support/thorough.ts';

/** What signs in, renews, watches and signs out. */
const library = /\/assets\/user-manager-[^/]*\.js$/;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Holds a file back. @returns what lets it go. */
async function hold(page: Page, file: RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(file, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('who is signed in works while what watches the session does not come, and is told that signing out fails', async ({
  page,
}) => {
  let tries = 0;
  await page.route(library, async (route) => {
    tries += 1;
    await route.fulfill({ status: 404, body: 'Not found' });
  });
  await signIn(page, 'root@noa.test', '/containers');
  await expect.poll(() => tries).toBe(2);
  await goTo(page, '/tower-blocks');
  await expect(page.getByRole('table', { name: 'Blocuri' })).toBeVisible();

  await page.getByRole('button', { name: 'Ruxandra Popescu' }).click();
  await page.getByText('Deconectare', { exact: true }).click();
  await expect(heading(page)).toHaveText('Serviciul de autentificare nu răspunde');

  await page.unroute(library);
  await page.getByRole('button', { name: 'Deconectare' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('what is being written, and where, stays when what watches the session comes', alike, async ({ page }) => {
  const letGo = await hold(page, library);
  await signIn(page, 'implementer@noa.test', '/entrances/create');
  const field = page.getByRole('textbox', { name: 'Scară' });
  await field.fill('Z');
  await field.evaluate((element) => element.setAttribute('data-before', ''));
  await expect(page.locator('iframe')).toHaveCount(0);

  letGo();
  // The provider's frame, by which it is watched.
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Z');
  await expect(field).toHaveAttribute('data-before', '');
});

test(
  'whoever was signed out in another tab before what watches the session was here is sent to sign in',
  shownElsewhere,
  async ({ context }) => {
    const [one, other] = [await context.newPage(), await context.newPage()];
    await signInByForm(one, 'root@noa.test');
    const letGo = await hold(other, library);
    await other.goto('/tower-blocks');
    await expect(heading(other)).toContainText('Blocuri');

    await one.getByRole('button', { name: 'Ruxandra Popescu' }).click();
    await one.getByText('Deconectare', { exact: true }).click();
    await expect(one.getByLabel('E-mail')).toBeVisible();
    await expect(heading(other)).toContainText('Blocuri');

    letGo();
    await expect(other.getByLabel('E-mail')).toBeVisible();
  },
);

test('nobody signs in without it: the console says that it has not started, and starts when it is there', async ({
  page,
}) => {
  const missing = async () => {
    await page.route(library, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  };
  const away = async () => {
    await page.route(library, (route) => route.abort('connectionrefused'));
    await page.route('**/health', (route) => route.abort('connectionrefused'));
  };
  for (const what of [missing, away]) {
    await what();
    await page.goto('/home');
    await expect(heading(page)).toHaveText('Noa nu a pornit');
    await page.unrouteAll();
    await page.getByRole('button', { name: /Încearcă din nou/ }).click();
    await expect(page.getByLabel('E-mail')).toBeVisible();
  }
});

test('what is said before that which draws messages is here appears when it comes', async ({ page }) => {
  const { entranceId } = await anEntrance(0);
  const letGo = await hold(page, /\/assets\/NoticeContainer-[^/]*\.js$/);
  await signIn(page, 'implementer@noa.test', `/entrances/${entranceId}/update`);
  await page.getByRole('textbox', { name: 'Scară' }).fill(fresh('N'));
  await page.getByRole('button', { name: 'Salvează' }).click();
  await expect(page).toHaveURL(new RegExp(`/entrances/${entranceId}$`));
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);

  letGo();
  await expect(page.locator('.mantine-Notification-root')).toContainText('Modificările au fost salvate');
});
