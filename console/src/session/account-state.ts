/** What there is of the kind. */
type AccountStateName = 'route';

const prefix = 'noa-until-sign-out ';
const keyOf = (account: string, name: AccountStateName) => `${prefix}${name} ${account}`;

/** What a screen keeps in this browser for an account until they sign out; what is `unsent` outlives even that, for it was promised. */
export interface AccountState {
  readonly unsent: readonly unknown[];
}

/** What the browser did not take, being full or forbidden to: this page alone has it, for as long as it is open. */
const unwritten = new Map<string, string>();

const listeners = new Set<() => void>();
function tell(): void {
  for (const listener of listeners) {
    listener();
  }
}
globalThis.addEventListener?.('storage', tell);
globalThis.addEventListener?.('beforeunload', function askFirst(event) {
  if ([...unwritten.values()].some((text) => unsentIn(text).length > 0)) {
    event.preventDefault();
  }
});

/** Calls back whenever something may have been written, here or in another tab, until the returned function is called. */
export function onAccountState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text that is kept; null for none. By account: the next one at this browser has a day of their own. */
export const accountStateText = (account: string, name: AccountStateName): string | null => read(keyOf(account, name));

/** Keeps a state in place of the one before; in this page alone where the browser does not take it (`isInPageAlone`). */
export function keepAccountState(account: string, name: AccountStateName, state: AccountState): void {
  write(keyOf(account, name), JSON.stringify(state));
  tell();
}

/** Whether what is kept would go with this page: the browser has no room for it, or keeps nothing. */
export const isInPageAlone = (account: string, name: AccountStateName): boolean => unwritten.has(keyOf(account, name));

function read(key: string): string | null {
  try {
    return unwritten.get(key) ?? localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing has nothing
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, text);
  }
}

function remove(key: string): void {
  unwritten.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing has nothing to forget
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

/** Forgets what ends with a session, of whoever was signed in here, but for what is still to be sent. */
export function forgetAccountStates(): void {
  for (const key of keysKept().filter((each) => each.startsWith(prefix))) {
    const unsent = unsentIn(read(key));
    if (unsent.length > 0) {
      write(key, JSON.stringify({ unsent } satisfies AccountState));
    } else {
      remove(key);
    }
  }
  tell();
}

function unsentIn(text: string | null): readonly unknown[] {
  try {
    const { unsent } = JSON.parse(text ?? '{}') as Partial<AccountState>;
    return Array.isArray(unsent) ? unsent : [];
  } catch {
    return []; // nobody but us writes there; what cannot be read is lost already
  }
}

/** Whether something of an account is still to be sent. */
export const hasUnsent = (account: string, name: AccountStateName): boolean =>
  unsentIn(accountStateText(account, name)).length > 0;
