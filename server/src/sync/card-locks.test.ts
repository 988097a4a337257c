import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { awaitedLocks } from '../testing/awaited-locks.ts';
import { anOrg } from '../testing/factories.ts';
import { asSystem, databaseUrl, signIn, signInGateway } from '../testing/harness.ts';
import { rounds } from '../testing/rounds.ts';
import { aPlatform, happening, kept, liveCards, Locks, OnLocks } from './card-locks.fixture.ts';
import { Controller } from './controller.fixture.ts';
import { applyChange, aNeighbourhood, dueSerials } from './grants.fixture.ts';

/** Whether any transaction waits for what another has written. */
async function somebodyWaitsForARow(): Promise<boolean> {
  const { rows } = await asSystem((tx) =>
    sql<{ waits: boolean }>`
      select exists (select from ${sql.raw(awaitedLocks)} where locktype = 'transactionid') as waits`.execute(tx),
  );
  return rows[0]?.waits === true;
}

/** What makes of the four locks of a neighbourhood those of one list: what one of them has forgotten is kept for another. */
const atOnePlatform = [
  { kind: 'join', a: 0, b: 0 },
  { kind: 'join', a: 1, b: 1 },
  { kind: 'moveContainer', a: 1, b: 0 },
  { kind: 'moveContainer', a: 2, b: 0 },
] as const;

const MayOpen = `query ($id: ID!, $containerId: ID!) {
  mayOpen(cardId: $id, containerId: $containerId) { allowed onLock { state current waitingSince } }
}`;

