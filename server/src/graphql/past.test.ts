import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { api, asSystem, db, signIn } from '../testing/harness.ts';
import { anAccessGroup, anApartment, anEntrance, anOrg, aTowerBlock } from '../testing/factories.ts';
import { iso, nextMoment } from './past.fixture.ts';

const org = await anOrg();
const root = await signIn(['root']);

const Entrance = `query ($id: ID!, $asOf: DateTime) {
  entrance(id: $id, asOf: $asOf) {
    label
    apartmentCount
    viewerCanUpdate
    accessGroup { name }
    towerBlock { label entranceCount entrances { totalCount nodes { id } } }
    apartments { totalCount nodes { addrAp label } }
  }
}`;

const rename = (id: string, name: string) =>
  asSystem((tx) => tx.updateTable('access_group').set({ name }).where('id', '=', id).execute());

describe('a record of the past', () => {
  it('shows its relations, counts and lists as they were at that moment', async () => {
    const [from, to] = [await aTowerBlock({ org_id: org.id }), await aTowerBlock({ org_id: org.id, addr_bl: 'NOU' })];
    const group = await anAccessGroup({ org_id: org.id, name: 'Grupul vechi' });
    const entrance = await anEntrance({
      org_id: org.id,
      tower_block_id: from.id,
      addr_sc: 'A',
      access_group_id: group.id,
    });
    const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id, addr_ap: '1' });
    const before = await nextMoment();

    await rename(group.id, 'Grupul nou');
    await anApartment({ org_id: org.id, entrance_id: entrance.id, addr_ap: '2' });
    await asSystem(async (tx) => {
      await tx
        .updateTable('entrance')
        .set({ tower_block_id: to.id, addr_sc: 'B' })
        .where('id', '=', entrance.id)
        .execute();
      await tx.updateTable('apartment').set({ addr_ap: '11' }).where('id', '=', apartment.id).execute();
    });
    const then = (await root.run(Entrance, { id: entrance.id, asOf: iso(before) })).data.entrance;
    const now = (await root.run(Entrance, { id: entrance.id })).data.entrance;

    expect(then).toEqual({
      label: `Str. Unirii ${from.addr_nr}, bl. A, sc. A`,
      apartmentCount: 1,
      viewerCanUpdate: false,
      accessGroup: { name: 'Grupul vechi' },
      towerBlock: {
        label: `Str. Unirii ${from.addr_nr}, bl. A`,
        entranceCount: 1,
        entrances: { totalCount: 1, nodes: [{ id: entrance.id }] },
      },
      apartments: {
        totalCount: 1,
        nodes: [{ addrAp: '1', label: `Str. Unirii ${from.addr_nr}, bl. A, sc. A, ap. 1` }],
      },
    });
    expect(now).toMatchObject({
      label: `Str. Unirii ${to.addr_nr}, bl. NOU, sc. B`,
      apartmentCount: 2,
      viewerCanUpdate: true,
      accessGroup: { name: 'Grupul nou' },
      apartments: { totalCount: 2 },
    });
  });

  it('is listed, found by words and ordered by what its relations were called then', async () => {
    const block = await aTowerBlock({ org_id: org.id, addr_street: 'Str. Trandafirilor', addr_bl: 'V1' });
    const entrance = await anEntrance({ org_id: org.id, tower_block_id: block.id });
    const before = await nextMoment();
    await asSystem((tx) =>
      tx.updateTable('tower_block').set({ addr_street: 'Str. Macilor' }).where('id', '=', block.id).execute(),
    );

    const List = `query ($q: String, $asOf: DateTime) {
      entrances(filter: { q: $q }, asOf: $asOf) { totalCount nodes { id label } }
    }`;
    const found = async (q: string, asOf?: string) => (await root.run(List, { q, asOf })).data.entrances;

    expect(await found('trandafirilor', iso(before))).toMatchObject({
      totalCount: 1,
      nodes: [{ id: entrance.id, label: expect.stringContaining('Trandafirilor') as string }],
    });
    expect(await found('trandafirilor')).toMatchObject({ totalCount: 0 });
    expect(await found('macilor', iso(before))).toMatchObject({ totalCount: 0 });
  });

  it('is of several moments in one operation, each with its own relations', async () => {
    const group = await anAccessGroup({ org_id: org.id, name: 'Unu' });
    const entrance = await anEntrance({ org_id: org.id, access_group_id: group.id });
    const one = await nextMoment();
    await rename(group.id, 'Doi');
    const two = await nextMoment();
    await rename(group.id, 'Trei');

    const { data } = await root.run(
      `query ($id: ID!, $one: DateTime, $two: DateTime) {
        one: entrance(id: $id, asOf: $one) { accessGroup { name } }
        two: entrance(id: $id, asOf: $two) { accessGroup { name } }
        now: entrance(id: $id) { accessGroup { name } }
      }`,
      { id: entrance.id, one: iso(one), two: iso(two) },
    );

    expect(data).toEqual({
      one: { accessGroup: { name: 'Unu' } },
      two: { accessGroup: { name: 'Doi' } },
      now: { accessGroup: { name: 'Trei' } },
    });
  });

  it('shows a card with the apartment that held it then', async () => {
    const input = { orgId: org.id, serialNumber: '04:A2:B1:C3', kind: 'physical' };
    const { createCard: card } = (
      await root.run('mutation ($input: CreateCardInput!) { createCard(input: $input) { id } }', { input })
    ).data;
    const apartment = await anApartment({ org_id: org.id });
    const assigned = await root.run(
      `mutation ($a: ID!, $c: ID!) { assignCard(apartmentId: $a, cardId: $c) { id rowId } }`,
      { a: apartment.id, c: card.id },
    );
    const held = await nextMoment();
    await root.run(
      `mutation ($id: ID!, $rowId: ID!) { unassignCard(id: $id, rowId: $rowId) { id } }`,
      assigned.data.assignCard,
    );

    const Card = `query ($id: ID!, $asOf: DateTime) {
      card(id: $id, asOf: $asOf) { apartmentCards { active } }
      cards(filter: { withoutApartment: true }, asOf: $asOf) { nodes { id } }
    }`;
    const then = (await root.run(Card, { id: card.id, asOf: iso(held) })).data;
    const now = (await root.run(Card, { id: card.id })).data;

    expect(then).toEqual({ card: { apartmentCards: [{ active: true }] }, cards: { nodes: [] } });
    expect(now).toEqual({ card: { apartmentCards: [{ active: false }] }, cards: { nodes: [{ id: card.id }] } });
  });

  it('stays within what the caller reaches', async () => {
    const entrance = await anEntrance({ org_id: org.id });
    const at = await nextMoment();
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });

    const { errors } = await stranger.run(Entrance, { id: entrance.id, asOf: iso(at) });

    expect(errors).toMatchObject([{ code: 'NotFound' }]);
  });
});

