import { getNamedType, isInputObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';
import {
  aCard,
  aContainer,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  unique,
} from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';

const root = await signIn(['root']);

/** Every list of the API that is filtered, and by what. */
const filtered = new Map(
  Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) => {
    const filter = getNamedType(args.find((arg) => arg.name === 'filter')?.type);
    return isInputObjectType(filter) && args.some((arg) => arg.name === 'first') ? [[name, filter] as const] : [];
  }),
);

/** Those that are filtered by when a record was changed. */
const lists = [...filtered].filter(([, filter]) => 'updatedAt' in filter.getFields()).map(([name]) => name);

async function listed(list: string, filter: Record<string, unknown>): Promise<string[]> {
  const { data, errors } = await root.run(
    `query ($filter: ${String(filtered.get(list))}) { ${list}(filter: $filter) { nodes { id } } }`,
    { filter },
  );
  expect(errors).toBeUndefined();
  return data[list].nodes.map(({ id }: { id: string }) => id);
}

describe('the filters of every list', () => {
  it('are tried', () => {
    expect(lists).toEqual(expect.arrayContaining(['accessGroups', 'apartmentCards', 'cards', 'gisNodes', 'orgs']));
  });

  it.each(lists)('keep %s that changed in a period', async (list) => {
    expect(await listed(list, { updatedAt: { from: '2090-01-01T00:00:00Z' } })).toEqual([]);
    expect(await listed(list, { updatedAt: { to: '1990-01-01T00:00:00Z' } })).toEqual([]);
    expect(await listed(list, { updatedAt: {} })).toEqual(await listed(list, {}));
  });

  it('take the first moment of a period, and not the last', async () => {
    const org = await anOrg();
    const at = org.valid_from.toISOString();

    expect(await listed('orgs', { updatedAt: { from: at } })).toContain(org.id);
    expect(await listed('orgs', { updatedAt: { to: at } })).not.toContain(org.id);
  });
});

/** Every list that is searched by words. */
const searched = Object.values(schema.getQueryType()?.getFields() ?? {})
  .filter(({ name, args }) => {
    const filter = getNamedType(args.find((arg) => arg.name === 'filter')?.type);
    return lists.includes(name) && isInputObjectType(filter) && 'q' in filter.getFields();
  })
  .map(({ name }) => name);

describe('a search for what is no word', () => {
  beforeAll(async () => {
    const { id: org_id } = await anOrg();
    await anApartment({ org_id });
    await aContainer({ org_id });
    await aManager({ org_id });
    await anAccessGroup({ org_id });
    await aCard({ org_id });
    const bacau = { id: unique('node-'), kind: 'county', name: 'Bacău', lat: null, lng: null } as const;
    await asSystem((tx) => tx.insertInto('gis_node').values(bacau).execute());
  });

  it.each(searched)('finds none of the %s, as a job that changes all that are found is told', async (list) => {
    expect((await listed(list, {})).length).toBeGreaterThan(0);
    for (const q of [' ', '\t', ' - ', ' : ']) {
      expect(await listed(list, { q }), JSON.stringify(q)).toEqual([]);
    }
  });
});

/** Each filter of a list that asks yes or no. */
const flags = [...filtered].flatMap(([list, filter]) =>
  Object.values(filter.getFields())
    .filter(({ type }) => getNamedType(type).name === 'Boolean')
    .map(({ name }) => [list, name] as const),
);

