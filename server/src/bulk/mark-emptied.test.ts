import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { aContainer, anOrg } from '../testing/factories.ts';
import { asSystem, signIn, signInGateway, type Caller } from '../testing/harness.ts';
import { Forecast, look, picked, runAll, start } from './bulk.fixture.ts';

const action = 'mark_containers_emptied';

async function aTown(count: number) {
  const org = await anOrg();
  const containers = [await aContainer({ org_id: org.id })];
  while (containers.length < count) {
    containers.push(await aContainer({ org_id: org.id, container_group_id: containers[0]?.container_group_id ?? '' }));
  }
  return { org, containers, admin: await signIn(['container_admin'], { orgIds: [org.id] }) };
}

const emptyings = async (caller: Caller, containerId: string) => {
  const { data } = await caller.run(
    `query ($filter: StatusUpdateFilter) { statusUpdates(filter: $filter) { nodes { level note actor } } }`,
    { filter: { containerId, kind: 'emptying_detected' } },
  );
  return data.statusUpdates.nodes as { level: string; note: string | null; actor: string | null }[];
};

const tellOfEmptying = (gateway: Caller, containerId: string, at: Date) =>
  gateway.run(
    'mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { results { outcome } } }',
    {
      updates: [{ containerId, updateNumber: 1, kind: 'emptying_detected', at: at.toISOString() }],
    },
  );

describe('marking containers emptied', () => {
  it('tells of each that it was emptied, in the name of whoever asked, and leaves the records as they are', async () => {
    const { containers, admin } = await aTown(3);

    const id = await start(admin, { action, selection: picked(containers), reason: 'tura de dimineață' });
    await runAll();

    expect(await look(admin, id)).toMatchObject({ state: 'done', kind: 'container', changed: 3, refused: 0 });
    for (const container of containers) {
      expect(await emptyings(admin, container.id)).toEqual([
        { level: 'info', note: 'tura de dimineață', actor: expect.stringContaining('@noa.test') as string },
      ]);
    }
    const { data } = await admin.run(Forecast, { input: { action, selection: picked(containers) } });
    expect(data.bulkForecast).toEqual({ total: 3, changed: 0, unchanged: 3, refused: 0 });
    const versions = await asSystem((tx) =>
      tx
        .selectFrom('container')
        .select('row_id')
        .where(
          'id',
          'in',
          containers.map(({ id }) => id),
        )
        .execute(),
    );
    expect(versions.map(({ row_id }) => row_id).toSorted()).toEqual(containers.map(({ row_id }) => row_id).toSorted());
  });

  it('takes an emptying of the last hour for the same one, and an older one not', async () => {
    const { org, containers, admin } = await aTown(2);
    const gateway = await signInGateway([org.id]);
    const [recent, older] = containers.map(({ id }) => id);
    await tellOfEmptying(gateway, recent ?? '', new Date(Date.now() - 30 * 60_000));
    await tellOfEmptying(gateway, older ?? '', new Date(Date.now() - 90 * 60_000));

    const id = await start(admin, { action, selection: picked(containers) });
    await runAll();

    expect(await look(admin, id)).toMatchObject({ changed: 1, unchanged: 1, refused: 0 });
    expect(await emptyings(admin, recent ?? '')).toHaveLength(1);
    expect(await emptyings(admin, older ?? '')).toHaveLength(2);
  });

  it('is as true of a container that was changed meanwhile, and says of one that is gone that it is', async () => {
    const { org, containers, admin } = await aTown(2);
    const [changed, gone] = containers.map(({ id }) => id);
    const id = await start(admin, { action, selection: picked(containers) });
    await asSystem(async (tx) => {
      await sql`update container set size_litres = 660 where id = ${changed}`.execute(tx);
      await sql`delete from container where id = ${gone} and org_id = ${org.id}`.execute(tx);
    });
    await runAll();

    expect(await look(admin, id)).toMatchObject({
      changed: 1,
      refused: 1,
      results: { nodes: [{ outcome: 'changed' }, { outcome: 'refused', reason: 'bulk.notFound' }] },
    });
  });

  it('counts a container that two jobs mark at once as emptied once', async () => {
    const { containers, admin } = await aTown(1);
    const jobs = [
      await start(admin, { action, selection: picked(containers) }),
      await start(admin, { action, selection: picked(containers) }),
    ];
    await runAll();

    expect(await emptyings(admin, containers[0]?.id ?? '')).toHaveLength(1);
    expect(await Promise.all(jobs.map((id) => look(admin, id)))).toMatchObject([{ changed: 1 }, { unchanged: 1 }]);
  });
});