describe('the views of the past', () => {
  it('have every column of every versioned table', async () => {
    const { rows } = await sql<{ missing: string }>`
      select c.table_name || '.' || c.column_name as missing
      from information_schema.columns c
      where c.table_schema = 'public'
        and exists (select from pg_trigger t where t.tgname = 'keep_version' and t.tgrelid = c.table_name::regclass)
        and not exists (
          select from information_schema.columns v
          where v.table_schema = 'as_of' and v.table_name = c.table_name and v.column_name = c.column_name)`.execute(
      db,
    );

    expect(rows).toEqual([]);
  });
});

describe('the future', () => {
  const readers = Object.values(api.schema.getQueryType()?.getFields() ?? {})
    .map((field) => ({ field }))
    .filter(({ field }) => field.args.some(({ name }) => name === 'asOf'));
  /** `containers(asOf: …)`, `container(id: …, asOf: …)`; whatever is asked of it. */
  const asking = ({ field }: (typeof readers)[number], asOf: string) => {
    const of = field.args.filter(({ name }) => name === 'id' || name === 'orgId');
    const named = of.map(({ name }) => `${name}: "${randomUUID()}", `).join('');
    return `{ ${field.name}(${named}asOf: "${asOf}") { __typename } }`;
  };

  it.each(readers)('is nothing that $field.name can read', async (reader) => {
    for (const ahead of [60_000, 86_400_000, Date.parse('9999-12-29T00:00:00Z') - Date.now()]) {
      const { errors } = await root.run(asking(reader, iso(new Date(Date.now() + ahead))));

      expect(errors, String(ahead)).toMatchObject([{ code: 'ValidationFailed', fields: { asOf: 'form.badMoment' } }]);
    }
  });

  it('is nothing that a list of a record can read', async () => {
    const { id } = await anEntrance({ org_id: org.id });
    const asOf = iso(new Date(Date.now() + 60_000));

    const { errors } = await root.run(`{ entrance(id: "${id}") { apartments(asOf: "${asOf}") { totalCount } } }`);

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { asOf: 'form.badMoment' } }]);
  });

  it.each(readers)('is not what a clock of a few seconds more says to $field.name', async (reader) => {
    const { errors = [] } = await root.run(asking(reader, iso(new Date(Date.now() + 2_000))));

    expect(errors.filter(({ code }) => code !== 'NotFound')).toEqual([]);
  });
});
