import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  accountStateText,
  forgetAccountStates,
  hasUnsent,
  isInPageAlone,
  keepAccountState,
  onAccountState,
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

it('ends with the session of who signs out, but for what is still to be sent, which waits for the same account', () => {
  localStorage.setItem('noa-language', 'ro');
  const ofAna = { unsent: [{ containerId: 'a' }], stops: ['a', 'b'] };
  const ofIon = { unsent: [], stops: ['c'] };
  keepAccountState('ana', 'route', ofAna);
  keepAccountState('ion', 'route', ofIon);

  forgetAccountStates();

  expect(accountStateText('ana', 'route')).toBe('{"unsent":[{"containerId":"a"}]}');
  expect(hasUnsent('ana', 'route')).toBe(true);
  expect(accountStateText('ion', 'route')).toBeNull();
  expect(hasUnsent('ion', 'route')).toBe(false);
  expect(localStorage.getItem('noa-language')).toBe('ro');
});

it('tells who listens of what is kept, until they no longer want to know', () => {
  const seen: (string | null)[] = [];
  const stop = onAccountState(() => seen.push(accountStateText('ana', 'route')));
  keepAccountState('ana', 'route', { unsent: [] });
  stop();
  keepAccountState('ana', 'route', { unsent: [1] });
  expect(seen).toEqual(['{"unsent":[]}']);
});

it('takes what cannot be read for nothing', () => {
  localStorage.setItem('noa-until-sign-out route ana', '{');
  expect(hasUnsent('ana', 'route')).toBe(false);
  forgetAccountStates();
  expect(accountStateText('ana', 'route')).toBeNull();
});

it('keeps in the page what the browser has no room for, says so, and writes it as soon as there is some', () => {
  const told = { unsent: [{ containerId: 'a' }] };
  let times = 0;
  const stop = onAccountState(() => (times += 1));
  hasRoom = false;

  keepAccountState('ana', 'route', told);

  expect(accountStateText('ana', 'route')).toBe(JSON.stringify(told));
  expect([hasUnsent('ana', 'route'), isInPageAlone('ana', 'route'), times]).toEqual([true, true, 1]);
  expect(localStorage.getItem('noa-until-sign-out route ana')).toBeNull();

  hasRoom = true;
  keepAccountState('ana', 'route', told);
  stop();

  expect(isInPageAlone('ana', 'route')).toBe(false);
  expect(localStorage.getItem('noa-until-sign-out route ana')).toBe(JSON.stringify(told));
});

it('ends in the page what the browser had no room for, but for what is still to be sent', () => {
  hasRoom = false;
  keepAccountState('ana', 'route', { unsent: [1] });
  keepAccountState('ion', 'route', { unsent: [] });

  forgetAccountStates();

  expect([hasUnsent('ana', 'route'), accountStateText('ion', 'route')]).toEqual([true, null]);
  hasRoom = true;
  forgetAccountStates();
  expect(localStorage.getItem('noa-until-sign-out route ana')).toBe('{"unsent":[1]}');
  keepAccountState('ana', 'route', { unsent: [] });
});

it('goes on where the browser forbids to keep anything', () => {
  vi.stubGlobal('localStorage', undefined);

  keepAccountState('ana', 'route', { unsent: [1] });
  expect([hasUnsent('ana', 'route'), isInPageAlone('ana', 'route')]).toEqual([true, true]);
  keepAccountState('ana', 'route', { unsent: [] });
  forgetAccountStates();

  expect(accountStateText('ana', 'route')).toBeNull();
});