describe('a filter that asks yes or no', () => {
  beforeAll(async () => {
    const { id: org_id } = await anOrg();
    const manager_id = (await aManager({ org_id })).id;
    await anEntrance({ org_id, manager_id, access_group_id: (await anAccessGroup({ org_id })).id });
    await anEntrance({ org_id });
    const apartment = await anApartment({ org_id });
    await aCard({ org_id, apartment });
    await aCard({ org_id, apartment, active: false });
    await aContainer({ org_id });
    const { id: container_id } = await aContainer({ org_id });
    await asSystem(async (tx) => {
      const heard_at = new Date(Date.now() - 100 * 3_600_000);
      await tx.insertInto('container_status_summary').values({ org_id, container_id, heard_at }).execute();
      const full = {
        kind: 'fill_level_pct',
        level: 'error',
        value: '100',
        occurred_at: heard_at,
        status_update_id: 1,
      } as const;
      await tx
        .insertInto('container_status')
        .values({ org_id, container_id, ...full })
        .execute();
    });
  });

  it.each(flags)('divides the %s: %s', async (list, flag) => {
    const [yes, no] = [await listed(list, { [flag]: true }), await listed(list, { [flag]: false })];

    expect([...yes, ...no].toSorted()).toEqual((await listed(list, { [flag]: null })).toSorted());
  });
});

describe('containers', () => {
  it('are kept by their numbers, both ends included', async () => {
    const org = await anOrg();
    const small = await aContainer({ org_id: org.id, size_litres: 120, volume_control_litres: 10, card_capacity: 500 });
    const large = await aContainer({ org_id: org.id, size_litres: 1_100, volume_control_litres: 60 });
    const found = (filter: Record<string, unknown>) => listed('containers', { orgId: org.id, ...filter });

    expect(await found({ sizeLitres: { min: 120, max: 1_099 } })).toEqual([small.id]);
    expect(await found({ sizeLitres: { min: 121 } })).toEqual([large.id]);
    expect(await found({ volumeControlLitres: { max: 10 } })).toEqual([small.id]);
    expect(await found({ cardCapacity: { max: 500 } })).toEqual([small.id]);
  });

  it('are kept by fill level; one that never reported is in no range', async () => {
    const org = await anOrg();
    const [full, empty] = [await aContainer({ org_id: org.id }), await aContainer({ org_id: org.id })];
    await aContainer({ org_id: org.id });
    const report = (container_id: string, value: string) =>
      asSystem((tx) =>
        tx
          .insertInto('container_status')
          .values({
            org_id: org.id,
            container_id,
            kind: 'fill_level_pct',
            level: 'ok',
            value,
            occurred_at: new Date(),
            status_update_id: 1,
          })
          .execute(),
      );
    await report(full.id, '95.5');
    await report(empty.id, '0');
    const found = (fillLevelPct: Record<string, number>) => listed('containers', { orgId: org.id, fillLevelPct });

    expect(await found({ min: 95.5 })).toEqual([full.id]);
    expect(await found({ max: 50 })).toEqual([empty.id]);
  });
});

describe('orgs', () => {
  it('are kept by whether they are enabled, and by words of the address', async () => {
    const org = await anOrg({ enabled: false, addr: 'Str. Ștefan cel Mare 16' });

    expect(await listed('orgs', { enabled: false })).toEqual([org.id]);
    expect(await listed('orgs', { enabled: true })).not.toContain(org.id);
    expect(await listed('orgs', { q: 'stefan mare' })).toEqual([org.id]);
  });
});

describe('apartment cards', () => {
  it('are kept by when they were handed out', async () => {
    const apartment = await anApartment({ org_id: (await anOrg()).id });
    const { org_id, id: apartment_id } = apartment;
    const handed = await asSystem(async (tx) => {
      const card = await tx
        .insertInto('card')
        .values({ org_id, kind: 'physical', serial_number: '04A2B1C3', display_serial_number: 'ACKFMOD' })
        .returning('id')
        .executeTakeFirstOrThrow();
      return tx
        .insertInto('apartment_card')
        .values({ org_id, apartment_id, card_id: card.id, created_at: new Date('2026-03-01T10:00:00Z') })
        .returning('id')
        .executeTakeFirstOrThrow();
    });
    const found = (from: string, to: string) =>
      listed('apartmentCards', { apartmentId: apartment_id, createdAt: { from, to } });

    expect(await found('2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z')).toEqual([handed.id]);
    expect(await found('2026-02-01T00:00:00Z', '2026-03-01T10:00:00Z')).toEqual([]);
  });
});
