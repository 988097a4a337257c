import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type CDPSession, type Page } from 'playwright-core';

/** A browser of its own with the console in it, and the browser's own tools beside. */
export interface OpenBrowser {
  readonly page: Page;
  readonly tools: CDPSession;
  readonly close: () => Promise<void>;
}

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/**
 * Opens a browser with a profile of its own.
 *
 * @param toolsPort - where other programs reach its tools: what is signed in here is so for them.
 */
export async function openBrowser(origin: string, toolsPort: number): Promise<OpenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'noa-bench-console-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
    args: [...flags, `--remote-debugging-port=${toolsPort}`],
    baseURL: origin,
    locale: 'ro-RO',
    timezoneId: 'Europe/Bucharest',
    viewport: { width: 1280, height: 800 },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    tools: await context.newCDPSession(page),
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Signs in as a demonstration account, as people do, and ends at home. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/home');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Parola').fill('noa-demo');
  await page.getByRole('button', { name: 'Intră', exact: true }).click();
  await settled(page);
}

/** Goes where a link of the console would, without loading it again, and waits until nothing is being fetched. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await settled(page);
}

/** Until the screen has its title and shows nothing that stands for an answer. */
async function settled(page: Page): Promise<void> {
  await page.locator('#main').getByRole('heading', { level: 1 }).waitFor();
  // A frame or two, so that what is to be fetched has begun to be.
  await pause(50);
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], [aria-label="loading..."]'));
}
