/** What there is of the kind. */
type AccountStateName = 'route';

const prefix = 'noa-until-sign-out ';
const keyOf = (account: string, name: AccountStateName) => `${prefix}${name} ${account}`;

/** What a screen keeps in this browser for an account until they sign out; what is `unsent` outlives even that, for it was promised. */
export interface AccountState {
  readonly unsent: readonly unknown[];
}

const listeners = new Set<() => void>();
function tell(): void {
  for (const listener of listeners) {
    listener();
  }
}
globalThis.addEventListener?.('storage', tell);

/** Calls back whenever something may have been written, here or in another tab, until the returned function is called. */
export function onAccountState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text that is kept; null for none. By account: the next one at this browser has a day of their own. */
export const accountStateText = (account: string, name: AccountStateName): string | null =>
  localStorage.getItem(keyOf(account, name));

/** Keeps a state in place of the one before. */
export function keepAccountState(account: string, name: AccountStateName, state: AccountState): void {
  localStorage.setItem(keyOf(account, name), JSON.stringify(state));
  tell();
}

/** Forgets what ends with a session, of whoever was signed in here, but for what is still to be sent. */
export function forgetAccountStates(): void {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(prefix))) {
    const unsent = unsentIn(localStorage.getItem(key));
    if (unsent.length > 0) {
      localStorage.setItem(key, JSON.stringify({ unsent } satisfies AccountState));
    } else {
      localStorage.removeItem(key);
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
