/**
 * `node e2e/guide/take-pictures.ts <folder> <origin>`: takes the pictures of the guides, in the light scheme, of a running server with the
 * demonstration town. `npm run guide:screenshots` starts one for it.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { pictures } from './pictures.ts';

const [folder, origin] = process.argv.slice(2);
if (folder === undefined || origin === undefined) {
  throw new Error('Say which folder the pictures go into, and where the server is.');
}

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${origin}/home`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Parola').fill('noa-demo');
  await page.getByRole('button', { name: 'Intră', exact: true }).click();
  await settle(page);
}

/** What says that something is still to come. */
const waiting = ['[aria-busy=true]', '[aria-label="loading..."]', 'text="loading..."', '.mantine-Skeleton-root'];

/** Milliseconds in which what was just answered is drawn. */
const drawnMs = 500;

/** Waits until the screen stands, with its figures. */
async function settle(page: Page): Promise<void> {
  await page.locator('#main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(drawnMs);
  for (const each of waiting) {
    await page.locator(each).first().waitFor({ state: 'detached' });
  }
  await page.waitForTimeout(drawnMs);
}

/** A path with the id of the first record of its list in the place of `@`. */
async function pathOf(page: Page, path: string): Promise<string> {
  const [list = '', rest] = path.split('/@');
  if (rest === undefined) {
    return path;
  }
  await page.goto(origin + list);
  const first = page.locator('main a[data-row]').first();
  await first.waitFor();
  return `${await first.getAttribute('href')}${rest}`;
}

async function takePicture(browser: Browser, name: string): Promise<void> {
  const { by, path, onPhone, prepare } = pictures[name] ?? {};
  const context = await browser.newContext({
    viewport: onPhone ? phone : desk,
    locale: 'ro-RO',
    timezoneId: 'Europe/Bucharest',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page, by ?? '');
  await page.goto(origin + (await pathOf(page, path ?? '')));
  await settle(page);
  await prepare?.(page);
  await page.screenshot({ path: join(folder ?? '', `${name}.png`) });
  await context.close();
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  for (const name of Object.keys(pictures)) {
    await takePicture(browser, name);
    console.log(`${name}.png`);
  }
} finally {
  await browser.close();
}
