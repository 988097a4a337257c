import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { appUrl, asOwner, databaseUrl, keyring, providerDb } from '../../testing/harness.ts';
import { attempts, denied } from './logins.fixture.ts';
import { closeDatabase, openLogins, refusePrivilegedLogin, urlFor } from './logins.ts';
import { sessionOf } from '../connection/session.ts';

const app = new pg.Client(sessionOf(appUrl, 'application'));
const owner = new pg.Client({ connectionString: databaseUrl });
await Promise.all([app.connect(), owner.connect()]);
afterAll(() => Promise.all([app.end(), owner.end()]));
const { rows: names } = await owner.query<{ owner: string; database: string }>(
  'select current_user as owner, current_database() as database',
);
const { owner: ownerName, database } = names[0] ?? { owner: '', database: '' };
const org = await anOrg();

/** @returns the SQLSTATE with which the last of the statements is refused, or `allowed`. */
async function outcome(...statements: string[]): Promise<string> {
  await app.query('begin');
  try {
    for (const statement of statements) {
      await app.query(statement);
    }
    return 'allowed';
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  } finally {
    await app.query('rollback');
    await app.query('reset all');
  }
}

describe('the application’s login', () => {
  it.each(attempts({ owner: ownerName, database, orgId: org.id }))('%s: in vain', async (_what, statement, code) => {
    expect(await outcome(statement)).toBe(code);
  });

  it('is itself behind SET ROLE NONE, RESET ROLE and RESET SESSION AUTHORIZATION', async () => {
    for (const back of ['set role none', 'reset role', 'reset session authorization', 'discard all']) {
      await app.query(back);
      const { rows } = await app.query<{ who: string }>('select current_user as who');
      expect(rows[0]?.who).not.toBe(ownerName);
      expect(await outcome('select * from provider_user')).toBe(denied);
    }
    await app.query('set search_path = pg_catalog, public, pg_temp');
  });

  it('sees nobody else’s statements, and ends nobody else’s work', async () => {
    await owner.query("select 'the owner’s secret'");
    const { rows: seen } = await app.query<{ pid: number; query: string }>(
      `select pid, query from pg_stat_activity where usename = $1 and datname = current_database()`,
      [ownerName],
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map(({ query }) => query))).toEqual(new Set(['<insufficient privilege>']));
    for (const end of ['pg_cancel_backend', 'pg_terminate_backend']) {
      expect(await outcome(`select ${end}(${seen[0]?.pid})`)).toBe(denied);
    }
  });

  it('sees no row without saying a scope, which is its own to say', async () => {
    expect((await app.query('select id from org')).rows).toEqual([]);
    // What the settings `noa.*` give: every row that the application itself may read, in any scope, and no more than that.
    await app.query(`begin; select set_config('noa.scope_all', 'on', true)`);
    expect((await app.query('select id from org')).rows).toEqual([{ id: org.id }]);
    await app.query('rollback');
    expect(await outcome(`select set_config('noa.scope_all', 'on', true)`, 'select * from provider_user')).toBe(denied);
  });

  it('listens and notifies, and takes advisory locks as everybody may', async () => {
    expect(await outcome('listen container_status', 'select pg_advisory_xact_lock(1)')).toBe('allowed');
  });
});

