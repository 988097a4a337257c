import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '../database/database.ts';
import { migrate } from '../database/schema/migrate.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import { listRows } from '../graphql/row-list.ts';
import { makeDatabase } from '../testing/databases.ts';
import { aContainer, anApartment, anEntrance, anOrg, aTowerBlock } from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';
import { orgs } from './orgs/org.queries.ts';
import { listOfPeople } from './people.ts';
import { listSavedViews } from './saved-views/saved-view.queries.ts';

const List = `query ($filter: EntranceFilter) {
  entrances(filter: $filter, sort: [{ field: tower_block_id, direction: asc }]) { nodes { id rowId } }
}`;

describe('what an entrance keeps of its block', () => {
  it('follows the block to its new address, as no new version of the entrance', async () => {
    const org = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });
    const moved = await aTowerBlock({ org_id: org.id, addr_street: 'Aleea Albă' });
    const first = await anEntrance({ org_id: org.id, tower_block_id: moved.id });
    const second = await anEntrance({ org_id: org.id, tower_block_id: (await aTowerBlock({ org_id: org.id })).id });
    const listed = async (filter = {}) => (await caller.run(List, { filter })).data.entrances.nodes;
    const nodes = [first, second].map(({ id, row_id }) => ({ id, rowId: row_id }));
    expect(await listed()).toEqual(nodes);

    await asSystem((tx) =>
      tx.updateTable('tower_block').set({ addr_street: 'Str. Zorilor' }).where('id', '=', moved.id).execute(),
    );

    expect(await listed()).toEqual(nodes.toReversed());
    expect(await listed({ q: 'zoril' })).toEqual([nodes[0]]);
    expect(await listed({ q: 'albă' })).toEqual([]);
  });

  it('still makes a version of the entrance when somebody changes it', async () => {
    const entrance = await anEntrance({ org_id: (await anOrg()).id });

    await asSystem((tx) => tx.updateTable('entrance').set({ addr_sc: 'Z9' }).where('id', '=', entrance.id).execute());

    const { rows } = await asSystem((tx) =>
      sql<{ addr_sc: string }>`select addr_sc from entrance_version where id = ${entrance.id} order by row_id`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([{ addr_sc: entrance.addr_sc }, { addr_sc: 'Z9' }]);
  });
});

describe('what a container keeps of its status', () => {
  it('is the level last reported, as no new version of the container', async () => {
    const container = await aContainer({ org_id: (await anOrg()).id });
    const { org_id, id: container_id } = container;
    const report = (value: string) =>
      asSystem((tx) =>
        sql`insert into container_status (org_id, container_id, kind, level, value, occurred_at, status_update_id)
          values (${org_id}, ${container_id}, 'fill_level_pct', 'ok', ${value}, now(), 1)
          on conflict (org_id, container_id, kind) do update set value = excluded.value`.execute(tx),
      );
    const kept = () =>
      asSystem((tx) =>
        tx
          .selectFrom('container')
          .select(['fill_level_key', 'row_id'])
          .where('id', '=', container_id)
          .executeTakeFirst(),
      );

    expect(await kept()).toEqual({ fill_level_key: -1, row_id: container.row_id });
    await report('40');
    expect(await kept()).toEqual({ fill_level_key: 40, row_id: container.row_id });
    await report('81.5');
    expect(await kept()).toEqual({ fill_level_key: 81.5, row_id: container.row_id });
  });
});

