import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { markLocksUnknown } from '../database/incarnation/database-incarnation.ts';
import { asOwner, asSystem, signIn, signInGateway } from '../testing/harness.ts';
import { Record as RecordUpdates } from '../telemetry/status-updates/status-update.fixture.ts';
import { Controller } from './controller.fixture.ts';
import { applyChange, aNeighbourhood, type Change } from './grants.fixture.ts';

const State = /* GraphQL */ `
  query ($id: ID!) {
    container(id: $id) {
      wantedVersion
      appliedVersion
      sync {
        phase
        waitingCards
        waitingSince
        overBy
        failure
        failureReason
        askedAt
      }
    }
  }
`;
const OnLock = /* GraphQL */ `
  query ($cardId: ID!, $containerId: ID!) {
    mayOpen(cardId: $cardId, containerId: $containerId) {
      allowed
      onLock {
        version
        current
        state
        waitingSince
        failure
      }
    }
  }
`;

/** Access group 0 (entrance 0, apartment 0) is joined to container group 0 (container 0), whose lock has what is there. */
async function aLock(cards = 3) {
  const world = await aNeighbourhood();
  const containerId = world.containers[0] ?? '';
  const change = (...changes: Change[]) =>
    asSystem(async (tx) => {
      for (const each of changes) {
        await applyChange(tx, world, each);
      }
    });
  const hand = (index: number) =>
    change({ kind: 'register', a: index, b: 0 }, { kind: 'assign', a: index, b: 0 }).then(() => undefined);
  await change({ kind: 'join', a: 0, b: 0 });
  for (let index = 0; index < cards; index += 1) {
    await hand(index);
  }
  const keeper = await signIn(['local_implementer'], { orgIds: [world.orgId] });
  const lock = new Controller(containerId, await signInGateway([world.orgId]));
  const state = async () => (await keeper.run(State, { id: containerId })).data.container;
  const cardId = async (index: number) => {
    const { rows } = await asSystem((tx) =>
      sql<{ id: string }>`
        select id from card where org_id = ${world.orgId} and serial_number = ${world.serials[index]}
        order by status = 'erased' limit 1`.execute(tx),
    );
    return rows[0]?.id ?? '';
  };
  const onLock = async (index: number) =>
    (await keeper.run(OnLock, { cardId: await cardId(index), containerId })).data.mayOpen;
  return { world, containerId, change, hand, keeper, lock, state, onLock };
}

describe('how far a lock is with its list', () => {
  it('is never heard of, with all that waits, until it applies; then current', async () => {
    const { lock, state } = await aLock(2);
    expect(await state()).toMatchObject({
      appliedVersion: null,
      sync: {
        phase: 'never',
        waitingCards: 2,
        waitingSince: expect.any(String) as unknown,
        failure: null,
        askedAt: null,
      },
    });

    await lock.poll(10);

    const { wantedVersion, appliedVersion, sync } = await state();
    expect(appliedVersion).toBe(wantedVersion);
    expect(sync).toMatchObject({
      phase: 'current',
      waitingCards: 0,
      waitingSince: null,
      askedAt: expect.any(String) as unknown,
    });
  });

  it('counts the cards that changed since, and says since when the first waits', async () => {
    const { lock, state, hand, change } = await aLock(2);
    await lock.poll(10);
    await change({ kind: 'block', a: 0, b: 0 });
    const first = (await state()).sync;
    await hand(5);

    expect(first).toMatchObject({ phase: 'waiting', waitingCards: 1 });
    expect((await state()).sync).toEqual({ ...first, waitingCards: 2 });
  });

  it('is unknown again once the lock begins from nothing, also while its list does not fit', async () => {
    const { containerId, lock, state, onLock, hand } = await aLock(2);
    await lock.poll(10);
    await asSystem((tx) => sql`update container set card_capacity = 1 where id = ${containerId}`.execute(tx));
    for (let index = 5; index < 10; index += 1) {
      await hand(index);
    }

    expect(await lock.ask(null, 10)).toMatchObject({ mode: 'withheld' });

    expect(await state()).toMatchObject({ appliedVersion: null });
    expect((await onLock(0)).onLock).toMatchObject({ state: 'unknown', current: false, version: null });
  });

  it('has all cards wait since the lock began from nothing, and not since they were handed out', async () => {
    const { lock, state } = await aLock(2);
    await lock.poll(10);
    await asOwner(
      `update card_grant set changed_at = changed_at - interval '2 years'`,
      `update container_sync set due_since = due_since - interval '2 years', applied_at = applied_at - interval '1 year'`,
    );
    const began = Date.now();

    await lock.ask(null, 10);

    const { sync } = await state();
    expect(sync).toMatchObject({ phase: 'never', waitingCards: 2 });
    expect(Date.parse(sync.waitingSince)).toBeGreaterThanOrEqual(began);
  });

  it('says by how many cards a list exceeds its lock as soon as it does', async () => {
    const { containerId, lock, state, hand } = await aLock(2);
    await lock.poll(10);
    await asSystem((tx) => sql`update container set card_capacity = 2 where id = ${containerId}`.execute(tx));
    await hand(5);
    await hand(6);

    expect((await state()).sync).toMatchObject({
      phase: 'failed',
      failure: 'over_capacity',
      overBy: 2,
      waitingCards: 2,
    });
  });

  it('is not current after the database came back, also where the list is empty, until it applies that', async () => {
    const { lock, state } = await aLock(0);
    await lock.poll(10);
    const phase = async () => (await state()).sync.phase;
    expect(await phase()).toBe('current');

    await asOwner(markLocksUnknown);

    expect(await phase()).toBe('waiting');
    await lock.poll(10);
    expect(await phase()).toBe('current');
  });

  it('is an error of the container while the list does not fit, also where the lock calls what it has well', async () => {
    const { containerId, lock, keeper } = await aLock(2);
    await asSystem((tx) => sql`update container set card_capacity = 1 where id = ${containerId}`.execute(tx));
    await lock.ask(null, 10);
    await lock.gateway.run(RecordUpdates, {
      updates: [{ containerId, updateNumber: 1, kind: 'sync', value: '0', at: new Date().toISOString() }],
    });

    await lock.ask(null, 10);

    const { data } = await keeper.run('query ($id: ID!) { container(id: $id) { status { level } } }', {
      id: containerId,
    });
    expect(data.container.status.level).toBe('error');
  });

  it('tells why the lock could not apply it, until it can', async () => {
    const { containerId, lock, state, hand } = await aLock(1);
    await lock.poll(10);
    await hand(5);
    await lock.gateway.run(
      `mutation ($id: ID!) {
        acknowledgeSync(containerId: $id, version: "0", checksum: "", count: 0, outcome: failed, reason: "flash is worn")
      }`,
      { id: containerId },
    );
    expect((await state()).sync).toMatchObject({ phase: 'failed', failure: 'failed', failureReason: 'flash is worn' });

    await lock.poll(10);

    expect((await state()).sync).toMatchObject({ phase: 'current', failure: null, failureReason: null });
  });

  it('begins anew, and waits since then, when the container comes to another group', async () => {
    const { lock, state, change } = await aLock(1);
    await lock.poll(10);
    await change({ kind: 'join', a: 0, b: 1 });
    const before = new Date().toISOString();

    await change({ kind: 'moveContainer', a: 0, b: 1 });

    const { appliedVersion, sync } = await state();
    expect(appliedVersion).toBeNull();
    expect(sync).toMatchObject({ phase: 'never', waitingCards: 1 });
    expect(sync.waitingSince >= before).toBe(true);
  });

  it('filters the containers whose lock is not up to date', async () => {
    const { world, containerId, lock, keeper, hand } = await aLock(1);
    const unsynced = async () => {
      const { data } = await keeper.run(
        'query ($orgId: ID!) { containers(first: 50, filter: { orgId: $orgId, unsynced: true }) { nodes { id } } }',
        { orgId: world.orgId },
      );
      return data.containers.nodes.map(({ id }: { id: string }) => id);
    };
    expect(await unsynced()).toContain(containerId);
    await lock.poll(10);
    expect(await unsynced()).not.toContain(containerId);

    await hand(5);

    expect(await unsynced()).toContain(containerId);
  });

  it('is nothing to be read of the past', async () => {
    const { containerId, lock, keeper } = await aLock(1);
    await lock.poll(10);
    const { data } = await keeper.run(
      'query ($id: ID!, $asOf: DateTime!) { container(id: $id, asOf: $asOf) { wantedVersion appliedVersion sync { phase } } }',
      { id: containerId, asOf: new Date().toISOString() },
    );

    expect(data.container).toEqual({ wantedVersion: null, appliedVersion: null, sync: null });
  });
});

