import { setImmediate as meanwhile } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { GroupCommit } from './group-commit.ts';

const largest = 8;

const items = fc.array(
  fc.record({
    locks: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 4 }),
    size: fc.integer({ min: 1, max: 10 }),
    /** What cannot be written. */
    isBad: fc.boolean(),
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
      const group = new GroupCommit<{ name: number; locks: Set<string>; size: number }>(largest);
      const locked = new Set<string>();
      const attempts = given.map(() => 0);
      const answers = await Promise.allSettled(
        given.map(async ({ locks, size, comes, leaves }, name) => {
          await steps(comes);
          const gone = new AbortController();
          const leaving = leaves === null ? Promise.resolve() : steps(leaves).then(() => gone.abort(new Error('gone')));
          const answer = group.write({ name, locks: new Set(locks), size }, gone.signal, async (together) => {
            const isFirst = together.every((each) => attempts[each.name] === 0);
            together.forEach((each) => (attempts[each.name] = (attempts[each.name] ?? 0) + 1));
            const all = together.flatMap((each) => (isFirst ? [...each.locks] : []));
            expect(all.filter((lock) => locked.has(lock))).toEqual([]);
            expect(isFirst || together.length === 1).toBe(true);
            expect(together.length === 1 || together.reduce((sum, each) => sum + each.size, 0) <= largest).toBe(true);
            all.forEach((lock) => locked.add(lock));
            await steps(1 + (name % 3));
            all.forEach((lock) => locked.delete(lock));
            if (together.some((each) => given[each.name]?.isBad)) {
              throw new Error('bad');
            }
            return together.map((each) => `written ${each.name}`);
          });
          try {
            return await answer;
          } finally {
            await leaving;
          }
        }),
      );

      expect(group.isIdle).toBe(true);
      for (const [name, answer] of answers.entries()) {
        const told = answer.status === 'fulfilled' ? answer.value : (answer.reason as Error).message;
        const due = given[name]?.isBad ? 'bad' : `written ${name}`;
        expect(given[name]?.leaves === null ? [due] : [due, 'gone']).toContain(told);
        expect(attempts[name]).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: rounds(150, 3_000) },
  );
});

it('what came while another wrote is written together, by who came first', async () => {
  const group = new GroupCommit<{ name: string; locks: Set<string>; size: number }>(largest);
  const written: string[][] = [];
  const tell = (name: string, locks: string[], size = 1) =>
    group.write({ name, locks: new Set(locks), size }, new AbortController().signal, async (together) => {
      written.push(together.map((each) => each.name));
      await steps(2);
      return together.map(() => null);
    });

  await Promise.all([
    tell('first', ['a']),
    tell('of both', ['a', 'b']),
    tell('again', ['a']),
    tell('of what is waited for', ['b']),
    tell('beside them', ['c']),
    tell('too much', ['a'], 6),
  ]);

  expect(written).toEqual([['first'], ['beside them'], ['of both', 'again', 'of what is waited for'], ['too much']]);
});
