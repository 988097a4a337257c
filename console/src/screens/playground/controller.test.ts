import { describe, expect, it } from 'vitest';
import { applyAnswer, askedAfter, blank, checksumOf } from './controller.ts';

type Answer = Parameters<typeof applyAnswer>[1];

const answer = (given: Partial<Answer>): Answer => ({
  mode: 'delta',
  cards: [],
  version: '1',
  hasMore: false,
  checksum: 'c',
  ...given,
});
const admit = (serialNumber: string) => ({ serialNumber, action: 'admit' as const });
const refuse = (serialNumber: string) => ({ serialNumber, action: 'refuse' as const });

describe('a controller', () => {
  it('uses a whole list once its last page is there, and asks from page to page until then', () => {
    const first = applyAnswer(blank, answer({ mode: 'full', cards: [admit('A')], version: 'page', hasMore: true }));
    expect([first.version, [...first.admitted], askedAfter(first)]).toEqual([null, [], 'page']);

    const last = applyAnswer(first, answer({ mode: 'full', cards: [admit('B')], version: '7' }));

    expect([last.version, [...last.admitted], askedAfter(last)]).toEqual(['7', ['A', 'B'], '7']);
  });

  it('changes its list by what is new, also when that comes behind a whole list', () => {
    const whole = applyAnswer(blank, answer({ mode: 'full', cards: [admit('A')], version: 'page', hasMore: true }));

    const after = applyAnswer(whole, answer({ cards: [refuse('A'), admit('B')], version: '8' }));

    expect([after.version, [...after.admitted]]).toEqual(['8', ['B']]);
  });

  it('begins anew when it is given a whole list in the middle of changes', () => {
    const held = applyAnswer(blank, answer({ mode: 'full', cards: [admit('A')], version: '7' }));
    const delta = applyAnswer(held, answer({ cards: [admit('B')], version: 'page', hasMore: true }));

    const anew = applyAnswer(delta, answer({ mode: 'full', cards: [admit('C')], version: '9' }));

    expect([anew.version, [...anew.admitted]]).toEqual(['9', ['C']]);
  });

  it('keeps what it has while the list is withheld', () => {
    const held = applyAnswer(blank, answer({ mode: 'full', cards: [admit('A')], version: '7' }));

    const kept = applyAnswer(held, answer({ mode: 'withheld', cards: [admit('B')], version: '7', checksum: 'd' }));

    expect(kept).toEqual({ ...held, wanted: 'd', isWithheld: true });
  });

  it('sums its list up as the documents say', async () => {
    expect(await checksumOf(new Set(['B', 'A']))).toBe(
      '23519a43c66b4c342f25b32e09797ec5f3fc0be388cd8243fb3449afbdce4013', // printf 'A\nB' | sha256sum
    );
  });
});
