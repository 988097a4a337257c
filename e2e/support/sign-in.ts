import { expect, type Page } from '@playwright/test';
import { follow, nowhere } from './go-to.ts';
import { asShared } from './one-page.ts';
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
/** The same of a page that journeys share: its console renews the token by itself, a minute before it ends. */
const sharedMs = 180_000;

/** From the console that is open to another screen of it, by way of one that is unlike any other. */
async function goOn(page: Page, path: string): Promise<void> {
  await follow(page, nowhere);
  await expect(page.getByText(nowhere, { exact: true })).toBeVisible();
  if (path !== nowhere) {
    await follow(page, path);
    await expect(page.getByText(nowhere, { exact: true })).toHaveCount(0);
    await arrived(page);
  }
}

/** Has nothing in the browser but a session, as one has that was opened for it. */
async function startOver(page: Page, { cookies, user }: Session): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await page.goto('/favicon.svg'); // of the console's origin, and none of it
  await page.evaluate(({ name, value }) => {
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem(name, value);
  }, user);
}

/**
 * Opens `path` as somebody who has signed in: with the session of a journey before, for as long as its token is fresh, or with a new one.
 * Journeys about signing in and out use `signInByForm`.
 */
export async function signIn(page: Page, email: string, path = nowhere): Promise<void> {
  const shared = asShared(page);
  if (shared?.email === email && Date.now() - shared.since < sharedMs) {
    await goOn(page, path);
    return;
  }
  let session = sessions.get(email);
  if (!session || Date.now() - session.since > reuseMs) {
    session = await openSession(email);
    sessions.set(email, session);
  }
  if (shared) {
    await startOver(page, session);
    Object.assign(shared, { email, since: session.since });
    await page.goto(path);
    await arrived(page);
    return;
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
