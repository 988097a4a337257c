import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { roles } from '@noa/domain/vocabulary.ts';
import { aContainer, aContainerGroup, aManager, anOrg, unique } from '../../testing/factories.ts';
import { db, signIn, signInGateway } from '../../testing/harness.ts';
import { dependantsOf } from '../dependants.ts';
import { goesWithOrg, keepsOrg } from './org.service.ts';

const Find = 'query ($id: ID!) { org(id: $id) { id name viewerCanUpdate viewerCanDelete } }';
const Create = `mutation ($input: CreateOrgInput!) { createOrg(input: $input) { id rowId name timeZone enabled } }`;
const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateOrgInput!) {
  updateOrg(id: $id, rowId: $rowId, input: $input) { id rowId name addr enabled timeZone }
}`;
const Delete = 'mutation ($id: ID!, $rowId: ID!) { deleteOrg(id: $id, rowId: $rowId) }';

describe('an org', () => {
  it('is created, changed and deleted by root, each time as a new version', async () => {
    const root = await signIn(['root']);

    const created = (await root.run(Create, { input: { name: unique('Comuna '), addr: 'Str. Mare 1' } })).data
      .createOrg;
    expect(created).toMatchObject({ timeZone: 'Europe/Bucharest', enabled: true });
    const { id } = created;

    const input = { addr: 'Str. Mică 2', timeZone: 'Europe/Chisinau', enabled: false };
    const changed = (await root.run(Update, { id, rowId: created.rowId, input })).data.updateOrg;
    expect(changed).toMatchObject({ name: created.name, ...input });

    const stale = await root.run(Update, { id, rowId: created.rowId, input: { name: unique('Alta ') } });
    expect(stale.errors).toMatchObject([{ code: 'Conflict', current: { id, rowId: changed.rowId } }]);

    expect((await root.run(Delete, { id, rowId: changed.rowId })).data.deleteOrg).toBe(id);
    expect((await root.run(Find, { id })).errors).toMatchObject([{ code: 'NotFound' }]);
    const { data } = await root.run('query ($id: ID!) { history(kind: "org", id: $id) { totalCount } }', { id });
    expect(data.history.totalCount).toBe(2);
  });

  it.each(roles.filter((role) => role !== 'root'))('is not for %s to write', async (role) => {
    const org = await anOrg();
    const version = { id: org.id, rowId: org.row_id };
    const caller = await signIn([role], { orgIds: [org.id] });

    for (const answer of [
      await caller.run(Create, { input: { name: unique('Comuna ') } }),
      await caller.run(Update, { ...version, input: { enabled: false } }),
      await caller.run(Delete, version),
      await caller.run('mutation ($id: ID!) { bindGateway(orgId: $id, clientId: "poarta") { id } }', { id: org.id }),
      await caller.run('mutation ($id: ID!) { unbindGateway(orgId: $id, clientId: "poarta") { id } }', { id: org.id }),
    ]) {
      expect(answer.errors).toMatchObject([{ code: 'Forbidden' }]);
    }
  });

  it('tells its members that they may not change it', async () => {
    const org = await anOrg();
    const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });

    const { data } = await reporter.run(Find, { id: org.id });

    expect(data.org).toMatchObject({ viewerCanUpdate: false, viewerCanDelete: false });
  });

  it('is not found by members of another', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const stranger = await signIn(['local_implementer'], { orgIds: [other.id] });

    expect((await stranger.run(Find, { id: org.id })).errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it.each(['+02:00', 'Marte/Olympus', 'europe/bucharest', 'Europe/KYIV', 'EET', 'Etc/GMT+3', 'posix/Europe/Kyiv'])(
    'has a time zone that everybody knows, not %s',
    async (timeZone) => {
      const root = await signIn(['root']);

      const { errors } = await root.run(Create, { input: { name: unique('Comuna '), timeZone } });

      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { timeZone: 'form.unknownTimeZone' } }]);
    },
  );

  it.each(['Europe/Kyiv', 'Europe/Kiev', 'UTC', 'Etc/UTC', 'Asia/Kolkata'])(
    'may have its time zone by any name of it: %s',
    async (timeZone) => {
      const root = await signIn(['root']);
      const { data } = await root.run(Create, { input: { name: unique('Comuna '), timeZone } });
      expect(data.createOrg).toMatchObject({ timeZone });

      const member = await signIn(['local_implementer'], { orgIds: [data.createOrg.id] });
      expect((await member.run('{ viewer { timeZone } }')).data.viewer).toEqual({ timeZone });
    },
  );

  it('is not deleted while something is its own, and says what', async () => {
    const org = await anOrg();
    await aManager({ org_id: org.id });
    await aContainerGroup({ org_id: org.id });
    const root = await signIn(['root']);

    const { errors } = await root.run(Delete, { id: org.id, rowId: org.row_id });

    expect(errors).toMatchObject([
      {
        code: 'ValidationFailed',
        fields: { id: 'delete.hasDependants' },
        dependants: [
          { kind: 'containerGroup', count: 1 },
          { kind: 'manager', count: 1 },
        ],
      },
    ]);
  });

  it('knows of every table that names an org whether it keeps the org or goes with it', async () => {
    const keeping = [...dependantsOf('org'), ...keepsOrg].map(({ table }) => table);
    const known: string[] = [...keeping, ...goesWithOrg];
    // What the database itself takes with the org need not be known here.
    const { rows } = await sql<{ name: string }>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'org'::regclass and (confdeltype <> 'c' or conrelid::regclass::text = any(${known}))
      order by 1`.execute(db);

    expect(known.toSorted()).toEqual(rows.map(({ name }) => name));
  });

  it('once disabled, shuts out its members from their next request on, while its gateway works on', async () => {
    const org = await anOrg();
    const container = await aContainer({ org_id: org.id });
    const member = await signIn(['local_implementer'], { orgIds: [org.id] });
    const gateway = await signInGateway([org.id]);
    const root = await signIn(['root']);
    expect((await member.run(Find, { id: org.id })).errors).toBeUndefined();

    await root.run(Update, { id: org.id, rowId: org.row_id, input: { enabled: false } });

    const { data } = await member.run('{ viewer { orgs { id } disabledOrgs { id } } orgs { totalCount } }');
    expect(data).toEqual({ viewer: { orgs: [], disabledOrgs: [{ id: org.id }] }, orgs: { totalCount: 0 } });
    const event = { containerId: container.id, eventNumber: 1, kind: 'full_use', at: new Date().toISOString() };
    const recorded = await gateway.run(
      'mutation ($events: [CardEventInput!]!) { recordCardEvents(events: $events) { results { outcome } } }',
      { events: [event] },
    );
    expect(recorded.data.recordCardEvents.results).toEqual([{ outcome: 'accepted' }]);
  });
});

