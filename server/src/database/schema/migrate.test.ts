import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeDatabase } from '../../testing/databases.ts';
import { anAccessGroup, anOrg } from '../../testing/factories.ts';
import { asSystem, databaseUrl, internalErrors, signIn } from '../../testing/harness.ts';
import { migrate } from './migrate.ts';

const owner = new pg.Client({ connectionString: databaseUrl });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const org = await anOrg();
const root = await signIn(['root']);
const group = await anAccessGroup({ org_id: org.id, name: 'Numele de atunci' });
const then = new Date(Date.now() + 1).toISOString();
while (Date.now() <= Date.parse(then)) {
  await new Promise(setImmediate);
}
await asSystem((tx) =>
  tx.updateTable('access_group').set({ name: 'Numele de azi' }).where('id', '=', group.id).execute(),
);

const readThen = () =>
  root.run('query ($id: ID!, $asOf: DateTime) { accessGroup(id: $id, asOf: $asOf) { name } }', {
    id: group.id,
    asOf: then,
  });

it('makes nothing in a database that knows no letters', async () => {
  const other = await makeDatabase('bytes');
  onTestFinished(() => other.drop());

  await expect(migrate(other.url)).rejects.toThrow(
    "DATABASE_URL leads to a database with the encoding SQL_ASCII; Noa needs UTF8: create database … encoding 'UTF8' template template0.",
  );
  expect(await other.run(`select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
});

describe('the schema that reads the past', () => {
  it.each(['drop schema as_of cascade', 'drop view as_of.access_group'])(
    'refuses to answer with the present when it is not whole, and the next start makes it again: %s',
    async (damage) => {
      await owner.query(damage);
      const refused = await readThen();
      await migrate(databaseUrl);

      expect(refused.data?.accessGroup ?? null).toBeNull();
      expect(refused.errors).toEqual([expect.objectContaining({ code: 'Internal' })]);
      expect((await readThen()).data.accessGroup).toEqual({ name: 'Numele de atunci' });
      internalErrors.length = 0;
    },
  );

  it('comes with the migrations or not at all', async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    const url = databaseUrl.replace(/test_[0-9a-f]+/, name);
    await owner.query(`create database ${name}`);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      // Whatever ends the start at this point: a kill, a full disk.
      await client.query(`create function refuse() returns event_trigger language plpgsql as $$
        begin raise exception 'killed'; end $$`);
      await client.query(`create event trigger kill on ddl_command_start when tag in ('CREATE SCHEMA')
        execute function refuse()`);

      await expect(migrate(url)).rejects.toThrow('killed');

      const { rows } = await client.query(`select to_regclass('public.kysely_migration') as migrated,
        to_regclass('public.org') as org`);
      expect(rows).toEqual([{ migrated: null, org: null }]);
    } finally {
      await client.end();
      await owner.query(`drop database ${name} with (force)`);
    }
  });

  it('is left alone by a start that finds it whole', async () => {
    const made = () => owner.query(`select oid from pg_namespace where nspname = 'as_of'`).then(({ rows }) => rows);
    const before = await made();

    expect(await migrate(databaseUrl)).toEqual([]);

    expect(await made()).toEqual(before);
  });
});

describe('a database that an older PostgreSQL made', () => {
  it('has ids that PostgreSQL makes, where that can by now', async () => {
    const { rows: servers } = await owner.query<{ number: number }>(
      `select current_setting('server_version_num')::int as number`,
    );
    const made = () =>
      owner
        .query<{ prosrc: string }>(`select prosrc from pg_proc where oid = 'new_id'::regproc`)
        .then(({ rows }) => rows[0]?.prosrc);
    const fresh = await made();
    const older = 'select gen_random_uuid()';
    await owner.query(
      `create or replace function new_id() returns uuid language sql volatile parallel safe as '${older}'`,
    );

    await migrate(databaseUrl);

    expect(await made()).toBe((servers[0]?.number ?? 0) >= 180_000 ? fresh : older);
  });
});
