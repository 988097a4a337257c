import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aContainer } from '../testing/factories.ts';
import { asOwner, asSystem, signIn, signInGateway } from '../testing/harness.ts';
import { checksumOf, Controller } from './controller.fixture.ts';
import { applyChange, aNeighbourhood, dueSerials, type Change, type Neighbourhood } from './grants.fixture.ts';

const change = (world: Neighbourhood, ...changes: Change[]) =>
  asSystem(async (tx) => {
    for (const each of changes) {
      await applyChange(tx, world, each);
    }
  });

const card = (kind: Change['kind'], index: number, apartment = 0): Change => ({ kind, a: index, b: apartment });

/** Access group 0 (entrance 0, apartment 0) is joined to container group 0 (container 0), and so many cards are handed out. */
async function withCards(count: number) {
  const world = await aNeighbourhood();
  const cards = Array.from({ length: count }, (_, index) => index);
  await change(world, { kind: 'join', a: 0, b: 0 }, ...cards.map((index) => card('register', index)));
  await change(world, ...cards.map((index) => card('assign', index)));
  const gateway = await signInGateway([world.orgId]);
  return { world, gateway, controller: new Controller(world.containers[0] ?? '', gateway) };
}

describe('cards to sync', () => {
  it('give a new lock the whole list, page by page', async () => {
    const { controller } = await withCards(7);

    expect(await controller.poll(3)).toBe(true);

    expect([...controller.admitted].toSorted()).toEqual(await dueSerials(controller.containerId));
    expect(controller.admitted.size).toBe(7);
  });

  it('give what has changed since, refusals first, and the same when asked again', async () => {
    const { world, controller } = await withCards(3);
    await controller.poll(100);

    await change(world, card('register', 9), card('assign', 9));
    await change(world, card('block', 0));
    await change(world, card('unassign', 1));

    const answer = await controller.ask(controller.version, 100);
    const { serials } = world;
    expect(answer.mode).toBe('delta');
    expect(answer.cards).toEqual([
      { serialNumber: serials[0], action: 'refuse' },
      { serialNumber: serials[1], action: 'forget' },
      { serialNumber: serials[9], action: 'admit' },
    ]);
    expect(await controller.ask(controller.version, 100)).toEqual(answer);
  });

  it('admit a serial that was erased and registered again, and say nothing of what was before', async () => {
    const { world, controller } = await withCards(1);
    await controller.poll(100);

    await change(world, card('erase', 0));
    await change(world, card('register', 0), card('assign', 0));

    expect((await controller.ask(controller.version, 100)).cards).toEqual([
      { serialNumber: world.serials[0], action: 'admit' },
    ]);
    expect(await controller.poll(100)).toBe(true);
  });

  it.each(['12345678', 'nonsense', '1~2~', '~99999~'])(
    'begin anew on a base that was never offered: %s',
    async (base) => {
      const { controller } = await withCards(2);

      expect(await controller.ask(base, 100)).toMatchObject({ mode: 'full', hasMore: false });
    },
  );

  it('begin anew when the container has come to another group', async () => {
    const { world, controller } = await withCards(2);
    await controller.poll(100);

    await change(world, { kind: 'moveContainer', a: 0, b: 1 });

    expect(await controller.ask(controller.version, 100)).toMatchObject({ mode: 'full', cards: [] });
  });

  it('begin anew after a lock has shown that its list is wrong', async () => {
    const { world, controller } = await withCards(2);
    await controller.poll(100);
    controller.admitted.add('00000000');
    await change(world, card('block', 0));

    expect(await controller.poll(100)).toBe(false);

    expect(await controller.ask('1', 100)).toMatchObject({ mode: 'full' });
    expect(await controller.poll(100)).toBe(true);
    expect([...controller.admitted]).toEqual([world.serials[1]]);
  });

  it('withhold a list that does not fit, whole, with the cards named, and leave the lock what it has', async () => {
    const { world, controller } = await withCards(2);
    await controller.poll(100);
    await asSystem((tx) =>
      sql`update container set card_capacity = 2 where id = ${controller.containerId}`.execute(tx),
    );

    await change(world, card('register', 5), card('assign', 5));

    expect(await controller.ask(controller.version, 100)).toMatchObject({
      mode: 'withheld',
      version: controller.version,
      hasMore: false,
      cards: [{ serialNumber: world.serials[5], action: 'admit' }],
      // Of the version that is named: a lock that compares it keeps its list.
      checksum: checksumOf([...controller.admitted]),
    });
    expect(await controller.ask(null, 100)).toMatchObject({ mode: 'withheld', version: '0', checksum: checksumOf([]) });
    await change(world, card('unassign', 0));
    expect(await controller.poll(100)).toBe(true);
    expect(controller.admitted.size).toBe(2);
  });

  it('are for the gateway of the org, and for those who keep its containers', async () => {
    const { world, controller } = await withCards(1);
    const Ask = `query ($id: ID!) { cardsToSync(containerId: $id) { mode } }`;
    const ask = async (caller: Awaited<ReturnType<typeof signIn>>) => {
      const { data, errors } = await caller.run(Ask, { id: controller.containerId });
      return errors?.[0]?.code ?? data.cardsToSync.mode;
    };
    const orgIds = [world.orgId];

    expect(await ask(await signIn(['local_implementer'], { orgIds }))).toBe('full');
    expect(await ask(await signIn(['container_admin'], { orgIds }))).toBe('full');
    expect(await ask(await signIn(['local_reporter'], { orgIds }))).toBe('Forbidden');
    expect(await ask(await signInGateway([(await aNeighbourhood()).orgId]))).toBe('NotFound');
    expect(await ask(await signIn(['local_implementer']))).toBe('NotFound');
  });

  it('do not grow beyond what one answer may hold', async () => {
    const { controller } = await withCards(1);

    await expect(controller.ask(null, 5_001)).rejects.toThrow('LimitExceeded');
    await expect(controller.ask(null, 0)).rejects.toThrow('ValidationFailed');
  });
});

