import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadSteps, saveSteps, type Step } from './steps.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

const steps: readonly Step[] = [
  { apartmentId: 'ap 1', handOut: { id: 'hand-out 1', rowId: '7', card: 'ABCDEFG' } },
  { apartmentId: 'ap 2', handOut: null },
];

it('what was handed out can be undone after a reload, at its entrance', () => {
  saveSteps('ana', 'entrance 1', steps);

  expect(loadSteps('ana', 'entrance 1')).toEqual(steps);
  expect(loadSteps('ana', 'entrance 2')).toEqual([]);
});

it('whoever signs in next in this tab undoes nothing that another account did, and leaves nothing of it', () => {
  saveSteps('ana', 'entrance 1', steps);

  const found = loadSteps('ion', 'entrance 1');
  saveSteps('ion', 'entrance 1', found);

  expect(found).toEqual([]);
  expect([...kept.values()].join()).not.toContain('hand-out 1');
});

it.each([JSON.stringify(steps), '7', '{"account":"ana","steps":7}', '{'])(
  'takes nothing from what it cannot read: %s',
  (text) => {
    kept.set('noa-handover-entrance 1', text);

    expect(loadSteps('ana', 'entrance 1')).toEqual([]);
  },
);
