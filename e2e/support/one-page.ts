import { expect, test as base, type Browser, type Page } from '@playwright/test';
import { follow, nowhere } from './go-to.ts';
import { isThorough } from './thorough.ts';

interface Opened {
  /** Who has signed in there; undefined where the console is to be loaded anew. */
  email?: string | undefined;
  /** Since when, as `Date.now()` counts. */
  since: number;
}

/** The pages that a worker's journeys have between them, once one of them has asked for it: by the account that most of a file's sign in with. */
const pages = new Map<string, Page>();
const known = new WeakMap<Page, Opened>();

/** What is known of a page that journeys share; undefined of one that belongs to a journey alone. */
export const asShared = (page: Page): Opened | undefined => known.get(page);

const refuse = () => {
  throw new Error('It would stay for other journeys: take the `test` of @playwright/test for this one');
};

async function openPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  Object.assign(page, { addInitScript: refuse });
  Object.assign(page.clock, { install: refuse, setFixedTime: refuse });
  known.set(page, { since: 0 });
  return page;
}

/** Whether the browser has nothing that would be seen on other screens: colours, a language, keys that were switched off. */
const isAsFound = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const ofNoScreen = /^(oidc\.|noa-until-sign-out|noa-(last-reports|first-steps|columns|density|card-reader)-?)/;
    return (
      document.documentElement.getAttribute('data-mantine-color-scheme') === 'light' &&
      Object.keys(localStorage).every((key) => ofNoScreen.test(key))
    );
  });

/** Leaves the screen, and what was written there, and puts away what was said and what is kept of screens. */
async function leaveScreen(page: Page): Promise<void> {
  await follow(page, nowhere);
  const discard = page.getByRole('button', { name: 'Renunță la modificări' });
  await expect(page.getByText(nowhere, { exact: true }).or(discard).first()).toBeVisible();
  if (await discard.isVisible()) {
    await discard.click();
    await expect(page.getByText(nowhere, { exact: true })).toBeVisible();
  }
  const said = page.locator('.mantine-Notification-root');
  await said.locator('button').evaluateAll((all) => (all as HTMLElement[]).forEach((each) => each.click()));
  await expect(said).toHaveCount(0);
  await page.evaluate(() => {
    sessionStorage.clear();
    const ofScreens = Object.keys(localStorage).filter((key) => /^noa-(columns|density|card-reader)/.test(key));
    ofScreens.forEach((key) => localStorage.removeItem(key));
  });
}

/** Takes back what a journey has done to its page, or has the next one load the console anew. */
async function takeBack(page: Page, opened: Opened): Promise<void> {
  const others = page.context().pages();
  await Promise.all(others.filter((each) => each !== page).map((each) => each.close()));
  await page.context().setOffline(false);
  page.removeAllListeners('request').removeAllListeners('response').removeAllListeners('console');
  await page.unrouteAll();
  await page.context().unrouteAll();
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null });
  if (opened.email !== undefined && (await isAsFound(page))) {
    await leaveScreen(page);
  } else {
    opened.email = undefined;
    await page.goto('about:blank');
  }
}

const byAccount = base.extend<{ account: string }>({ account: ['implementer@noa.test', { option: true }] });

/**
 * `test` of journeys that follow each other on one page of their worker, and go on from the console that is open there, as by a link: loading it
 * costs a second of processor time, half of such a journey. Colours or a language that a journey has chosen have the next one load it anew; so does
 * another account than `account`, by which there is a page each. With TEST_THOROUGH=1 each has a page of its own, as have all journeys by Playwright's
 * `test`: those that change the browser before they begin, or are about loading or signing in.
 */
export const test = isThorough
  ? byAccount
  : byAccount.extend({
      context: async ({ account, browser }, use) => {
        const page = pages.get(account) ?? (await openPage(browser));
        pages.set(account, page);
        await use(page.context());
      },
      page: async ({ account, context: _opened, viewport }, use, info) => {
        const page = pages.get(account);
        const opened = page && known.get(page);
        if (!opened) {
          throw new Error('The page that journeys share is gone');
        }
        await page.setViewportSize(viewport ?? { width: 1280, height: 800 });
        await use(page);
        // After one that has failed comes another worker.
        if (info.status === info.expectedStatus) {
          await takeBack(page, opened);
        }
      },
    });