describe('what a lock believes of a card', () => {
  it('is old from the moment of a change until the lock has applied it', async () => {
    const { lock, change, onLock } = await aLock(2);
    await lock.poll(10);
    expect(await onLock(0)).toMatchObject({
      allowed: true,
      onLock: { version: lock.version, current: true, waitingSince: null },
    });

    await change({ kind: 'block', a: 0, b: 0 });

    expect(await onLock(0)).toMatchObject({
      allowed: false,
      onLock: { version: lock.version, current: false, waitingSince: expect.any(String) as unknown },
    });
    expect(await onLock(1)).toMatchObject({ allowed: true, onLock: { current: true } });
    await lock.poll(10);
    expect(await onLock(0)).toMatchObject({ allowed: false, onLock: { version: lock.version, current: true } });
  });

  it('is unknown of every card until the lock has confirmed a list', async () => {
    const { onLock, change, lock } = await aLock(2);
    await change({ kind: 'register', a: 9, b: 0 }, { kind: 'block', a: 1, b: 0 });
    const unknown = { version: null, current: false, state: 'unknown' };

    expect(await onLock(0)).toMatchObject({ onLock: { ...unknown, waitingSince: expect.any(String) as unknown } });
    expect(await onLock(1)).toMatchObject({ onLock: unknown });
    expect(await onLock(9)).toMatchObject({ onLock: { ...unknown, waitingSince: null } });
    await lock.poll(10);
    for (const index of [0, 1, 9]) {
      expect(await onLock(index)).toMatchObject({ onLock: { current: true, state: 'current' } });
    }
  });

  it('is unknown again once the copy in the lock was not what it was given', async () => {
    const { containerId, onLock, lock } = await aLock(1);
    await lock.poll(10);
    await lock.gateway.run(
      `mutation ($id: ID!, $version: String!) {
        acknowledgeSync(containerId: $id, version: $version, checksum: "00", count: 1, outcome: applied)
      }`,
      { id: containerId, version: lock.version },
    );

    expect(await onLock(0)).toMatchObject({ onLock: { current: false, state: 'unknown', failure: 'checksum' } });
  });

  it('says why the lock does not get its list', async () => {
    const { containerId, lock, onLock, hand } = await aLock(1);
    await lock.poll(10);
    await asSystem((tx) => sql`update container set card_capacity = 1 where id = ${containerId}`.execute(tx));
    await hand(5);

    expect(await onLock(5)).toMatchObject({ allowed: true, onLock: { current: false, failure: 'over_capacity' } });
  });
});
