import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { signIn, signInGateway } from '../../testing/harness.ts';
import { event, record, stored } from './card-event.fixture.ts';

/** One message: which of the containers, which run, which number, and what it says; the last container is another org's. */
type Sent = readonly [container: number, bootNumber: number, eventNumber: number, kind: string];

const containerCount = 3;
const sent = fc.tuple(
  fc.oneof(
    { weight: 30, arbitrary: fc.nat(containerCount - 1) },
    { weight: 1, arbitrary: fc.constant(containerCount) },
  ),
  fc.nat(1),
  fc.integer({ min: 1, max: 25 }),
  fc.oneof({ weight: 9, arbitrary: fc.constant('full_use') }, { weight: 1, arbitrary: fc.constant('no_use') }),
);
/** What each of several connections sends, batch after batch: overlapping, in any order, with repetitions. */
const connections = fc.array(
  fc.array(fc.array(sent, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 }),
  {
    minLength: 2,
    maxLength: 6,
  },
);
const numberOf = ([container, bootNumber, eventNumber]: Sent) => `${container},${bootNumber},${eventNumber}`;

it('whatever arrives, in any order, by however many connections: stored once, every gap known, and each batch answered for itself', async () => {
  await fc.assert(
    fc.asyncProperty(connections, async (batches) => {
      const org = await anOrg();
      const ids = await Promise.all(Array.from({ length: containerCount }, () => aContainer({ org_id: org.id })));
      const foreign = await aContainer({ org_id: (await anOrg()).id });
      const gateways = [await signInGateway([org.id]), await signInGateway([org.id])] as const;
      const at = new Date().toISOString();
      const toEvent = ([container, bootNumber, eventNumber, kind]: Sent) =>
        event((ids[container] ?? foreign).id, eventNumber, { bootNumber, at, kind });

      const answers = await Promise.all(
        batches.map(async (own, connection) => {
          const receipts = [];
          for (const batch of own) {
            receipts.push({ batch, ...(await record(gateways[connection % 4 === 3 ? 1 : 0], batch.map(toEvent))) });
          }
          return receipts;
        }),
      );

      const all = batches.flat(2).filter(([of]) => of < containerCount);
      const distinct = new Set(all.map(numberOf));
      const reader = await signIn(['local_implementer'], { orgIds: [org.id] });
      const kinds = new Map<string, string>();
      for (const [container, { id }] of ids.entries()) {
        const kept = await stored(id);
        const numbers = kept.map((row) => `${container},${row.boot_number},${row.event_number}`);
        kept.forEach((row, index) => kinds.set(numbers[index] ?? '', row.kind));
        expect(numbers.toSorted()).toEqual([...distinct].filter((key) => key.startsWith(`${container},`)).toSorted());
        const { data } = await reader.run(
          `query ($id: ID!) { cardEventGaps(containerId: $id, first: 200) { missing gaps { bootNumber first last } } }`,
          { id },
        );
        expect(data.cardEventGaps).toEqual(gapsOf(all.filter(([of]) => of === container)));
      }
      const accepted: string[] = [];
      for (const own of answers) {
        const told: Sent[] = [];
        for (const { batch, results, completeUpTo: complete } of own) {
          told.push(...batch);
          expect(results.map(({ index }) => index)).toEqual(batch.map((_, index) => index));
          for (const [index, { outcome, reason }] of results.entries()) {
            const message = batch[index] as Sent;
            const [container, , , kind] = message;
            const isKept = kinds.get(numberOf(message)) === kind;
            if (outcome === 'accepted') {
              accepted.push(numberOf(message));
            }
            expect({ outcome, reason }).toEqual(
              container === containerCount
                ? { outcome: 'rejected', reason: 'cardEvent.containerNotFound' }
                : outcome === 'accepted'
                  ? { outcome: isKept ? 'accepted' : 'none', reason: null }
                  : { outcome: 'duplicate', reason: isKept ? null : 'cardEvent.otherContent' },
            );
          }
          // Of each lock and run that the batch tells of, and of no other: at least what this connection has sent, at most what was sent.
          const runsOf = new Set(batch.filter(([of]) => of < containerCount).map(([of, boot]) => `${of} ${boot}`));
          const answered = complete.map(({ containerId, bootNumber, number }) => {
            const container = ids.findIndex(({ id }) => id === containerId);
            const within = (messages: readonly Sent[]) =>
              completeUpTo(messages.filter(([of, boot]) => of === container && boot === bootNumber));
            expect(number).toBeGreaterThanOrEqual(within(told));
            expect(number).toBeLessThanOrEqual(within(all));
            return `${container} ${bootNumber}`;
          });
          expect(answered.toSorted()).toEqual([...runsOf].toSorted());
        }
      }
      expect(accepted.toSorted()).toEqual([...distinct].toSorted());
      // What each connection was told last holds for all it had sent by then, and is never more than is there.
      const again = await record(gateways[0], all.map(toEvent));
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