describe('orgs', () => {
  it('are found by words of name and address, and by whether they are enabled', async () => {
    const name = unique('Primăria Ștefănești ');
    const org = await anOrg({ name, addr: 'Piața Unirii 3', enabled: false });
    const root = await signIn(['root']);
    const find = async (filter: object) =>
      (await root.run('query ($filter: OrgFilter) { orgs(filter: $filter) { nodes { id } } }', { filter })).data.orgs
        .nodes;

    expect(await find({ q: `stefanesti piata ${name.split(' ').at(-1)}` })).toEqual([{ id: org.id }]);
    expect(await find({ q: name, enabled: false })).toEqual([{ id: org.id }]);
    expect(await find({ q: name, enabled: true })).toEqual([]);
  });
});

describe('the gateways of an org', () => {
  it('are bound and unbound by root, once each', async () => {
    const org = await anOrg();
    const root = await signIn(['root']);
    const bind = 'mutation ($id: ID!, $c: String!) { bindGateway(orgId: $id, clientId: $c) { gateways } }';
    const unbind = 'mutation ($id: ID!, $c: String!) { unbindGateway(orgId: $id, clientId: $c) { gateways } }';

    await root.run(bind, { id: org.id, c: 'poarta-nord' });
    const twice = await root.run(bind, { id: org.id, c: ' poarta-nord ' });
    expect(twice.data.bindGateway.gateways).toEqual(['poarta-nord']);

    expect((await root.run(unbind, { id: org.id, c: 'poarta-nord' })).data.unbindGateway.gateways).toEqual([]);
    expect((await root.run(unbind, { id: org.id, c: 'poarta-nord' })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await root.run(bind, { id: org.id, c: 'poartă ' })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { clientId: 'form.badCharacter' } },
    ]);
  });

  it('are not for members to see', async () => {
    const org = await anOrg();
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { errors } = await implementer.run('query ($id: ID!) { org(id: $id) { gateways } }', { id: org.id });

    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});
