import type { UserManager } from 'oidc-client-ts';
import { keepDrafts } from './drafts.ts';
import { isCallback } from './is-callback.ts';
import { keepInTab, keptInTab } from './keep-in-tab.ts';
import type { Session } from './session.ts';

const targetKey = 'noa-return-to';
const triesKey = 'noa-sign-in-tries';
const refusalKey = 'noa-sign-in-refusal';

/** So many sign-ins without the API accepting what they gave mean that another one does not help either. */
const maxTries = 3;
/** Milliseconds after which a sign-in no longer counts: the tab may have stood on the provider's page all the time. */
const windowMs = 5 * 60_000;

interface SignInState {
  readonly to: string;
}

/** Why the session was given up: the words of the server or of the browser, which are in English. */
export interface Refusal {
  readonly message: string;
  /** Under which the server's log has the cause. */
  readonly correlationId?: string | undefined;
}

/** How a try to sign in went: the browser leaves for the provider, or it is up to the user. */
export type SignInResult = 'left' | 'tooOften' | 'providerDown';

/** An address of ours, or home: an address from outside must not lead out. */
export const safeTarget = (target: unknown): string =>
  typeof target === 'string' && /^\/(?![/\\])/.test(target) && !target.startsWith('/silent') ? target : '/home';

/** Where to return to after signing in: the page that is open, or after a failed answer the one asked for before. */
function currentTarget(): string {
  const target = isCallback(location)
    ? sessionStorage.getItem(targetKey)
    : location.pathname + location.search + location.hash;
  return target === '/' ? '/home' : safeTarget(target);
}

/** The page asked for before signing in, from the state that came back with the answer. */
export const targetOf = (state: unknown): string => safeTarget((state as SignInState | undefined)?.to);

const recentTries = () => keptInTab<number[]>(triesKey, []).filter((at) => at > Date.now() - windowMs);

/** Remembers, across redirects, why the session was given up. */
export const keepRefusal = (refusal: Refusal): void => keepInTab(refusalKey, JSON.stringify(refusal));

/** Why the session was last given up; null if it was not since the API last took a token. */
export const lastRefusal = (): Refusal | null => keptInTab<Refusal | null>(refusalKey, null);

/** Forgets tries and refusal: the API has accepted the token. A token that the provider gives is not yet one that counts. */
export function forgetTries(): void {
  sessionStorage.removeItem(triesKey);
  sessionStorage.removeItem(refusalKey);
}

/**
 * Goes to the provider's sign-in page, to come back to the open page.
 *
 * @param asked - the user wants it, however often it was tried; it counts as a try like any other.
 */
export async function startSignIn(session: Session, asked = false): Promise<SignInResult> {
  const tries = recentTries();
  if (tries.length >= maxTries && !asked) {
    return 'tooOften';
  }
  keepInTab(triesKey, JSON.stringify([...tries, Date.now()]));
  const to = currentTarget();
  keepInTab(targetKey, to);
  keepDrafts();
  try {
    const manager = await session.manager();
    await findProvider(manager);
    await manager.signinRedirect({ state: { to } satisfies SignInState });
    return 'left';
  } catch (error) {
    console.error('The sign-in could not begin', error);
    keepRefusal({ message: error instanceof Error ? error.message : String(error) });
    return 'providerDown';
  }
}

/**
 * Asks whether the provider is there before the browser leaves for it: its metadata are known from before, and the page of a
 * browser that finds nobody leads nowhere.
 *
 * @throws {Error} if it does not answer with its metadata.
 */
async function findProvider({ settings }: UserManager): Promise<void> {
  const response = await fetch(settings.metadataUrl, { cache: 'no-store' });
  if (!response.ok) {
    throw new Error(`The identity provider answered with status ${response.status}`);
  }
}

/** Ends the session at the provider; whoever comes next signs in anew. */
export async function signOut(session: Session): Promise<SignInResult> {
  try {
    const manager = await session.manager();
    await findProvider(manager);
    forgetTries();
    await manager.signoutRedirect(endedWith ? { id_token_hint: endedWith } : {});
    return 'left';
  } catch (error) {
    console.error('The sign-out could not begin', error);
    return 'providerDown';
  }
}

let endedWith: string | undefined;

/** Gives up a session that the API does not take; its ID token is remembered, so that it can be ended at the provider too. */
export async function giveUpSession(session: Session, refusal: Refusal): Promise<void> {
  keepRefusal(refusal);
  try {
    const manager = await session.manager();
    endedWith = (await manager.getUser())?.id_token;
    await manager.removeUser();
  } catch (error) {
    session.fail(error);
  }
}
