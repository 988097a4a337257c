import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aContainer, anAccessGroup, anApartment, anEntrance, aManager, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, signInGateway, type Caller } from '../../testing/harness.ts';

type Container = Awaited<ReturnType<typeof aContainer>>;

const fill = ({ org_id, id }: Container, pct: number) =>
  asSystem((tx) =>
    sql`
      insert into container_status (org_id, container_id, kind, level, value, occurred_at, status_update_id)
      values (${org_id}, ${id}, 'fill_level_pct', 'info', ${String(pct)}, now(), 1)`.execute(tx),
  );

const received = ({ org_id, id }: Container, hoursAgo: number) =>
  asSystem((tx) =>
    sql`
      insert into container_status_summary (org_id, container_id, heard_at)
      values (${org_id}, ${id}, now() - make_interval(hours => ${hoursAgo}))`.execute(tx),
  );

const listed = async (caller: Caller, filter: object): Promise<string[]> => {
  const { data } = await caller.run(
    'query ($filter: ContainerFilter) { containers(filter: $filter) { nodes { id } totalCount } }',
    { filter },
  );
  expect(data.containers.totalCount).toBe(data.containers.nodes.length);
  return data.containers.nodes.map(({ id }: { id: string }) => id);
};

describe('containers by their state', () => {
  it('are nearly full and full by the thresholds of their org', async () => {
    const org = await anOrg();
    const levels = [79, 80, 94, 95, 100];
    const containers = [];
    for (const level of levels) {
      const container = await aContainer({ org_id: org.id });
      await fill(container, level);
      containers.push(container.id);
    }
    await aContainer({ org_id: org.id }); // never reported
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });

    expect((await listed(caller, { nearlyFull: true })).toSorted()).toEqual(containers.slice(1).toSorted());
    expect((await listed(caller, { full: true })).toSorted()).toEqual(containers.slice(3).toSorted());

    await asSystem((tx) =>
      sql`update org_settings set fill_warning_pct = 95, fill_error_pct = 99 where org_id = ${org.id}`.execute(tx),
    );
    expect((await listed(caller, { nearlyFull: true })).toSorted()).toEqual(containers.slice(3).toSorted());
    expect(await listed(caller, { full: true })).toEqual(containers.slice(4));
  });

  it('say from where on their fill matters, as their org has decided', async () => {
    const org = await anOrg();
    const container = await aContainer({ org_id: org.id });
    const caller = await signIn(['container_admin'], { orgIds: [org.id] });
    const ask = async () => {
      const query = 'query ($id: ID!) { container(id: $id) { fillLevelPct fillWarningPct fillErrorPct } }';
      return (await caller.run(query, { id: container.id })).data.container;
    };

    expect(await ask()).toEqual({ fillLevelPct: null, fillWarningPct: 80, fillErrorPct: 95 });

    await fill(container, 71);
    await asSystem((tx) =>
      sql`update org_settings set fill_warning_pct = 60, fill_error_pct = 70 where org_id = ${org.id}`.execute(tx),
    );
    expect(await ask()).toEqual({ fillLevelPct: 71, fillWarningPct: 60, fillErrorPct: 70 });
  });

  it('are silent once they were seen and have not been for as long as their org allows', async () => {
    const org = await anOrg();
    const [recent, silent] = [await aContainer({ org_id: org.id }), await aContainer({ org_id: org.id })];
    await aContainer({ org_id: org.id }); // has no lock yet
    await received(recent, 23);
    await received(silent, 25);
    const caller = await signIn(['local_reporter'], { orgIds: [org.id] });

    expect(await listed(caller, { silent: true })).toEqual([silent.id]);
  });

  it('are silent no longer once their lock reports anything, be it what was known', async () => {
    const org = await anOrg();
    const container = await aContainer({ org_id: org.id });
    const caller = await signIn(['local_reporter'], { orgIds: [org.id] });
    const gateway = await signInGateway([org.id]);
    const at = new Date().toISOString();
    const send = () =>
      gateway.run(
        'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
        {
          events: [{ containerId: container.id, bootNumber: 1, eventNumber: 1, kind: 'no_use', at }],
        },
      );
    await send();
    await asSystem((tx) =>
      sql`
        update container_status_summary set heard_at = now() - interval '2 days'
        where container_id = ${container.id}`.execute(tx),
    );
    expect(await listed(caller, { silent: true })).toEqual([container.id]);

    expect((await send()).data.recordCardEvents.results).toEqual([{ outcome: 'duplicate' }]);

    expect(await listed(caller, { silent: true })).toEqual([]);
  });

  it('are known to be silent by whoever manages their entrances, and not by the residents', async () => {
    const org = await anOrg();
    const container = await aContainer({ org_id: org.id });
    const group = await anAccessGroup({ org_id: org.id });
    const manager = await aManager({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id, access_group_id: group.id, manager_id: manager.id });
    const home = await anApartment({ org_id: org.id, entrance_id: entrance.id });
    await asSystem((tx) =>
      tx
        .insertInto('access_group_container_group')
        .values({ org_id: org.id, access_group_id: group.id, container_group_id: container.container_group_id })
        .execute(),
    );
    await received(container, 100);
    const [keeper, resident] = [
      await signIn(['manager'], { managers: [manager] }),
      await signIn(['ara_user'], { apartments: [home] }),
    ];

    expect(await listed(keeper, { silent: true })).toEqual([container.id]);
    expect(await listed(resident, {})).toEqual([container.id]);
    const refused = await resident.run('{ containers(filter: { silent: true }) { nodes { id } } }');
    expect(refused.errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});
