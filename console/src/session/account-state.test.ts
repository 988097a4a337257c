import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  accountState,
  changeAccountState,
  forgetAccountStates,
  hasUnsent,
  isInPageAlone,
  onAccountState,
  type AccountState,
} from './account-state.ts';

/** Whether the browser has room for what is kept. */
let hasRoom: boolean;

beforeEach(() => {
  hasRoom = true;
  // Keys of the object, as of a browser's storage.
  const storage = {} as Record<string, unknown>;
  for (const [name, method] of Object.entries({
    getItem: (key: string) => (storage[key] as string | undefined) ?? null,
    setItem: (key: string, text: string) => {
      if (!hasRoom) {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
      }
      storage[key] = text;
    },
    removeItem: (key: string) => delete storage[key],
  })) {
    Object.defineProperty(storage, name, { value: method });
  }
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const keep = (account: string, name: 'route', state: AccountState) => changeAccountState(account, name, () => state);

it('ends with the session of who signs out, but for what is still to be sent, which waits for the same account', () => {
  localStorage.setItem('noa-language', 'ro');
  const ofAna = { unsent: [{ containerId: 'a' }], stops: ['a', 'b'] };
  const ofIon = { unsent: [], stops: ['c'] };
  keep('ana', 'route', ofAna);
  keep('ion', 'route', ofIon);

  forgetAccountStates();

  expect(accountState('ana', 'route')).toEqual({ unsent: [{ containerId: 'a' }] });
  expect(hasUnsent('ana', 'route')).toBe(true);
  expect(accountState('ion', 'route')).toBeNull();
  expect(hasUnsent('ion', 'route')).toBe(false);
  expect(localStorage.getItem('noa-language')).toBe('ro');
});

it('tells who listens of what is kept, until they no longer want to know', () => {
  const seen: (AccountState | null)[] = [];
  const stop = onAccountState(() => seen.push(accountState('ana', 'route')));
  keep('ana', 'route', { unsent: [] });
  stop();
  keep('ana', 'route', { unsent: [1] });
  expect(seen).toEqual([{ unsent: [] }]);
});

it('takes what cannot be read for nothing', () => {
  localStorage.setItem('noa-until-sign-out route ana', '{');
  expect(hasUnsent('ana', 'route')).toBe(false);
  forgetAccountStates();
  expect(localStorage.getItem('noa-until-sign-out route ana')).toBeNull();
});

it('keeps in the page what the browser has no room for, says so, and writes it as soon as there is some', () => {
  const told = { unsent: [{ containerId: 'a' }] };
  let times = 0;
  const stop = onAccountState(() => (times += 1));
  hasRoom = false;

  keep('ana', 'route', told);

  expect(accountState('ana', 'route')).toEqual(told);
  expect([hasUnsent('ana', 'route'), isInPageAlone('ana', 'route'), times]).toEqual([true, true, 1]);
  expect(localStorage.getItem('noa-until-sign-out route ana')).toBeNull();

  hasRoom = true;
  keep('ana', 'route', { ...told });
  stop();

  expect(isInPageAlone('ana', 'route')).toBe(false);
  expect(localStorage.getItem('noa-until-sign-out route ana')).toBe(JSON.stringify(told));
});

it('ends in the page what the browser had no room for, but for what is still to be sent', () => {
  hasRoom = false;
  keep('ana', 'route', { unsent: [1] });
  keep('ion', 'route', { unsent: [] });

  forgetAccountStates();

  expect([hasUnsent('ana', 'route'), accountState('ion', 'route')]).toEqual([true, null]);
  hasRoom = true;
  forgetAccountStates();
  expect(localStorage.getItem('noa-until-sign-out route ana')).toBe('{"unsent":[1]}');
  keep('ana', 'route', { unsent: [] });
});

describe('two tabs of one account', () => {
  type Page = typeof import('./account-state.ts');

  /** Each is told of what the other one wrote. */
  async function twoPages(): Promise<[Page, Page, () => void]> {
    const told: (() => void)[] = [];
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
      if (type === 'storage') {
        told.push(listener);
      }
    });
    const open = async () => {
      vi.resetModules();
      return import('./account-state.ts');
    };
    return [await open(), await open(), () => told.forEach((listener) => listener())];
  }

  const tap = (page: Page, container: string) =>
    page.changeAccountState('ana', 'route', (state) =>
      state?.unsent.includes(container) ? state : { unsent: [...(state?.unsent ?? []), container] },
    );

  it('lose nothing that one of them wrote while the other had no room for its own', async () => {
    const [one, other, tellOfWrites] = await twoPages();
    tap(one, 'a');
    hasRoom = false;
    tap(one, 'b');
    expect(one.isInPageAlone('ana', 'route')).toBe(true);

    hasRoom = true;
    tap(other, 'c');
    expect(one.accountState('ana', 'route')).toEqual({ unsent: ['a', 'c', 'b'] });
    tap(one, 'd');

    expect(other.accountState('ana', 'route')).toEqual({ unsent: ['a', 'c', 'b', 'd'] });
    tellOfWrites();
    expect(other.accountState('ana', 'route')).toEqual({ unsent: ['a', 'c', 'b', 'd'] });
  });

  it('write what they had no room for as soon as the other one has made some', async () => {
    const [one, other, tellOfWrites] = await twoPages();
    hasRoom = false;
    tap(one, 'a');
    hasRoom = true;
    tap(other, 'b');

    tellOfWrites();

    expect(one.isInPageAlone('ana', 'route')).toBe(false);
    expect(other.accountState('ana', 'route')).toEqual({ unsent: ['b', 'a'] });
  });

  it('give the same object while it is the same', async () => {
    const [one, other] = await twoPages();
    hasRoom = false;
    tap(one, 'a');
    hasRoom = true;
    tap(other, 'b');

    expect(one.accountState('ana', 'route')).toBe(one.accountState('ana', 'route'));
    expect(other.accountState('ana', 'route')).toBe(other.accountState('ana', 'route'));
  });
});

it('goes on where the browser forbids to keep anything', () => {
  vi.stubGlobal('localStorage', undefined);

  keep('ana', 'route', { unsent: [1] });
  expect([hasUnsent('ana', 'route'), isInPageAlone('ana', 'route')]).toEqual([true, true]);
  keep('ana', 'route', { unsent: [] });
  forgetAccountStates();

  expect(accountState('ana', 'route')).toBeNull();
});
