import { expect, type Page } from '@playwright/test';
import { openSession, type Session } from './session.ts';

/** Signs in through the provider's page, as a person does, and ends where `path` leads. */
export async function signInByForm(page: Page, email: string, path = '/home'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Parola').fill('noa-demo');
  await page.getByRole('button', { name: 'Intră', exact: true }).click();
  await arrived(page);
}

const arrived = (page: Page) => expect(page.locator('#main').getByRole('heading', { level: 1 })).toBeVisible();

const sessions = new Map<string, Session>();

/** Milliseconds for which a journey may go on with the session of one before it: its token must not end under way. */
const reuseMs = 100_000;

/** A screen that loads nothing but the console itself: settings take 48 files more, and half a second. */
const anywhere = '/no-such-screen';

/**
 * Opens `path` as somebody who has signed in: with the session of a journey before, for as long as its token is fresh, or with a new one.
 * Journeys about signing in and out use `signInByForm`.
 */
export async function signIn(page: Page, email: string, path = anywhere): Promise<void> {
  let session = sessions.get(email);
  if (!session || Date.now() - session.since > reuseMs) {
    session = await openSession(email);
    sessions.set(email, session);
  }
  await page.context().addCookies(session.cookies);
  await page.addInitScript(
    ({ user, mark }) => {
      if (!sessionStorage.getItem(mark)) {
        sessionStorage.setItem(mark, 'true');
        localStorage.setItem(user.name, user.value);
      }
    },
    { user: session.user, mark: `signed in as ${email}` },
  );
  await page.goto(path);
  await arrived(page);
}
