import { expect, type Cookie, type Page } from '@playwright/test';
import { baseURL } from './server.ts';

/** Signs in through the provider's page, as a person does, and ends where `path` leads. */
export async function signInByForm(page: Page, email: string, path = '/home'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Parola').fill('noa-demo');
  await page.getByRole('button', { name: 'Intră', exact: true }).click();
  await arrived(page);
}

const arrived = (page: Page) => expect(page.locator('#main').getByRole('heading', { level: 1 })).toBeVisible();

/** What signing in has left in a browser. */
interface Session {
  readonly since: number;
  readonly cookies: Cookie[];
  readonly user: { readonly name: string; readonly value: string };
}

const sessions = new Map<string, Session>();

/** Milliseconds for which a journey may go on with the session of one before it: its token must not end under way. */
const reuseMs = 100_000;

/** A screen on which little is drawn: home has a map, which costs a second to draw. */
const anywhere = '/settings';

/**
 * Opens `path` as somebody who has signed in: through the provider's page the first time, afterwards with the session of that
 * time, for as long as its token is fresh. Journeys about signing in and out use `signInByForm`.
 */
export async function signIn(page: Page, email: string, path = anywhere): Promise<void> {
  const session = sessions.get(email);
  if (session && Date.now() - session.since <= reuseMs) {
    await enterWith(session, page, email, path);
  } else if ((await page.context().cookies()).length === 0) {
    await signInByForm(page, email, path);
    sessions.set(email, await sessionOf(page));
  } else {
    const renewed = await signInElsewhere(page, email);
    sessions.set(email, renewed);
    await enterWith(renewed, page, email, path);
  }
}

async function enterWith(session: Session, page: Page, email: string, path: string): Promise<void> {
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

/** A session from a browser of its own: where somebody is signed in already, the provider shows no form. */
async function signInElsewhere(page: Page, email: string): Promise<Session> {
  const context = await page.context().browser()?.newContext();
  if (!context) {
    throw new Error('A page whose browser is gone cannot sign in');
  }
  const elsewhere = await context.newPage();
  await signInByForm(elsewhere, email, anywhere);
  const session = await sessionOf(elsewhere);
  await context.close();
  return session;
}

async function sessionOf(page: Page): Promise<Session> {
  const { cookies, origins } = await page.context().storageState();
  const user = origins
    .find(({ origin }) => origin === baseURL)
    ?.localStorage.find(({ name }) => name.startsWith('oidc.user:'));
  if (!user) {
    throw new Error('Signing in has left no session');
  }
  return { since: Date.now(), cookies, user };
}
