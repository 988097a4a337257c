import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findDraft, keepDrafts, registerDraft } from './drafts.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps what is being written when the session ends, but for an ID number, which no browser stores', () => {
  const forget = registerDraft('ana /apartments/create', () => ({
    values: { label: '12', occupierName: 'Ana Pop', occupierIdNumber: '1800101221144' },
  }));

  keepDrafts();
  forget();

  expect(findDraft('ana /apartments/create')).toEqual({ values: { label: '12', occupierName: 'Ana Pop' } });
  expect([...kept.values()].join()).not.toContain('1800101221144');
});

it('lets the sign-in go on where the browser has no room for what is being written', () => {
  const forget = registerDraft('ana /apartments/create', () => ({ values: { label: '12' } }));
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    },
  });

  keepDrafts();
  forget();

  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
