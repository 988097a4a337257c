import type { UserManager } from 'oidc-client-ts';
import { keepDrafts } from './drafts.ts';

const targetKey = 'noa-return-to';
const attemptsKey = 'noa-sign-in-attempts';

/** So many sign-ins within a minute mean that they do not help. */
const maxAttempts = 5;
const windowMs = 60_000;

interface SignInState {
  readonly to: string;
}

/** Whether the address carries the provider's answer (specification §4): code or error, with a state. */
export function isCallback({ search, hash }: Pick<Location, 'search' | 'hash'>): boolean {
  return [search, hash.replace(/^#/, '?')].some((text) => {
    const parameters = new URLSearchParams(text);
    return parameters.has('state') && (parameters.has('code') || parameters.has('error'));
  });
}

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

function recentAttempts(): number[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(attemptsKey) ?? '[]') as number[];
    return stored.filter((at) => at > Date.now() - windowMs);
  } catch {
    return []; // unreadable: counting starts anew
  }
}

/** Forgets failed attempts: one has succeeded, or the user asks for another. */
export const forgetAttempts = (): void => sessionStorage.removeItem(attemptsKey);

/**
 * Goes to the provider's sign-in page, to come back to the open page.
 *
 * @returns false if it has been tried too often just now, or cannot be reached; then it is up to the user.
 */
export async function startSignIn(manager: UserManager): Promise<boolean> {
  const attempts = recentAttempts();
  if (attempts.length >= maxAttempts) {
    return false;
  }
  sessionStorage.setItem(attemptsKey, JSON.stringify([...attempts, Date.now()]));
  const to = currentTarget();
  sessionStorage.setItem(targetKey, to);
  keepDrafts();
  try {
    await manager.signinRedirect({ state: { to } satisfies SignInState });
    return true;
  } catch {
    return false; // the provider does not answer
  }
}