describe('what runs with its owner’s rights', () => {
  it('looks for names in PostgreSQL’s catalogue, in public and last among temporary objects', async () => {
    const { rows } = await owner.query<{ name: string; path: string | null }>(`
      select p.oid::regprocedure::text as name,
        (select replace(setting, 'search_path=', '') from unnest(p.proconfig) setting where setting like 'search_path=%') as path
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'as_of')
        and (p.prosecdef or exists (select from unnest(p.proconfig) s where s like 'search_path=%'))`);

    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ path }) => !/^pg_catalog, (as_of, )?(public, )?pg_temp$/.test(path ?? ''))).toEqual([]);
  });

  it('is not led astray by the temporary objects of a caller who may make some', async () => {
    const privileged = new pg.Client({ connectionString: databaseUrl });
    await privileged.connect();
    try {
      await privileged.query(`grant temporary on database "${database}" to noa_app`);
      const hijacker = new pg.Client({ connectionString: appUrl, options: '-c search_path=pg_temp,public' });
      await hijacker.connect();
      try {
        const { rows: tables } = await privileged.query<{ name: string }>(
          `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
        );
        for (const { name } of tables) {
          await hijacker.query(`create temp table "${name}" (id uuid, org_id uuid, oops text default 'taken')`);
        }
        await hijacker.query(`create function pg_temp.taken(text, text) returns boolean language plpgsql as
          $$ begin raise exception 'taken as %', current_user; end $$`);
        await hijacker.query(`create operator pg_temp.= (leftarg = text, rightarg = text, function = pg_temp.taken)`);
        const { rows: functions } = await privileged.query<{ call: string }>(`
          select format('select public.%I(%s)', proname,
            (select string_agg(format('null::%s', format_type(t, null)), ', ' order by n)
              from unnest(proargtypes::oid[]) with ordinality as a (t, n))) as call
          from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype
            and has_function_privilege('noa_app', oid, 'execute')`);

        const failures: string[] = [];
        for (const { call } of functions) {
          await hijacker.query('begin');
          await hijacker.query(`select set_config('noa.scope_orgs', '{${org.id}}', true),
            set_config('noa.scope_managers', '{${randomUUID()}}', true),
            set_config('noa.scope_apartments', '{${randomUUID()}}', true)`);
          await hijacker.query(call).catch((error: unknown) => failures.push(`${call}: ${String(error)}`));
          await hijacker.query('rollback');
        }

        expect(functions.length).toBeGreaterThan(25);
        // A table of the hijacker's lacks the columns of the real one, and its operator says so.
        expect(failures.filter((failure) => /taken|does not exist|permission denied/.test(failure))).toEqual([]);
      } finally {
        await hijacker.end();
      }
    } finally {
      await privileged.query(`revoke temporary on database "${database}" from noa_app`);
      await privileged.end();
    }
  });
});

describe('signing in', () => {
  let logins: { app: string; provider: string };
  const roles: string[] = [];
  beforeAll(async () => {
    await closeDatabase(databaseUrl);
    logins = await openLogins(databaseUrl, keyring);
    roles.push(...[logins.app, logins.provider].map((url) => /\/\/([^:]+):/.exec(url)?.[1] ?? ''));
  });
  afterAll(() => asOwner(...roles.flatMap((role) => [`drop owned by ${role}`, `drop role ${role}`])));

  it('gives servers that share a database the same logins, also when they start at once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => openLogins(databaseUrl, keyring)));

    expect(all).toEqual([logins, logins, logins]);
    await expect(refusePrivilegedLogin(logins.app)).resolves.toBeUndefined();
  });

  it('keeps no password in the clear', async () => {
    const password = decodeURIComponent(/:([^:@]+)@/.exec(logins.app)?.[1] ?? '');
    const { rows } = await owner.query<{ kept: string }>(
      `select encode(password_cipher, 'escape') as kept from application_login`,
    );
    expect(rows).toHaveLength(2);
    expect(rows.some(({ kept }) => kept.includes(password))).toBe(false);
  });

  it('lets the provider reach its own tables, and no other', async () => {
    const provider = new pg.Client({ connectionString: logins.provider });
    await provider.connect();
    try {
      await expect(provider.query('select id from provider_user')).resolves.toBeDefined();
      for (const table of ['org', 'account', 'apartment_history', 'audit_entry', 'application_login', 'id_key']) {
        await expect(provider.query(`select from ${table}`)).rejects.toMatchObject({ code: denied });
      }
    } finally {
      await provider.end();
    }
    await expect(providerDb.selectFrom('provider_key').select('name').execute()).resolves.toBeDefined();
  });

  it.each([
    ['a superuser', 'superuser', 'is a superuser'],
    ['one that passes row-level security', 'bypassrls', 'passes row-level security'],
    ['one that makes roles', 'createrole', 'may do more than sign in'],
  ])('refuses %s as the application', async (_what, attribute, reason) => {
    const name = `mighty_${randomUUID().slice(0, 8)}`;
    await asOwner(`create role ${name} login password 'x' ${attribute}`, `grant noa_app to ${name}`);
    try {
      await expect(refusePrivilegedLogin(urlFor(databaseUrl, name, 'x'))).rejects.toThrow(reason);
    } finally {
      await asOwner(`drop role ${name}`);
    }
  });

  it('refuses the owner of the tables, and a stranger, as the application', async () => {
    const name = `stranger_${randomUUID().slice(0, 8)}`;
    await asOwner(`create role ${name} login password 'x'`);
    try {
      await expect(refusePrivilegedLogin(urlFor(databaseUrl, name, 'x'))).rejects.toThrow('is not a member of noa_app');
      await asOwner(`grant noa_app to ${name}`, `alter table rate_limit owner to ${name}`);
      await expect(refusePrivilegedLogin(urlFor(databaseUrl, name, 'x'))).rejects.toThrow('is the owner of tables');
    } finally {
      await asOwner(`reassign owned by ${name} to "${ownerName}"`, `drop owned by ${name}`, `drop role ${name}`);
    }
  });

  it.each([
    ['postgresql://noa:secret@db:5432/noa?sslmode=require', 'postgresql://a:b%40@db:5432/noa?sslmode=require'],
    ['postgresql://noa@/noa?host=/run/pg', 'postgresql://a:b%40@/noa?host=/run/pg'],
    ['postgres://db/noa?user=noa&password=x&application_name=y', 'postgres://a:b%40@db/noa?application_name=y'],
    ['postgresql:///noa', 'postgresql://a:b%40@/noa'],
  ])('finds the same database for another user: %s', (url, expected) => {
    expect(urlFor(url, 'a', 'b@')).toBe(expected);
  });
});
