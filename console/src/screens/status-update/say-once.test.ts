import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sayOnce } from './say-once.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.useFakeTimers({ now: new Date('2026-11-29T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const emptied = { containerId: 'a', kind: 'emptying_detected', note: '' };

/** A server that takes the same of the same moment once, and whose answers are lost so often. */
function aServer(lost = 0, refusal?: Error) {
  const taken: string[] = [];
  let tries = 0;
  const send = async (told: { readonly at: string | null }) => {
    if (refusal && told.at !== null) {
      throw refusal;
    }
    const key = JSON.stringify(told);
    if (told.at === null || !taken.includes(key)) {
      taken.push(key);
    }
    tries += 1;
    if (tries <= lost) {
      throw new TypeError('the answer is lost');
    }
  };
  return { taken, send };
}

it('counts once what is sent again after its answer was lost, also minutes later', async () => {
  const { taken, send } = aServer(2);
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(sayOnce('ana', emptied, send)).rejects.toThrow('lost');
    vi.advanceTimersByTime(60_000);
  }
  await sayOnce('ana', emptied, send);

  expect(taken).toEqual([JSON.stringify({ ...emptied, at: '2026-11-29T08:00:00.000Z' })]);
});

it('takes for another what is said once more, is said otherwise, or by somebody else', async () => {
  const { taken, send } = aServer(1);
  await expect(sayOnce('ana', emptied, send)).rejects.toThrow('lost');
  vi.advanceTimersByTime(1_000);
  await sayOnce('dan', emptied, send);
  await sayOnce('ana', { ...emptied, note: 'x' }, send);
  vi.advanceTimersByTime(1_000);
  await sayOnce('ana', { ...emptied, note: 'x' }, send);

  expect(taken).toHaveLength(4);
});

it('leaves the moment to the server where this clock is wrong, and keeps what is refused otherwise', async () => {
  const refused = (fields: object) =>
    new CombinedGraphQLErrors({ errors: [{ message: '', extensions: { code: 'ValidationFailed', fields } }] });
  const { taken, send } = aServer(0, refused({ at: 'form.badMoment' }));
  await sayOnce('ana', emptied, send);
  expect(taken).toEqual([JSON.stringify({ ...emptied, at: null })]);

  await expect(sayOnce('ana', emptied, aServer(0, refused({ value: 'form.required' })).send)).rejects.toThrow();
});
