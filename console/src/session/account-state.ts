import { Listeners } from '../listeners.ts';

/** What there is of the kind. */
type AccountStateName = 'route';

const prefix = 'noa-until-sign-out ';
const keyOf = (account: string, name: AccountStateName) => `${prefix}${name} ${account}`;

/** What a screen keeps in this browser for an account until they sign out; what is `unsent` outlives even that, for it was promised. */
export interface AccountState {
  readonly unsent: readonly unknown[];
}

/**
 * What becomes of a state; null: there is none. The same state for no change. It is made once more upon what another tab wrote
 * meanwhile, so that it may change only what it is about, and must not ask the clock.
 */
type Change = (state: AccountState | null) => AccountState | null;

/**
 * Changes that the browser did not take, being full or forbidden to: this page alone has them, for as long as it is open. The changes
 * and not their outcome, which would be written over what another tab could write meanwhile.
 */
interface Unwritten {
  readonly changes: readonly Change[];
  /** What the browser has, and what comes of the changes upon it. */
  readonly stored: string | null;
  readonly state: AccountState | null;
}

const unwritten = new Map<string, Unwritten>();

const listeners = new Listeners();
globalThis.addEventListener?.('storage', function writeAgain() {
  // Another tab has written, and may have made room.
  for (const key of unwritten.keys()) {
    keep(key, read(key));
  }
  listeners.tell();
});
globalThis.addEventListener?.('beforeunload', function askFirst(event) {
  if ([...unwritten.keys()].some((key) => unsentIn(read(key)).length > 0)) {
    event.preventDefault();
  }
});

/** Calls back whenever something may have been written, here or in another tab, until the returned function is called. */
export const onAccountState = listeners.add;

/** What is kept, the same object while it is the same; null for nothing. By account: the next one at this browser has a day of their own. */
export const accountState = (account: string, name: AccountStateName): AccountState | null =>
  read(keyOf(account, name));

/**
 * Changes a state as the browser has it now, whichever tab wrote it; in this page alone where the browser does not take it
 * (`isInPageAlone`), until it does.
 */
export function changeAccountState(account: string, name: AccountStateName, change: Change): void {
  if (make(keyOf(account, name), change)) {
    listeners.tell();
  }
}

/** Whether what is kept would go with this page: the browser has no room for it, or keeps nothing. */
export const isInPageAlone = (account: string, name: AccountStateName): boolean => unwritten.has(keyOf(account, name));

/** Whether something of an account is still to be sent. */
export const hasUnsent = (account: string, name: AccountStateName): boolean =>
  unsentIn(accountState(account, name)).length > 0;

/** Forgets what ends with a session, of whoever was signed in here, but for what is still to be sent. */
export function forgetAccountStates(): void {
  for (const key of keysKept().filter((each) => each.startsWith(prefix))) {
    make(key, (state) => (unsentIn(state).length > 0 ? { unsent: unsentIn(state) } : null));
  }
  listeners.tell();
}

/** @returns whether anything is otherwise than before. */
function make(key: string, change: Change): boolean {
  const before = read(key);
  const after = change(before);
  if (after === before && (after !== null || storedIn(key) === null)) {
    return false;
  }
  if (!keep(key, after)) {
    const changes = [...(unwritten.get(key)?.changes ?? []), change];
    unwritten.set(key, { changes, stored: storedIn(key), state: after });
  }
  return true;
}

/** @returns whether the browser took it. */
function keep(key: string, state: AccountState | null): boolean {
  try {
    if (state !== null) {
      localStorage.setItem(key, JSON.stringify(state));
    } else {
      unwritten.delete(key); // a browser that keeps nothing has nothing to forget
      localStorage.removeItem(key);
    }
    unwritten.delete(key);
    return true;
  } catch {
    return state === null;
  }
}

/** What was read last, by key. */
const parsed = new Map<string, { readonly text: string | null; readonly state: AccountState | null }>();

function read(key: string): AccountState | null {
  const text = storedIn(key);
  const inPage = unwritten.get(key);
  if (inPage) {
    if (inPage.stored !== text) {
      const state = inPage.changes.reduce((now, change) => change(now), parse(text));
      unwritten.set(key, { ...inPage, stored: text, state });
    }
    return unwritten.get(key)?.state ?? null;
  }
  const last = parsed.get(key);
  if (last?.text === text) {
    return last.state;
  }
  const state = parse(text);
  parsed.set(key, { text, state });
  return state;
}

function parse(text: string | null): AccountState | null {
  try {
    const state = JSON.parse(text ?? 'null') as unknown;
    return typeof state === 'object' ? (state as AccountState | null) : null;
  } catch {
    return null; // nobody but us writes there; what cannot be read is lost already
  }
}

function storedIn(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing has nothing
  }
}

/** The names under which something is kept, here or by the browser. */
function keysKept(): string[] {
  try {
    return [...new Set([...unwritten.keys(), ...Object.keys(localStorage)])];
  } catch {
    return [...unwritten.keys()];
  }
}

function unsentIn(state: AccountState | null): readonly unknown[] {
  return Array.isArray(state?.unsent) ? state.unsent : [];
}
