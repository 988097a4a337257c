import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksumOf, LockList, type SyncAnswer } from './lock-list.ts';

/** The versions of a list, each with all that it admits; an answer leads from one to another. */
type Versions = readonly ReadonlySet<string>[];

const serial = fc
  .integer({ min: 0, max: 30 })
  .map((number) => `0000${number.toString(16).padStart(4, '0').toUpperCase()}`);
const versionsArbitrary = fc.array(
  fc.uniqueArray(serial, { maxLength: 20 }).map((all) => new Set(all)),
  {
    minLength: 2,
    maxLength: 8,
  },
);

/** Pages of at most `size` that lead from version `base` (null: from nothing) to version `target`. */
function pagesOf(versions: Versions, base: number | null, target: number, size: number): SyncAnswer[] {
  const before = base === null ? new Set<string>() : (versions[base] ?? new Set());
  const due = versions[target] ?? new Set();
  const cards = [
    ...[...before]
      .filter((each) => !due.has(each))
      .map((serialNumber) => ({ serialNumber, action: 'refuse' as const })),
    ...[...due].filter((each) => !before.has(each)).map((serialNumber) => ({ serialNumber, action: 'admit' as const })),
  ];
  const count = Math.max(1, Math.ceil(cards.length / size));
  return Array.from({ length: count }, (_, page) => ({
    mode: base === null ? ('full' as const) : ('delta' as const),
    cards: cards.slice(page * size, (page + 1) * size),
    version: page + 1 < count ? `page ${page + 1}` : String(target),
    hasMore: page + 1 < count,
    checksum: checksumOf(due),
  }));
}

const step = fc.record({
  target: fc.nat(100),
  size: fc.integer({ min: 1, max: 6 }),
  /** Pages that arrive before the power goes; more than there are: all. */
  arrives: fc.nat(8),
  fromNothing: fc.boolean(),
  lastTwice: fc.boolean(),
});

describe('the list of a lock', () => {
  it('is always exactly one of the versions that were offered, whatever is interrupted or comes twice', () => {
    fc.assert(
      fc.property(versionsArbitrary, fc.array(step, { maxLength: 12 }), (versions, steps) => {
        const list = new LockList();
        for (const { target, size, arrives, fromNothing, lastTwice } of steps) {
          const to = target % versions.length;
          const base = list.version === null || fromNothing ? null : Number(list.version);
          const pages = pagesOf(versions, base, to, size);
          const held = { version: list.version, admitted: [...list.admitted] };
          const taken = pages.slice(0, arrives).map((page) => list.take(page));

          const whole = arrives >= pages.length;
          expect(taken.at(-1)).toBe(whole ? 'applied' : taken.length > 0 ? 'more' : undefined);
          if (whole) {
            expect(list.version).toBe(String(to));
            expect(list.admitted).toEqual(versions[to]);
          } else {
            expect({ version: list.version, admitted: [...list.admitted] }).toEqual(held);
          }
          list.interrupt();
          if (whole && lastTwice && pages.length === 1 && base !== null) {
            expect(list.take(pages[0] as SyncAnswer)).toBe('applied');
          }
        }
      }),
    );
  });

  it('goes on from the page before, and begins anew when the whole list comes in the middle of a delta', () => {
    const versions = [new Set(['AA', 'BB']), new Set(['BB', 'CC', 'DD'])];
    const list = new LockList();
    pagesOf(versions, null, 0, 9).forEach((page) => list.take(page));
    const [first] = pagesOf(versions, 0, 1, 1);
    expect(list.after).toBe('0');
    expect(first && list.take(first)).toBe('more');
    expect(list.after).toBe('page 1');

    expect(pagesOf(versions, null, 1, 2).map((page) => list.take(page))).toEqual(['more', 'applied']);
    expect([...list.admitted]).toEqual(['BB', 'CC', 'DD']);
  });

  it('stays what it was when one is withheld or comes out wrong, and is then asked for whole', () => {
    const list = new LockList();
    pagesOf([new Set(['AA'])], null, 0, 9).forEach((page) => list.take(page));
    const answer = {
      cards: [{ serialNumber: 'BB', action: 'admit' }],
      hasMore: false,
      checksum: 'of another',
    } as const;

    expect(list.take({ ...answer, mode: 'withheld', version: '0' })).toBe('withheld');
    expect(list.after).toBe('0');

    expect(list.take({ ...answer, mode: 'delta', version: '1' })).toBe('wrong');
    expect([...list.admitted]).toEqual(['AA']);
    expect(list.after).toBeNull();
  });
});