describe('what history keeps of a former occupier', () => {
  it('goes with the names when they are erased', async () => {
    const { org_id, id } = await anApartment({ org_id: (await anOrg()).id, occupier_name: 'Țuțea' });
    await asSystem((tx) => tx.updateTable('apartment').set({ occupier_name: null }).where('id', '=', id).execute());

    await asSystem((tx) => sql`select erase_occupier_versions(${org_id}, ${id})`.execute(tx));

    const { rows } = await asSystem((tx) =>
      sql`select occupier_name, occupier_name_key, trim(occupier_search) as words from apartment_history where id = ${id}`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([{ occupier_name: null, occupier_name_key: '', words: '' }]);
  });
});

describe('sort_key and fold', () => {
  it('take every way through a text to the same order and the same words', async () => {
    const { rows } = await asSystem((tx) =>
      sql<{ value: string; key: string; folded: string }>`
        select value, sort_key(value) as key, fold(value) as folded
        from unnest(array['12', 'B12', 'Ștefan 3', 'stefan', '', '12345678901', 'Țepeș']) as value`.execute(tx),
    );

    expect(Object.fromEntries(rows.map(({ value, key, folded }) => [value, [key, folded]]))).toEqual({
      '': ['', ''],
      '12': ['0000000012', '12'],
      '12345678901': [':01112345678901', '12345678901'],
      B12: ['b0000000012', 'b12'],
      stefan: ['stefan', 'stefan'],
      'Ștefan 3': ['s{tefan 0000000003', 'stefan 3'],
      Țepeș: ['t{epes{', 'tepes'],
    });
  });
});

describe('the key that names are ordered and compared by', () => {
  /** Digits filled up to ten by regular expressions, wherever they stand: what every key was made by at first. */
  const byExpressions = sql.raw(
    `regexp_replace(regexp_replace(public.letter_key(value), '(\\d+)', '000000000\\1', 'g'), '\\d*(\\d{10})', '\\1', 'g')`,
  );

  it('is the same wherever the numbers of a name stand, as long as they are not too long to be filled up', async () => {
    const pieces = ['', '7', '12', '0', '1234567890', '12345678901', 'Șt. ', 'B', 'ă', '-', ' ', '٣'];
    const names = pieces.flatMap((one) => pieces.flatMap((two) => pieces.map((three) => `${one}${two}${three}`)));

    const { rows } = await asSystem((tx) =>
      sql`select value, sort_key(value), ${byExpressions} as meant from unnest(${names}::text[]) value
        where sort_key(value) <> ${byExpressions} and value !~ '[1-9][0-9]{10}'`.execute(tx),
    );

    expect(rows).toEqual([]);
  });

  it('puts numbers of any length behind those that are less, and takes no two for one', async () => {
    const numbers = ['9', '10', '1234567890', '9999999999', '12345678901', '20230000000012', '20240000000012'];
    const larger = ['120230000000012', '862123456789012', '89400123456789012345', '1'.repeat(40)];
    for (const [before, behind] of [
      ['', ''],
      ['C-', ''],
      ['', 'A'],
      ['Bloc ', ' sc. 2'],
      ['12/', '/3'],
    ] as const) {
      const names = [...numbers, ...larger].map((number) => `${before}${number}${behind}`);
      const { rows } = await asSystem((tx) =>
        sql<{ value: string }>`
          select value from unnest(${names.toReversed()}::text[]) value order by sort_key(value) collate "C"`.execute(
          tx,
        ),
      );
      expect(rows.map(({ value }) => value)).toEqual(names);
      const keys = await asSystem((tx) =>
        sql<{ keys: number }>`
          select count(distinct sort_key(value))::int as keys from unnest(${names}::text[]) value`.execute(tx),
      );
      expect(keys.rows).toEqual([{ keys: names.length }]);
    }
  });

  it('orders by bytes, for which it is made, where a database orders texts otherwise', async () => {
    const romanian = await makeDatabase('Romanian');
    onTestFinished(() => romanian.drop());
    await migrate(romanian.url);
    const names = ['Stan', 'Sz', 'Ștefan', 'Tb', 'Țar', 'Zz'];
    const all = `unnest(array[${names
      .toReversed()
      .map((name) => `'${name}'`)
      .join()}]) name`;
    await romanian.run(
      `select set_config('noa.actor', 'tests', false)`,
      `insert into org (name, addr) select name, name from ${all}`,
      `insert into account (email, name) select name || '@noa.test', name from ${all}`,
      `insert into saved_view (org_id, kind, name, search, hidden_columns) select min(id::text)::uuid, 'card', view, '', '{}'
        from org, ${all.replace(/name$/, 'view')} group by view`,
    );
    const opened = openDatabase(romanian.url, { max: 1 });
    onTestFinished(() => opened.destroy());

    const listed = await read(opened, everything, async (tx) => {
      const people = await listRows(tx, listOfPeople<{ name: string }>(sql`account`, null), {});
      const { rows } = await sql<{ addr: string }>`select r.addr from org r order by ${orgs.sorts.addr.by}`.execute(tx);
      const views = await listSavedViews(tx, { accountId: randomUUID(), orgIds: null }, 'card');
      return {
        people: people.edges.map(({ row }) => row.name),
        orgs: rows.map(({ addr }) => addr),
        views: views.map(({ name }) => name),
      };
    });

    expect(listed).toEqual({ people: names, orgs: names, views: names });
  });

  it('takes a number for the same with noughts before it, however long it is', async () => {
    const { rows } = await asSystem((tx) =>
      sql`select sort_key('c-0020240000000012 A') = sort_key('C-20240000000012 a') as long,
        sort_key('c-0000000000000012 A') = sort_key('C-12 a') as short`.execute(tx),
    );

    expect(rows).toEqual([{ long: true, short: true }]);
  });

  it('was made anew, of today and of before, where a number is too long, and no version of it', async () => {
    const database = await makeDatabase('empty');
    await migrate(database.url, { upTo: '2026-12-05-20-deletions-counted' });
    const kept = `select serial_number, serial_number_key as key, sort_key(serial_number) as meant, row_id
      from container_version order by row_id`;
    const before = await database.run(
      `select set_config('noa.actor', 'tests', false)`,
      `insert into account (email, name) values ('ana@noa.test', 'Ana 20230000000012')`,
      `insert into org (name) values ('Primăria 20230000000012')`,
      `insert into container_group (org_id, item_number, addr_street) select id, 'P-1', 'Str. 20230000000012' from org`,
      `insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres)
        select org_id, id, s, 'glass', 1100, 20 from container_group, unnest(array['20230000000012', 'C-10']) s`,
      `set noa.actor = 'tests'; update container set serial_number = '2' || serial_number`,
      kept,
    );
    expect(before).toMatchObject([{ key: '0000000012' }, { key: 'c-0000000010' }, { key: '0000000012' }, {}]);

    await migrate(database.url);

    const after = await database.run(kept);
    const found = await database.run(
      'set enable_seqscan = off',
      `select name from account where sort_key(coalesce(nullif(name, ''), email, '')) collate "C" = sort_key('Ana 20230000000012')`,
    );
    await database.drop();
    expect(found, 'by the index').toEqual([{ name: 'Ana 20230000000012' }]);
    expect(after.map(({ key }) => key)).toEqual(after.map(({ meant }) => meant));
    expect(after).toMatchObject(before.map(({ serial_number, row_id }) => ({ serial_number, row_id })));
    expect(after[0]).toMatchObject({ key: ':01420230000000012' });
  });
});
