import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
} from '../testing/factories.ts';
import { asOwner, asSystem, db, signIn } from '../testing/harness.ts';

const migration = (file: string) => readFile(new URL(`../database/migrations/${file}`, import.meta.url), 'utf8');

const { id: org_id } = await anOrg();
const { id: tower_block_id } = await aTowerBlock({ org_id });
const { id: entrance_id } = await anEntrance({ org_id, tower_block_id, addr_sc: 'A' });
const { id: container_group_id } = await aContainerGroup({ org_id });

type Made = Promise<{ id: string }>;

/** What must be called otherwise than all others of its kind, and how it is made. */
const named: Readonly<Record<string, { column: string; make: (name: string) => Made }>> = {
  org: { column: 'name', make: (name) => anOrg({ name }) },
  manager: { column: 'name', make: (name) => aManager({ org_id, name }) },
  access_group: { column: 'name', make: (name) => anAccessGroup({ org_id, name }) },
  entrance: { column: 'addr_sc', make: (addr_sc) => anEntrance({ org_id, tower_block_id, addr_sc }) },
  apartment: { column: 'addr_ap', make: (addr_ap) => anApartment({ org_id, entrance_id, addr_ap }) },
  container_group: { column: 'item_number', make: (item_number) => aContainerGroup({ org_id, item_number }) },
  container: {
    column: 'serial_number',
    make: (serial_number) => aContainer({ org_id, container_group_id, serial_number }),
  },
};
const kinds = Object.keys(named);
const make = async (kind: string, name: string): Made => (await named[kind]?.make(name)) ?? Promise.reject(new Error());

async function nameOf(kind: string, id: string) {
  const column = sql.ref(named[kind]?.column ?? '');
  const { rows } = await asSystem((tx) =>
    sql<{ name: string; isKept: boolean; versions: number }>`
      select ${column} as name, ${sql.ref(`${named[kind]?.column}_key`)} = sort_key(${column}) as "isKept",
        (select count(*)::int from ${sql.table(`${kind}_history`)} h where h.id = r.id) as versions
      from ${sql.table(kind)} r where id = ${id}`.execute(tx),
  );
  return rows[0];
}

it('is asked of every name that must be the only one', async () => {
  const { rows } = await sql<{ kind: string; column: string }>`
    select distinct t.relname as kind, substring(pg_get_expr(d.adbin, d.adrelid) from '^sort_key\\((\\w+)\\)$') as column
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid and t.relnamespace = 'public'::regnamespace
    join pg_attribute k on k.attrelid = t.oid and k.attnum = any (c.conkey) and k.attgenerated = 's'
    join pg_attrdef d on d.adrelid = t.oid and d.adnum = k.attnum
    where c.contype = 'u' and pg_get_expr(d.adbin, d.adrelid) like 'sort_key(%'`.execute(db);

  expect(Object.fromEntries(rows.map(({ kind, column }) => [kind, column]))).toEqual(
    Object.fromEntries(kinds.map((kind) => [kind, named[kind]?.column])),
  );
});

describe('names that were two before an upgrade', () => {
  const made = new Map<string, readonly string[]>();

  beforeAll(async () => {
    const [, former = ''] = (await migration('2026-12-06-91-letters-in-their-order.sql')).split(
      'create function foreign_key',
    );
    await asOwner(`create or replace function foreign_key${former.split('end $$;')[0]}end $$`);
    for (const kind of kinds) {
      const ids: string[] = [];
      for (const name of ['ČÁP', 'Čáp', 'čáp', 'Ágoston', 'ČÁP (2)', 'ПЕТРО', 'петро']) {
        ids.push((await make(kind, name)).id);
      }
      made.set(kind, ids);
    }
    await asOwner(
      (await migration('2026-12-07-85-names-but-for-capitals.sql')).replaceAll(
        'create function',
        'create or replace function',
      ),
    );
  });

  it.each(kinds)(
    'are all kept, all but one of them with a number behind them, which its history says: %s',
    async (kind) => {
      const after = await Promise.all((made.get(kind) ?? []).map((id) => nameOf(kind, id)));

      // Small letters have the key already that all of them come to.
      expect(after).toEqual(
        [
          ['ČÁP (3)', 1],
          ['Čáp (4)', 1],
          ['čáp', 0],
          ['Ágoston', 0],
          ['ČÁP (2)', 0],
          ['ПЕТРО (2)', 1],
          ['петро', 0],
        ].map(([name, versions]) => ({ name, versions, isKept: true })),
      );
    },
  );

  it.each(kinds)('are refused from then on, however they are written: %s', async (kind) => {
    await make(kind, 'Žižk');
    for (const name of ['ŽIŽK', 'žižk', 'ŽižK']) {
      await expect(make(kind, name), name).rejects.toMatchObject({
        constraint: `${kind}_${named[kind]?.column}_taken`,
      });
    }
    // Marks make another name of it, as Ștefan is another than Stefan.
    await make(kind, 'Zizk');
  });

  it('are refused by the name of the field', async () => {
    const caller = await signIn(['local_implementer'], { orgIds: [org_id] });
    const { errors } = await caller.run(
      'mutation ($input: CreateManagerInput!) { createManager(input: $input) { id } }',
      { input: { name: 'ЖУКОВ', orgId: org_id } },
    );
    expect(errors).toBeUndefined();
    const again = await caller.run('mutation ($input: CreateManagerInput!) { createManager(input: $input) { id } }', {
      input: { name: 'Жуков', orgId: org_id },
    });
    expect(again.errors).toMatchObject([{ code: 'ValidationFailed', fields: { name: expect.any(String) as string } }]);
  });
});