describe('acknowledging', () => {
  it('is for gateways alone', async () => {
    const world = await aNeighbourhood();
    const { id } = await aContainer({ org_id: world.orgId });
    const person = await signIn(['root']);
    const { errors } = await person.run(
      `mutation ($id: ID!) {
        acknowledgeSync(containerId: $id, version: "0", checksum: "", count: 0, outcome: applied)
      }`,
      { id },
    );

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('moves the version only when the list was applied, and stays where a later answer has brought it', async () => {
    const { world, controller, gateway } = await withCards(1);
    await controller.poll(100);
    const old = controller.version;
    const applied = async () =>
      (
        await asSystem((tx) =>
          sql<{ version: string; failure: string | null }>`
            select applied_version as version, failure from container_sync
            where container_id = ${controller.containerId}`.execute(tx),
        )
      ).rows[0];
    const tell = (outcome: string, version: string | null, checksum: string, count: number) =>
      gateway.run(
        `mutation ($id: ID!, $version: String!, $checksum: String!, $count: Int!, $outcome: SyncOutcome!) {
          acknowledgeSync(containerId: $id, version: $version, checksum: $checksum, count: $count, outcome: $outcome)
        }`,
        { id: controller.containerId, version, checksum, count, outcome },
      );
    const first = await controller.ask(old, 1);
    await change(world, card('register', 4), card('assign', 4));

    await tell('failed', '0', '', 0);
    expect(await applied()).toEqual({ version: old, failure: 'failed' });

    await controller.poll(100);
    expect(await applied()).toEqual({ version: controller.version, failure: null });

    await tell('applied', old, first.checksum, 1);
    expect(await applied()).toEqual({ version: controller.version, failure: null });
  });

  it('is the sync status of the container: an error while the list is withheld, told once, then well again', async () => {
    const { world, controller } = await withCards(2);
    const keeper = await signIn(['local_implementer'], { orgIds: [world.orgId] });
    const told = async () => {
      const { data } = await keeper.run(
        `query ($id: ID!) {
          statusUpdates(first: 10, filter: { containerId: $id }) { nodes { kind level value note } }
        }`,
        { id: controller.containerId },
      );
      return data.statusUpdates.nodes;
    };
    const setCapacity = (count: number) =>
      asSystem((tx) =>
        sql`update container set card_capacity = ${count} where id = ${controller.containerId}`.execute(tx),
      );
    await controller.poll(100);
    const applied = { kind: 'sync', level: 'ok', value: controller.version, note: null };
    expect(await told()).toEqual([applied]);

    await setCapacity(1);
    await controller.poll(100);
    await controller.poll(100);
    const withheld = { kind: 'sync', level: 'error', value: controller.version, note: 'over_capacity 1' };
    expect(await told()).toEqual([withheld, applied]);

    // What somebody writes is in history, and says nothing for the lock.
    const level = async () =>
      (
        await keeper.run('query ($id: ID!) { container(id: $id) { status { level heardAt } } }', {
          id: controller.containerId,
        })
      ).data.container.status;
    const before = await level();
    const typed = { kind: 'sync', level: 'ok', value: controller.version, note: 'am văzut eu' };
    await keeper.run('mutation ($input: CreateStatusUpdateInput!) { createStatusUpdate(input: $input) { id } }', {
      input: { containerId: controller.containerId, ...typed },
    });
    expect(await told()).toEqual([typed, withheld, applied]);
    expect(await level()).toEqual(before);
    expect(before.level).toBe('error');

    await setCapacity(9);
    await controller.poll(100);
    await controller.poll(100);
    expect(await told()).toEqual([applied, typed, withheld, applied]);
  });

  it('is an error for as long as the list is withheld, also when that was told long ago', async () => {
    const { world, controller } = await withCards(2);
    const keeper = await signIn(['local_implementer'], { orgIds: [world.orgId] });
    await asSystem((tx) =>
      sql`update container set card_capacity = 1 where id = ${controller.containerId}`.execute(tx),
    );
    await controller.poll(100);
    const longAgo = new Date(Date.now() - 30 * 3_600_000).toISOString();
    await asOwner(`update container_status set occurred_at = '${longAgo}', since = '${longAgo}'`);

    await controller.poll(100);
    await controller.poll(100);

    const { data } = await keeper.run(
      `query ($id: ID!) {
        container(id: $id) { status { level since } }
        statusUpdates(filter: { containerId: $id }) { totalCount }
      }`,
      { id: controller.containerId },
    );
    expect([data.container.status, data.statusUpdates.totalCount]).toEqual([{ level: 'error', since: longAgo }, 2]);
  });
});
