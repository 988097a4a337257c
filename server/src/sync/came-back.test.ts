import { expect, it } from 'vitest';
import { markLocksUnknown } from '../database/incarnation/database-incarnation.ts';
import { asOwner, asSystem, signInGateway } from '../testing/harness.ts';
import { Controller } from './controller.fixture.ts';
import { applyChange, aNeighbourhood, dueSerials } from './grants.fixture.ts';

const kept = ['card', 'apartment_card', 'card_grant', 'grant_list', 'grant_offer', 'grant_counter', 'container_sync'];

/** Has the database come back from the moment before `lost`, as after a standby took over that had not heard of it. */
async function losing(lost: () => Promise<unknown>): Promise<void> {
  await asOwner(
    'create schema before',
    ...kept.map((table) => `create table before.${table} as table public.${table}`),
  );
  await lost();
  await asOwner(
    'set session_replication_role = replica',
    ...kept.map((table) => `delete from public.${table}`),
    ...kept.map((table) => `insert into public.${table} select * from before.${table}`),
    markLocksUnknown,
    'drop schema before cascade',
  );
}

/** Two locks of one list, in which cards are handed out. */
async function twoLocks() {
  const world = await aNeighbourhood();
  const gateway = await signInGateway([world.orgId]);
  await asSystem((tx) => applyChange(tx, world, { kind: 'join', a: 0, b: 0 }));
  const hand = (index: number) =>
    asSystem(async (tx) => {
      await applyChange(tx, world, { kind: 'register', a: index, b: 0 });
      await applyChange(tx, world, { kind: 'assign', a: index, b: 0 });
    });
  await hand(0);
  const [lock, beside] = [0, 3].map((index) => new Controller(world.containers[index] ?? '', gateway));
  return { lock: lock as Controller, beside: beside as Controller, hand };
}

it.each(['before that', 'only after that'])(
  'after the database came back from an earlier moment, a lock that was seen %s gets its whole list, and not what is new since a version of then',
  async (first) => {
    const { lock, beside, hand } = await twoLocks();
    await beside.poll(100);
    if (first === 'before that') {
      await lock.poll(100);
    }
    await losing(async () => {
      await hand(8);
      await lock.poll(100);
    });
    await hand(9);
    await beside.poll(100);
    await lock.poll(100);

    expect(lock.wrong).toBe(0);
    expect([...lock.admitted].toSorted()).toEqual(await dueSerials(lock.containerId));
  },
);
