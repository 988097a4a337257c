import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anApartment, anEntrance, aManager, anOrg } from '../../testing/factories.ts';
import { asSystem, db } from '../../testing/harness.ts';
import { nothing, ofOrgs, type Scope } from '../scope.ts';
import { read, setAccount, write } from '../transaction.ts';

/** What PostgreSQL alone lets a scope see, with no condition of ours. */
const visible = (scope: Scope, table: string) =>
  read(db, scope, async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(tx);
    return rows.map(({ id }) => id);
  });

const [org, other] = [await anOrg(), await anOrg()];
const manager = await aManager({ org_id: org.id });
const managed = await anEntrance({ org_id: org.id, manager_id: manager.id });
const unmanaged = await anEntrance({ org_id: org.id });
const foreign = await anEntrance({ org_id: other.id });
const home = await anApartment({ org_id: org.id, entrance_id: unmanaged.id });
const neighbour = await anApartment({ org_id: org.id, entrance_id: unmanaged.id });
const inCare = await anApartment({ org_id: org.id, entrance_id: managed.id });

describe('row-level security, alone', () => {
  it('shows nothing to a transaction without a scope', async () => {
    for (const table of ['org', 'tower_block', 'entrance', 'apartment', 'card', 'container', 'entrance_version']) {
      expect(await visible(nothing, table)).toEqual([]);
    }
  });

  it('shows an org its own rows only', async () => {
    expect((await visible(ofOrgs([org.id]), 'entrance')).toSorted()).toEqual([managed.id, unmanaged.id].toSorted());
    expect(await visible(ofOrgs([other.id]), 'entrance')).toEqual([foreign.id]);
  });

  it.each(['entrance', 'apartment', 'tower_block'])(
    'does not ask whom else an org serves to show it its own rows: %s',
    async (table) => {
      const plan = await read(db, ofOrgs([org.id]), async (tx) => {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain (analyze, costs off, timing off, summary off, buffers off)
          select id from ${sql.table(table)} where org_id = ${org.id}`.execute(tx);
        return rows.map((row) => row['QUERY PLAN']);
      });

      expect(plan.filter((line) => line.includes('ProjectSet'))).toEqual([
        expect.stringContaining('(never executed)') as string,
      ]);
    },
  );

  it('shows a manager what is behind its own entrances', async () => {
    const scope = { ...nothing, managerIds: [manager.id] };

    expect(await visible(scope, 'entrance')).toEqual([managed.id]);
    expect(await visible(scope, 'apartment')).toEqual([inCare.id]);
    expect(await visible(scope, 'tower_block')).toEqual([managed.tower_block_id]);
  });

  it('shows a resident their apartment, and not the neighbour’s', async () => {
    const scope = { ...nothing, apartmentIds: [home.id] };

    expect(await visible(scope, 'apartment')).toEqual([home.id]);
    expect(await visible(scope, 'apartment')).not.toContain(neighbour.id);
    expect(await visible(scope, 'entrance')).toEqual([unmanaged.id]);
  });

  it('lets no row be written into another org, nor moved there', async () => {
    const insert = write(db, ofOrgs([org.id]), 'tests', (tx) =>
      tx.insertInto('manager').values({ org_id: other.id, name: 'Străin' }).execute(),
    );
    await expect(insert).rejects.toThrow('row-level security');

    const move = write(db, ofOrgs([org.id]), 'tests', (tx) =>
      tx.updateTable('manager').set({ org_id: other.id }).where('id', '=', manager.id).execute(),
    );
    await expect(move).rejects.toThrow('row-level security');
  });

  it('cannot be escaped by what the application may run', async () => {
    const escape = read(db, ofOrgs([org.id]), (tx) => sql`alter table entrance disable row level security`.execute(tx));
    await expect(escape).rejects.toThrow();
    const rewrite = write(db, ofOrgs([org.id]), 'tests', (tx) => sql`delete from entrance_history`.execute(tx));
    await expect(rewrite).rejects.toThrow('permission denied');
  });

  it('shows a bulk job to the members of its org, and outside of it to whoever started it', async () => {
    const { id, starter_id: starter } = await asSystem(async (tx) => {
      const { rows } = await sql<{ id: string; starter_id: string }>`
        with starter as (insert into account (email) values ('starter@noa.test') returning id)
        insert into bulk_job (org_id, action, starter_id, starter_roles, total)
        select ${org.id}, 'block_cards', id, '{manager}', 0 from starter returning id, starter_id`.execute(tx);
      return rows[0] ?? { id: '', starter_id: '' };
    });
    const visibleTo = (accountId: string | null) =>
      read(db, nothing, async (tx) => {
        await setAccount(tx, accountId);
        return (await sql<{ id: string }>`select id from bulk_job`.execute(tx)).rows;
      });

    expect(await visible(ofOrgs([org.id]), 'bulk_job')).toEqual([id]);
    expect(await visible(ofOrgs([other.id]), 'bulk_job')).toEqual([]);
    expect(await visibleTo(starter)).toEqual([{ id }]);
    expect(await visibleTo(id)).toEqual([]);
    expect(await visibleTo(null)).toEqual([]);
  });

  it('protects every table that names an org', async () => {
    const { rows } = await read(db, nothing, (tx) =>
      sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
          and not c.relispartition and not c.relrowsecurity`.execute(tx),
    );
    expect(rows.map(({ name }) => name)).toEqual([]);
  });
});
