import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountStateText, forgetAccountStates, hasUnsent, keepAccountState, onAccountState } from './account-state.ts';

beforeEach(() => {
  // Keys of the object, as of a browser's storage.
  const storage = {} as Record<string, unknown>;
  for (const [name, method] of Object.entries({
    getItem: (key: string) => (storage[key] as string | undefined) ?? null,
    setItem: (key: string, text: string) => (storage[key] = text),
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
