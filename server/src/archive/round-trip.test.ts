import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fillEveryTable } from '../backup/filled.fixture.ts';
import { IdNumberVault } from '../registry/apartments/id-number-vault.ts';
import * as given from '../testing/factories.ts';
import { asSystem, db, keyring } from '../testing/harness.ts';
import { anInstallation, compareArchives, exportTo, importFrom } from './archive.fixture.ts';
import { archivedTables, isTold, leftOut, ofEachVersion } from './archive-tables.ts';

await fillEveryTable();
const org = await asSystem((tx) =>
  tx
    .selectFrom('org')
    .selectAll()
    .where('name', 'like', 'filled%org')
    .where('name', 'not like', '%serving%')
    .executeTakeFirstOrThrow(),
);
await fillFurther(org.id);
const there = await anInstallation();
await there.database.run(
  `set noa.actor = 'tests'`,
  `insert into org (name) select unnest(array['${(await servingNames()).join("','")}'])`,
);

/** What no world has: texts that look like formulas, cards taken back and erased, views that name records. */
async function fillFurther(orgId: string): Promise<void> {
  const own = { org_id: orgId };
  const group = await given.aContainerGroup({
    ...own,
    item_number: '=1+1',
    name: '\'quoted\', "twice"\nand broken',
    lat: -1.5,
    lng: 2,
  });
  const entrance = await given.anEntrance(own);
  const apartment = await given.anApartment({
    ...own,
    entrance_id: entrance.id,
    occupier_name: '@Șerban',
    occupier_kind: 'domestic',
  });
  await given.anApartment({ ...own, entrance_id: entrance.id, occupier_name: '-', occupier_kind: 'business' });
  await asSystem(async (tx) => {
    const serial = { serial_number: '04AABBCC', display_serial_number: 'AAAAAAA' };
    const [erased, card] = await tx
      .insertInto('card')
      .values([
        { ...own, kind: 'physical', status: 'erased', ...serial },
        { ...own, kind: 'physical', ...serial },
      ])
      .returning('id')
      .execute();
    const held = await tx
      .insertInto('apartment_card')
      .values([
        { ...own, apartment_id: apartment.id, card_id: erased?.id ?? '', created_at: new Date('2025-01-31T12:00:00Z') },
        { ...own, apartment_id: apartment.id, card_id: card?.id ?? '' },
      ])
      .returning('id')
      .execute();
    await tx
      .updateTable('apartment_card')
      .set({ active: false })
      .where('id', '=', held[0]?.id ?? '')
      .execute();
    await tx
      .insertInto('saved_view')
      .values({
        ...own,
        kind: 'container',
        name: '+Vedere',
        search: `containerGroupId=${group.id}&orgId=${orgId}`,
        hidden_columns: ['a', 'b"c'],
      })
      .execute();
    await sql`update report_schedule set asked = jsonb_build_object('filters', jsonb_build_object('containerGroupId', ${group.id}::text))
      where org_id = ${orgId}`.execute(tx);
    const { id } = await tx.selectFrom('gis_node').select('id').where('kind', '=', 'uat').executeTakeFirstOrThrow();
    await tx.updateTable('container_group').set({ gis_node_id: id }).where('id', '=', group.id).execute();
    await tx.updateTable('org_settings').set({ fill_warning_pct: 71 }).where('org_id', '=', orgId).execute();
    await tx
      .updateTable('org')
      .set({ time_zone: 'Europe/Chisinau', addr: '=Strada', gis_node_id: id })
      .where('id', '=', orgId)
      .execute();
  });
}

async function servingNames(): Promise<string[]> {
  const { rows } = await asSystem((tx) =>
    sql<{ name: string }>`select o.name from org o where o.id in (select serving_org_id from apartment_org)`.execute(
      tx,
    ),
  );
  return rows.map(({ name }) => name);
}

describe('an archive of an org with rows in every table', () => {
  it('makes an org of another installation that is equal but for ids, as a program says that uses nothing of ours', async () => {
    const first = await exportTo(db, keyring, org.id);

    const { orgId, notServed } = await importFrom(first, there);
    const second = await exportTo(there.db, there.keyring, orgId);
    const { wrong, rows } = await compareArchives(first, second);

    expect(wrong).toEqual([]);
    expect(notServed).toEqual({ rows: 0, names: [] });
    expect(Object.keys(rows).filter((file) => rows[file] === 0)).toEqual([]);

    await there.database.run(
      `set noa.actor = 'tests'`,
      `update apartment set occupier_name = 'Alta' where occupier_name = '@Șerban'`,
    );
    const changed = await compareArchives(first, await exportTo(there.db, there.keyring, orgId));
    expect(changed.wrong).toEqual([expect.stringContaining('Alta')]);
  });

  it('seals ID numbers anew, for the key and the record that they belong to now', async () => {
    const sealed = (await there.database.run(
      'select org_id, id, occupier_id_number_cipher as cipher from apartment where occupier_id_number_cipher is not null',
    )) as { org_id: string; id: string; cipher: Buffer }[];
    const vault = new IdNumberVault(await there.keyring.forReading(there.db));

    expect(sealed.map(({ cipher, ...apartment }) => vault.open(cipher, apartment))).toEqual(['1800101221144']);
  });

  it('leaves the lists of locks as they follow from the records', async () => {
    const differing = await there.database.run(`
      (select org_id, container_group_id, card_id, action from card_due
        except select org_id, container_group_id, card_id, action from card_grant)
      union all
      (select org_id, container_group_id, card_id, action from card_grant where action <> 'forget'
        except select org_id, container_group_id, card_id, action from card_due)`);
    const [counted] = await there.database.run('select count(*)::int as count from card_grant');

    expect(differing).toEqual([]);
    expect(counted).not.toEqual({ count: 0 });
  });

  it('is in the audit of both, whose chains are whole', async () => {
    const [told] = await there.database.run(
      `select actor, action, purpose, audit_first_broken() as broken from audit_entry where action = 'import_org'`,
    );
    const { rows } = await asSystem((tx) =>
      sql`select action, purpose from audit_entry where action = 'export_org'`.execute(tx),
    );

    expect(told).toEqual({ actor: 'tests', action: 'import_org', purpose: 'o mutare', broken: null });
    expect(rows).toEqual([{ action: 'export_org', purpose: 'o mutare' }]);
  });
});

describe('no row of an org is forgotten', () => {
  it('as every table that has any is in archives, or named with the reason why not', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname !~ '_history$' and c.relname <> 'gis_node' order by 1`.execute(db);
    const named = [...archivedTables.map(({ name }) => name), ...leftOut.flatMap(({ tables }) => tables)];

    expect(named.toSorted()).toEqual(rows.map(({ name }) => name));
  });

  it('as every column of a declared kind is told under the name of its field', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select c.relname as table, a.attname as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = 'public'::regnamespace and c.relname = any(${archivedTables.map(({ name }) => name)}::text[])`.execute(
      db,
    );
    const untold = rows.filter(({ table, column }) => {
      const archived = archivedTables.find(({ name }) => name === table);
      return archived && !isTold(archived, column) && !ofEachVersion.includes(column);
    });

    expect(untold.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([
      'apartment.occupier_erased',
      'apartment.occupier_id_number_cipher',
      'apartment.occupier_id_number_hash',
      'container.fill_level_key',
      'entrance.address_key',
      'entrance.search',
      'saved_view.account_id',
    ]);
  });
});
