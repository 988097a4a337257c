import { setImmediate as meanwhile } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { GroupCommit, type Member } from './group-commit.ts';

const largest = 8;

/** It is written in two parts at most: what it has of `a`, `c` and `e`, and of `b` and `d`. */
class Item implements Member<Item> {
  readonly name: string;
  readonly locks: ReadonlySet<string>;
  readonly size: number;

  constructor(name: string, locks: readonly string[], size = locks.length) {
    this.name = name;
    this.locks = new Set(locks);
    this.size = size;
  }

  parts(): Map<number, Item> {
    const parts = Map.groupBy(this.locks, (lock) => ('bd'.indexOf(lock) >= 0 ? 1 : 0));
    return new Map([...parts].map(([part, locks]) => [part, new Item(this.name, locks, this.size)]));
  }
}

const keyOf = ({ name, locks }: Item) => `${name}: ${[...locks].join(' ')}`;

const items = fc.array(
  fc.record({
    locks: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 4 }),
    size: fc.integer({ min: 1, max: 10 }),
    /** What cannot be written where it has this lock. */
    badLock: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
    /** Steps after which it comes, and after which nobody waits for it any more. */
    comes: fc.nat(12),
    leaves: fc.option(fc.nat(20), { freq: 5 }),
  }),
  { minLength: 1, maxLength: 12 },
);

const steps = async (count: number) => {
  for (let step = 0; step < count; step += 1) {
    await meanwhile();
  }
};

it('whatever comes while others write: what shares a lock is never written at once, and each is answered for itself', async () => {
  await fc.assert(
    fc.asyncProperty(items, async (given) => {
      const group = new GroupCommit<Item>(largest);
      const locked = new Set<string>();
      const attempts = new Map<string, number>();
      const attemptsOf = (item: Item) => attempts.get(keyOf(item)) ?? 0;
      const write = async (together: readonly Item[]) => {
        const isFirst = together.every((each) => attemptsOf(each) === 0);
        together.forEach((each) => attempts.set(keyOf(each), attemptsOf(each) + 1));
        const all = together.flatMap((each) => (isFirst ? [...each.locks] : []));
        expect(all.filter((lock) => locked.has(lock))).toEqual([]);
        expect(isFirst || together.length === 1).toBe(true);
        expect(together.length === 1 || together.reduce((sum, each) => sum + each.size, 0) <= largest).toBe(true);
        all.forEach((lock) => locked.add(lock));
        await steps(1 + (Number(together[0]?.name) % 3));
        all.forEach((lock) => locked.delete(lock));
        if (together.some(({ name, locks }) => locks.has(given[Number(name)]?.badLock ?? ''))) {
          throw new Error('bad');
        }
        return together.map(keyOf);
      };
      const answers = await Promise.allSettled(
        given.map(async ({ locks, size, comes, leaves }, name) => {
          await steps(comes);
          const gone = new AbortController();
          const leaving = leaves === null ? Promise.resolve() : steps(leaves).then(() => gone.abort(new Error('gone')));
          try {
            return await group.write(new Item(String(name), locks, size), gone.signal, write);
          } finally {
            await leaving;
          }
        }),
      );

      expect(group.isIdle).toBe(true);
      expect(Math.max(...attempts.values())).toBeLessThanOrEqual(2);
      for (const [name, answer] of answers.entries()) {
        const { locks, size, badLock, leaves } = given[name] as (typeof given)[number];
        const whole = new Item(String(name), locks, size);
        const isBad = badLock !== null && locks.includes(badLock);
        const due = isBad ? [['bad']] : [[keyOf(whole)], [...whole.parts().values()].map(keyOf)];
        expect(leaves === null ? due : [...due, ['gone']]).toContainEqual(
          answer.status === 'fulfilled' ? answer.value : [(answer.reason as Error).message],
        );
      }
    }),
    { numRuns: rounds(150, 3_000) },
  );
});

it('what came while another wrote is written together, and what of it needs nothing of that is not waited with', async () => {
  const group = new GroupCommit<Item>(largest);
  const written: string[][] = [];
  const tell = (name: string, locks: string[], size = 1) =>
    group.write(new Item(name, locks, size), new AbortController().signal, async (together) => {
      written.push(together.map(keyOf));
      await steps(2);
      return together.map(() => null);
    });

  await Promise.all([
    tell('first', ['a']),
    tell('of both', ['a', 'b']),
    tell('again', ['a']),
    tell('of what is written', ['b']),
    tell('beside them', ['d']),
    tell('too much', ['a'], 7),
  ]);

  expect(written).toEqual([
    ['first: a'],
    ['beside them: d'],
    ['of both: b'],
    ['of both: a', 'again: a'],
    ['of what is written: b'],
    ['too much: a'],
  ]);
});