describe('how far the last change of a card has come', () => {
  it('is asked by two connections at once, of however many cards', async () => {
    const { keeper, cardId } = await aPlatform();
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    await owner.query('begin');
    await owner.query('lock table container_status_summary in access exclusive mode');
    const behind = Array.from({ length: 12 }, (_, index) => `b${index}: behind { containerId }`).join(' ');
    const card = `card(id: "${cardId(0)}") { onLocks { ${behind} } }`;
    const asked = keeper.run(`{ ${card} }`);
    const waiting = async () => (await owner.query(`select from ${awaitedLocks}`)).rows.length;
    await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 30_000 });

    await setTimeout(200);
    const most = await waiting();
    await owner.end();

    expect(most).toBeLessThanOrEqual(2);
    expect((await asked).errors).toBeUndefined();
  });

  it('is counted lock by lock, and names those that have not confirmed it', async () => {
    const { world, change, locks, onLocks, poll } = await aPlatform();
    expect(await onLocks()).toMatchObject({ admitting: { total: 12, confirmed: 0 }, removing: { total: 0 } });
    expect((await onLocks()).behind).toHaveLength(3);
    await poll(...locks);
    expect(await onLocks()).toMatchObject({ admitting: { total: 12, confirmed: 12 }, behind: [] });

    await change({ kind: 'block', a: 0, b: 0 });
    await poll(...locks.slice(0, 9));
    const late = locks.slice(9).map(({ containerId }) => containerId);
    await asSystem((tx) =>
      sql`
        insert into container_status_summary (org_id, container_id, heard_at)
        values (${world.orgId}, ${late[2]}, now() - interval '50 hours')
        on conflict (org_id, container_id) do update set heard_at = excluded.heard_at`.execute(tx),
    );

    const { removing, admitting, behind } = await onLocks();
    expect({ removing, admitting }).toEqual({
      removing: { total: 12, confirmed: 9 },
      admitting: { total: 0, confirmed: 0 },
    });
    expect(behind.map(({ containerId }: { containerId: string }) => containerId).toSorted()).toEqual(late.toSorted());
    // The one that is silent comes first, with since when.
    expect(behind[0]).toMatchObject({ containerId: late[2], isSilent: true, state: 'waiting', admits: false });
    expect(behind[1]).toMatchObject({ isSilent: false, label: expect.any(String) as unknown });
    await poll(...locks.slice(9));
    expect(await onLocks()).toMatchObject({ removing: { total: 12, confirmed: 12 }, behind: [] });
  });

  it('tells those who are to let it in from those who are to take it out when a card moves', async () => {
    const { change, locks, onLocks, poll, world } = await aPlatform();
    await poll(...locks);
    await change({ kind: 'join', a: 1, b: 1 });
    // Apartment 1 stands behind entrance 1, of access group 1, which opens the one container of group 1.
    await change({ kind: 'unassign', a: 0, b: 0 }, { kind: 'assign', a: 0, b: 1 });
    await poll(...locks.slice(0, 2));

    expect(await onLocks()).toMatchObject({
      removing: { total: 12, confirmed: 2 },
      admitting: { total: 1, confirmed: 0 },
    });
    const elsewhere = new Controller(world.containers[1] ?? '', await signInGateway([world.orgId]));
    await poll(...locks.slice(2), elsewhere);
    await change({ kind: 'block', a: 0, b: 0 });
    // What it was taken off before is no part of the last change.
    expect(await onLocks()).toMatchObject({ removing: { total: 1, confirmed: 0 }, admitting: { total: 0 } });
  });

  it('is nothing for a card that was never on a list, and names no more than was asked for', async () => {
    const { onLocks, keeper, cardId } = await aPlatform();

    expect(await onLocks(1)).toBeNull();
    expect((await onLocks(0, keeper, 12)).behind).toHaveLength(12);
    const tooMany = await keeper.run(OnLocks, { id: cardId(0), first: 201 });
    expect(tooMany.errors).toMatchObject([{ code: 'LimitExceeded' }]);
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
    expect((await stranger.run(OnLocks, { id: cardId(0) })).data?.card ?? null).toBeNull();
  });

  it('names a lock that never confirmed a list, though the last change was of another list', async () => {
    const { change, locks, onLocks, poll } = await aPlatform();
    await poll(...locks.slice(1));

    await change({ kind: 'join', a: 0, b: 1 });

    const { behind } = await onLocks();
    expect(behind.map(({ containerId }: { containerId: string }) => containerId)).toContain(locks[0]?.containerId);
  });

  it('names a lock that was moved and still has the list of the group it left, until it confirms the new one', async () => {
    const { change, locks, onLocks, poll } = await aPlatform();
    await poll(...locks);
    const [moved] = locks;
    await change({ kind: 'moveContainer', a: 0, b: 1 });

    expect(await onLocks()).toMatchObject({
      removing: { total: 1, confirmed: 0 },
      admitting: { total: 11, confirmed: 11 },
      behind: [{ containerId: moved?.containerId, state: 'unknown', admits: false }],
    });
    // Taken off the list it left, which every lock of that group knows: the one that was moved does not.
    await change({ kind: 'unassign', a: 0, b: 0 });
    await poll(...locks.slice(1));
    expect(await onLocks()).toMatchObject({ removing: { total: 12, confirmed: 11 }, admitting: { total: 0 } });
    expect(await kept(moved)).toEqual({ former: 1, entries: 1 });
    // Asking is not enough: it may not have got the answer.
    await moved?.ask(moved.version, 10);
    expect((await onLocks()).behind).toMatchObject([{ containerId: moved?.containerId }]);
    await moved?.poll(10);
    expect((await onLocks())?.behind ?? []).toEqual([]);
    expect(await kept(moved)).toEqual({ former: 0, entries: 0 });
  });

  it('names a lock whose former group is gone', async () => {
    const { world, change, locks, onLocks, poll } = await aPlatform();
    await poll(...locks);
    const orphan = locks[0];
    await asSystem((tx) =>
      sql`update container set container_group_id = ${world.containerGroups[1]}
        where org_id = ${world.orgId} and container_group_id = ${world.containerGroups[0]}`.execute(tx),
    );
    await change({ kind: 'part', a: 0, b: 0 });
    await asSystem((tx) => sql`delete from container_group where id = ${world.containerGroups[0]}`.execute(tx));
    await poll(...locks.slice(1));

    expect(await onLocks()).toMatchObject({ removing: { total: 1, confirmed: 0 } });
    expect((await onLocks()).behind).toMatchObject([{ containerId: orphan?.containerId, admits: false }]);
    await poll(...locks.slice(0, 1));
    expect(await onLocks()).toBeNull();
    expect(await kept(orphan)).toEqual({ former: 0, entries: 0 });
  });

  it('names a lock that has been silent for months, though all others have forgotten the card', async () => {
    const { change, locks, onLocks, poll } = await aPlatform();
    await poll(...locks);
    await asSystem((tx) =>
      sql`update container_sync set asked_at = now() - interval '200 days'
        where container_id = ${locks[0]?.containerId}`.execute(tx),
    );
    await change({ kind: 'unassign', a: 0, b: 0 });
    await poll(...locks.slice(1));

    expect((await onLocks()).behind).toMatchObject([{ containerId: locks[0]?.containerId, state: 'waiting' }]);
  });

  it('names a lock that lets a new card in by the serial of an erased one', async () => {
    const { world, change, locks, keeper, poll } = await aPlatform();
    await poll(...locks);
    await change({ kind: 'erase', a: 0, b: 0 }, { kind: 'register', a: 0, b: 0 });
    await poll(...locks.slice(1));
    const { id } = (await liveCards(world.orgId)).find(({ serial }) => serial === world.serials[0]) ?? {};

    const { onLocks } = (await keeper.run(OnLocks, { id })).data.card;
    expect(onLocks).toMatchObject({ removing: { total: 1, confirmed: 0 }, admitting: { total: 0 } });
    expect(onLocks.behind).toMatchObject([{ containerId: locks[0]?.containerId, state: 'waiting', admits: false }]);
    // Asked lock by lock, of who knows of it and who does not.
    const believed = locks.slice(0, 2).map(({ containerId }) => keeper.run(MayOpen, { id, containerId }));
    expect((await Promise.all(believed)).map(({ data }) => data.mayOpen)).toEqual([
      { allowed: false, onLock: { state: 'waiting', current: false, waitingSince: expect.any(String) as unknown } },
      { allowed: false, onLock: { state: 'current', current: true, waitingSince: null } },
    ]);
  });

  it('believes no lock that confirms the list of a group while its container is moved to another', async () => {
    const { world, change, locks, onLocks, poll } = await aPlatform();
    await change({ kind: 'join', a: 0, b: 1 });
    // The list it leaves is of a newer version than the card is in the list it comes to.
    await change({ kind: 'join', a: 1, b: 0 }, { kind: 'assign', a: 1, b: 1 });
    await poll(...locks);
    const [moved] = locks;
    let confirmed: Promise<boolean | undefined> | undefined;

    await asSystem(async (tx) => {
      await applyChange(tx, world, { kind: 'moveContainer', a: 0, b: 1 });
      let done = false;
      confirmed = moved?.confirm().finally(() => {
        done = true;
      });
      await vi.waitUntil(async () => done || (await somebodyWaitsForARow()), { timeout: 30_000 });
    });

    expect(await confirmed).toBe(false);
    const behind: { containerId: string }[] = (await onLocks()).behind;
    expect(behind.find(({ containerId }) => containerId === moved?.containerId)).toMatchObject({ state: 'unknown' });
  });

  it('names every lock that would decide otherwise, whatever was changed, and whatever happened to the locks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 30, maxLength: 60 }), async (happenings) => {
        const world = await aNeighbourhood();
        const locks = new Locks(world, await signInGateway([world.orgId]));
        const root = await signIn(['root']);
        for (const each of [...atOnePlatform, ...happenings]) {
          await locks.happen(each);
        }
        const due = await Promise.all(world.containers.map((id) => dueSerials(id)));

        for (const { id, serial } of await liveCards(world.orgId)) {
          const { onLocks } = (await root.run(OnLocks, { id, first: 200 })).data.card;
          const behind = new Set((onLocks?.behind ?? []).map((lock: { containerId: string }) => lock.containerId));
          for (const [index, { admitted, containerId }] of locks.all.entries()) {
            if (admitted.has(serial) !== due[index]?.includes(serial)) {
              expect(behind).toContain(containerId);
              const { data } = await root.run(MayOpen, { id, containerId });
              expect(data.mayOpen.onLock.state).not.toBe('current');
            }
          }
          const confirmed = (onLocks?.removing.confirmed ?? 0) + (onLocks?.admitting.confirmed ?? 0);
          const total = (onLocks?.removing.total ?? 0) + (onLocks?.admitting.total ?? 0);
          expect(total - confirmed).toBe(behind.size);
        }
        await asSystem((tx) =>
          sql`update container set card_capacity = 1000 where org_id = ${world.orgId}`.execute(tx),
        );
        for (const lock of locks.all) {
          await lock.poll(2);
          expect([...lock.admitted].toSorted()).toEqual(await dueSerials(lock.containerId));
          expect(lock.wrong).toBe(0);
        }
      }),
      { numRuns: rounds(4, 100) },
    );
  });
});
