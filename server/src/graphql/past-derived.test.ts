import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aContainer, aContainerGroup, anAccessGroup, anApartment, anOrg } from '../testing/factories.ts';
import { asSystem, db, signIn, signInGateway } from '../testing/harness.ts';
import { iso, nextMoment } from './past.fixture.ts';

const org = await anOrg();
const root = await signIn(['root']);

/** Functions that decide who may, or what is kept by now: nothing that is read of the past asks them for what was then. */
const neverOfThePast = ['claimable_code', 'events_kept_from', 'identity_term', 'viewer_account'];

describe('what is worked out of records, or kept beside them, of the past', () => {
  it('are the platforms that were open to an apartment then', async () => {
    const [platform, joined] = [await aContainerGroup({ org_id: org.id }), await aContainerGroup({ org_id: org.id })];
    const group = await anAccessGroup({ org_id: org.id, access_mode: 'open' });
    const apartment = await anApartment({ org_id: org.id });
    await asSystem((tx) =>
      tx
        .insertInto('access_group_container_group')
        .values({ org_id: org.id, access_group_id: group.id, container_group_id: joined.id })
        .execute(),
    );
    const before = await nextMoment();
    await asSystem(async (tx) => {
      await tx.updateTable('container_group').set({ access_mode: 'open' }).where('id', '=', platform.id).execute();
      await tx.updateTable('access_group').set({ access_mode: 'controlled' }).where('id', '=', group.id).execute();
    });

    const Apartment = `query ($id: ID!, $asOf: DateTime) {
      apartment(id: $id, asOf: $asOf) { containerGroups { totalCount nodes { id } } }
    }`;
    const openTo = async (asOf?: string) =>
      (await root.run(Apartment, { id: apartment.id, asOf })).data.apartment.containerGroups;

    expect(await openTo(iso(before))).toEqual({ totalCount: 1, nodes: [{ id: joined.id }] });
    expect(await openTo()).toEqual({ totalCount: 1, nodes: [{ id: platform.id }] });
  });

  it('is how full containers were then, by which they are ordered and found', async () => {
    const own = await anOrg();
    const gateway = await signInGateway([own.id]);
    const [one, other] = [await aContainer({ org_id: own.id }), await aContainer({ org_id: own.id })];
    await aContainer({ org_id: own.id }); // never reports
    const tell = async (updateNumber: number, fills: readonly number[]) => {
      const at = new Date().toISOString();
      const kind = 'fill_level_pct';
      const updates = [one, other].map(({ id: containerId }, index) => ({
        containerId,
        updateNumber,
        kind,
        value: String(fills[index]),
        at,
      }));
      const { data } = await gateway.run(
        'mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { results { outcome } } }',
        { updates },
      );
      expect(data.recordStatusUpdates.results).toEqual([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
    };
    await tell(1, [90, 10]);
    const before = await nextMoment();
    await tell(2, [20, 85]);

    const List = `query ($filter: ContainerFilter, $asOf: DateTime) {
      containers(filter: $filter, sort: [{ field: fill_level_pct, direction: desc }], asOf: $asOf) {
        totalCount nodes { id fillLevelPct }
      }
    }`;
    const found = async (filter: object, asOf?: string) => {
      const { data } = await root.run(List, { filter: { orgId: own.id, ...filter }, asOf });
      expect(data.containers.totalCount).toBe(data.containers.nodes.length);
      return data.containers.nodes.map(({ fillLevelPct }: { fillLevelPct: number | null }) => fillLevelPct);
    };

    expect(await found({}, iso(before))).toEqual([90, 10, null]);
    expect(await found({ fillLevelPct: { min: 50 } }, iso(before))).toEqual([90]);
    expect(await found({ nearlyFull: true }, iso(before))).toEqual([90]);
    expect(await found({})).toEqual([85, 20, null]);
    expect(await found({ fillLevelPct: { min: 50 } })).toEqual([85]);
  });

  it('is the code by which an apartment could be claimed then', async () => {
    const { id: apartment_id } = await anApartment({ org_id: org.id });
    const { rows } = await asSystem((tx) =>
      sql<{ id: string; valid_from: Date; expires_at: Date }>`
        insert into claim_code (org_id, apartment_id, code_hash, code_cipher, expires_at)
        values (${org.id}, ${apartment_id}, 'hash', 'cipher', moment() + interval '5 milliseconds')
        returning id, valid_from, expires_at`.execute(tx),
    );
    const [given] = rows;
    while (Date.now() <= Number(given?.expires_at)) {
      await new Promise(setImmediate);
    }

    const Codes = `query ($id: ID!, $asOf: DateTime) {
      apartment(id: $id, asOf: $asOf) { claimCodes { id state } liveClaimCode { id } }
    }`;
    const codes = async (asOf?: string) => (await root.run(Codes, { id: apartment_id, asOf })).data.apartment;

    const id = given?.id;
    expect(await codes(given?.valid_from.toISOString())).toEqual({
      claimCodes: [{ id, state: 'live' }],
      liveClaimCode: { id },
    });
    expect(await codes()).toEqual({ claimCodes: [{ id, state: 'expired' }], liveClaimCode: null });
  });

  it('has a function of its own for each by which lists look past row-level security at what has versions', async () => {
    const { rows } = await sql<{ name: string }>`
      select p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.provolatile <> 'v'
        and has_function_privilege('noa_app', p.oid, 'execute')
        -- How far somebody reaches is of today, whatever is read; what finds candidates says of the past that there are too many.
        and p.proname !~ '^scope_' and p.prosrc !~ 'reads_past'
        and exists (
          select from pg_trigger t where t.tgname = 'keep_version' and p.prosrc ~ ('\\m(from|join) ' || t.tgrelid::regclass::text || '\\M'))
        and not exists (
          select from pg_proc o where o.pronamespace = 'as_of'::regnamespace and o.proname = p.proname)
      order by 1`.execute(db);

    expect(rows.map(({ name }) => name)).toEqual(neverOfThePast);
  });
});
