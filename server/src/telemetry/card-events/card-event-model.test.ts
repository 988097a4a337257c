import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { signIn, signInGateway } from '../../testing/harness.ts';
import { event, record, stored } from './card-event.fixture.ts';

/** One message: which of the containers, which run, which number. */
type Sent = readonly [container: number, bootNumber: number, eventNumber: number];

const containerCount = 3;
const sent = fc.tuple(fc.nat(containerCount - 1), fc.nat(1), fc.integer({ min: 1, max: 25 }));
/** What each of several connections sends, batch after batch: overlapping, in any order, with repetitions. */
const connections = fc.array(
  fc.array(fc.array(sent, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 }),
  {
    minLength: 2,
    maxLength: 4,
  },
);

it('whatever arrives, in any order, by however many connections: stored once, and every gap known', async () => {
  await fc.assert(
    fc.asyncProperty(connections, async (batches) => {
      const org = await anOrg();
      const ids = await Promise.all(Array.from({ length: containerCount }, () => aContainer({ org_id: org.id })));
      const gateway = await signInGateway([org.id]);
      const at = new Date().toISOString();
      const toEvent = ([container, bootNumber, eventNumber]: Sent) =>
        event(ids[container]?.id ?? '', eventNumber, { bootNumber, at });

      const answers = await Promise.all(
        batches.map(async (own) => {
          const receipts = [];
          for (const batch of own) {
            receipts.push(await record(gateway, batch.map(toEvent)));
          }
          return receipts;
        }),
      );

      const all = batches.flat(2);
      const distinct = new Set(all.map(String));
      const outcomes = answers.flat().flatMap(({ results }) => results.map(({ outcome }) => outcome));
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(distinct.size);
      expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(all.length - distinct.size);
      const reader = await signIn(['local_implementer'], { orgIds: [org.id] });
      for (const [container, { id }] of ids.entries()) {
        const kept = (await stored(id)).map((row) => `${container},${row.boot_number},${row.event_number}`);
        expect(kept.toSorted()).toEqual([...distinct].filter((key) => key.startsWith(`${container},`)).toSorted());
        const { data } = await reader.run(
          `query ($id: ID!) { cardEventGaps(containerId: $id, first: 200) { missing gaps { bootNumber first last } } }`,
          { id },
        );
        expect(data.cardEventGaps).toEqual(gapsOf(all.filter(([of]) => of === container)));
      }
      // What each connection was told last holds for all it had sent by then, and is never more than is there.
      const again = await record(gateway, all.map(toEvent));
      for (const { containerId, bootNumber, number } of again.completeUpTo) {
        const numbers = all.filter(([of, boot]) => ids[of]?.id === containerId && boot === bootNumber);
        expect(number).toBe(completeUpTo(numbers));
      }
    }),
    { numRuns: 10 },
  );
});

function completeUpTo(messages: readonly Sent[]): number {
  const numbers = new Set(messages.map(([, , number]) => number));
  let number = 0;
  while (numbers.has(number + 1)) {
    number += 1;
  }
  return number;
}

function gapsOf(messages: readonly Sent[]) {
  const gaps: { bootNumber: number; first: number; last: number }[] = [];
  for (const bootNumber of [0, 1]) {
    const numbers = new Set(messages.filter(([, boot]) => boot === bootNumber).map(([, , number]) => number));
    for (let number = 1; number < Math.max(0, ...numbers); number += 1) {
      if (!numbers.has(number)) {
        const last = gaps.at(-1);
        if (last?.bootNumber === bootNumber && last.last === number - 1) {
          last.last = number;
        } else {
          gaps.push({ bootNumber, first: number, last: number });
        }
      }
    }
  }
  return { missing: gaps.reduce((sum, { first, last }) => sum + last - first + 1, 0), gaps };
}
