import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { awaitedLocks } from '../testing/awaited-locks.ts';
import { asSystem, signInGateway } from '../testing/harness.ts';
import { rounds } from '../testing/rounds.ts';
import { Controller } from './controller.fixture.ts';
import {
  applyChange,
  aNeighbourhood,
  changeKinds,
  differences,
  dueSerials,
  type Change,
  type Neighbourhood,
} from './grants.fixture.ts';

const seeds = rounds(3, 100);

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...changeKinds),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
});

/** What one connection does: transactions of a few changes, some of which are rolled back. */
const transaction = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  fails: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
});
const writers = fc.array(fc.array(transaction, { minLength: 10, maxLength: 16 }), { minLength: 4, maxLength: 4 });
const pageSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 6, maxLength: 6 });

class RolledBack extends Error {}

/** Two transactions may wait for one another's rows; PostgreSQL ends one of them, whole. */
const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01';

async function write(world: Neighbourhood, transactions: readonly { changes: readonly Change[]; fails: boolean }[]) {
  for (const { changes, fails } of transactions) {
    try {
      await asSystem(async (tx) => {
        for (const each of changes) {
          await applyChange(tx, world, each);
        }
        if (fails) {
          throw new RolledBack();
        }
      });
    } catch (error) {
      if (!(error instanceof RolledBack || isDeadlock(error))) {
        throw error;
      }
    }
  }
}

/** Whether any transaction waits for its org's turn. */
async function somebodyWaits(): Promise<boolean> {
  const { rows } = await asSystem((tx) =>
    sql<{ waits: boolean }>`
      select exists (select from ${sql.raw(awaitedLocks)} where locktype = 'advisory') as waits`.execute(tx),
  );
  return rows[0]?.waits === true;
}

/** Does a change, and another one that begins once the lists are settled for the first, which ends after that. */
async function applyMeanwhile(world: Neighbourhood, earlier: Change, later: Change): Promise<void> {
  let other: Promise<void> | undefined;
  await asSystem(async (tx) => {
    await applyChange(tx, world, earlier);
    await sql`set constraints all immediate`.execute(tx);
    let done = false;
    other = asSystem((meanwhile) => applyChange(meanwhile, world, later)).finally(() => {
      done = true;
    });
    await vi.waitUntil(async () => done || (await somebodyWaits()), { timeout: 30_000 });
  });
  await other;
}

/** What is still kept, in lists that locks ask for, of what has left them. */
async function listForgotten({ orgId }: Neighbourhood): Promise<unknown[]> {
  const { rows } = await asSystem((tx) =>
    sql`
      select g.version from card_grant g join container k on k.org_id = g.org_id and k.container_group_id = g.container_group_id
      where g.org_id = ${orgId} and g.action = 'forget'
      union all
      select o.version from grant_offer o join grant_list l using (org_id, container_group_id)
      join container k on k.org_id = o.org_id and k.container_group_id = o.container_group_id
      where o.org_id = ${orgId} and o.version < l.version`.execute(tx),
  );
  return rows;
}

describe('the lists of locks', () => {
  it('miss nothing when two transactions that concern one another end at the same moment', async () => {
    const world = await aNeighbourhood();
    const card = { kind: 'register', a: 0, b: 0 } as const;
    await asSystem(async (tx) => {
      await applyChange(tx, world, card);
      await applyChange(tx, world, { kind: 'join', a: 1, b: 1 });
    });

    // Apartment 0 is behind entrance 0, which moves to access group 1 while the card is handed out to the apartment.
    await applyMeanwhile(world, { kind: 'moveEntrance', a: 0, b: 1 }, { ...card, kind: 'assign' });

    expect(await differences()).toEqual([]);
    expect(await dueSerials(world.containers[1] ?? '')).toEqual([world.serials[0]]);
  });

  it.each([
    ['before', { kind: 'assign', a: 0, b: 0 }, { kind: 'join', a: 0, b: 0 }],
    ['after', { kind: 'join', a: 0, b: 0 }, { kind: 'assign', a: 0, b: 0 }],
  ] as const)('miss nothing when an org hands out its first card %s it joins its first groups', async (...changes) => {
    const world = await aNeighbourhood();
    await asSystem((tx) => applyChange(tx, world, { kind: 'register', a: 0, b: 0 }));
    const [, earlier, later] = changes;

    await applyMeanwhile(world, earlier, later);

    expect(await differences()).toEqual([]);
    expect(await dueSerials(world.containers[0] ?? '')).toEqual([world.serials[0]]);
  });

  it(
    'end as the definition says, in every controller, whatever changes at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(writers, pageSizes, async (plans, sizes) => {
          const world = await aNeighbourhood();
          const gateway = await signInGateway([world.orgId]);
          const controllers = world.containers.map((id) => new Controller(id, gateway));
          let writing = true;
          const poll = async (controller: Controller, index: number) => {
            for (let round = index; writing; round += 1) {
              await controller.poll(sizes[round % sizes.length] ?? 3);
            }
          };

          const polls = controllers.map(poll);
          await Promise.all(plans.map((transactions) => write(world, transactions)));
          writing = false;
          await Promise.all(polls);

          expect(await differences()).toEqual([]);
          for (const controller of controllers) {
            await controller.poll(1_000);
            expect([...controller.admitted].toSorted()).toEqual(await dueSerials(controller.containerId));
            expect((await controller.ask(controller.version, 1_000)).cards).toEqual([]);
          }
          // A list that was put together while its container went to another group is thrown away; no other ever is.
          const moves = plans.flat().flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'moveContainer'));
          const wrong = controllers.reduce((sum, controller) => sum + controller.wrong, 0);
          expect(wrong).toBeLessThanOrEqual(moves.length);
          expect(await listForgotten(world)).toEqual([]);
        }),
        { numRuns: seeds, endOnFailure: true },
      );
    },
    seeds * 20_000,
  );
});
