import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator, type Migration, type MigrationResult } from 'kysely/migration';
import pg from 'pg';
import { OperatorError } from '@noa/domain/errors.ts';
import { execute, findRow, findRows, getRow, getValue } from '../statements.ts';
import { version } from '../../process/version.ts';
import { missingFrom, readCatalogue } from './catalogue.ts';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';
import {
  refuseDevelopment,
  refuseIncomplete,
  refuseOtherHistory,
  refuseUnknown,
  type KnownMigration,
  type RanMigration,
} from './schema-history.ts';

const ownFolder = new URL('../migrations/', import.meta.url);
/** From which on what ran is recorded. */
const firstRecorded = '2026-11-22-84-schema-history';

const asOfViews = new URL('./as-of.sql', import.meta.url);

/** Oldest PostgreSQL whose views can run with their reader's rights (`security_invoker`), in its own numbering. */
const oldestServer = 150_000;

/** Two servers that start at once: the second waits for the first, and then finds nothing left to do. */
const oneAtATime = sql`select pg_advisory_xact_lock(hashtext('noa.migrate'))`;

/** A database that PostgreSQL's own programs brought to 18 makes ids as it did before: from then on PostgreSQL has a function for it. */
const idsByPostgres = sql`do $$ begin
  if current_setting('server_version_num')::int >= 180000
    and exists (select from pg_proc where oid = to_regprocedure('public.new_id()') and prosrc not like '%uuidv7%')
  then
    create or replace function public.new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  end if;
end $$`;

export interface MigrateOptions {
  /** Where the migrations are, if not where this program has them. */
  readonly folder?: URL;
  /** The last migration to run; without it, the newest. For restoring what an older version wrote. */
  readonly upTo?: string;
  /** Called before each migration: what it throws takes all of them back. */
  readonly goOn?: () => void;
}

/** A migration file. */
interface Script extends KnownMigration {
  readonly text: string;
}

/**
 * Brings the database to the newest version of the schema: every file of `migrations/` once, in name order, and the schema
 * `as_of` that reads the past (as-of.sql). All of it or nothing: a past without its schema would be answered with the present.
 * A database whose history is not that of this program, or which lacks something that its migrations made, is refused.
 *
 * @param url - connects as the owner of the tables, who may create the role `noa_app`.
 * @returns names of the migrations that ran now.
 * @throws {OperatorError} with one sentence if the server is too old; PostgreSQL's own error if a migration fails.
 * @throws {DatabaseRefused}
 */
export async function migrate(url: string, { folder = ownFolder, upTo, goOn }: MigrateOptions = {}): Promise<string[]> {
  const scripts = (await readScripts(folder)).filter(({ name }) => upTo === undefined || name <= upTo);
  const pool = new pg.Pool({ ...sessionOf(url, 'owner'), max: 2 });
  // A connection that breaks while it is being closed would end the process; a statement that it fails says so itself.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseOldServer(db);
    return await db.transaction().execute(async (tx) => {
      await oneAtATime.execute(tx);
      const names = await migrateInside(tx, scripts, { toNewest: upTo === undefined, goOn });
      await idsByPostgres.execute(tx);
      return names;
    });
  } finally {
    await db.destroy();
  }
}

/**
 * Refuses what was made with other migrations than this program's, or with newer ones.
 *
 * @param ran - in the order in which they ran, in a database or where a backup was made.
 * @throws {DatabaseRefused}
 */
export async function refuseForeignHistory(
  ran: readonly RanMigration[],
  subject: 'database' | 'backup',
): Promise<void> {
  refuseOtherHistory(ran, await readScripts(ownFolder), subject);
}

/**
 * Refuses a database that is not of this program's schema, for commands beside servers: it is theirs to upgrade.
 *
 * @param url - for the owner of the tables.
 * @throws {OperatorError}
 */
export async function refuseOtherSchema(url: string): Promise<void> {
  const scripts = await readScripts(ownFolder);
  return withClient(sessionOf(url, 'owner'), async (client) => {
    const { rows: made } = await client.query<{ made: boolean }>(
      `select to_regclass('public.schema_migration') is not null as made`,
    );
    const { rows: ran } = made[0]?.made
      ? await client.query<RanMigration>('select name, sha256, program from schema_migration order by number')
      : { rows: [] };
    refuseOtherHistory(ran, scripts);
    if (ran.length < scripts.length) {
      throw new OperatorError(
        'This database is of before this version of Noa: start its server first, which upgrades it.',
      );
    }
  });
}

/** @param toNewest - the past can be read (as-of.sql) of the newest schema only. */
async function migrateInside(
  tx: Transaction<unknown>,
  scripts: readonly Script[],
  { toNewest, goOn }: { toNewest: boolean; goOn?: (() => void) | undefined },
): Promise<string[]> {
  const ran = await readHistory(tx);
  refuseOtherHistory(ran, scripts);
  await (ran.length > 0 ? refuseLosses(tx) : refuseOtherEncoding(tx));
  const pending = scripts.slice(ran.length);
  const text = await readFile(asOfViews, 'utf8');
  if (pending.length === 0 && (!toNewest || (await pastIsMadeOf(tx, text)))) {
    return [];
  }
  // What stands on the tables must not keep them from changing.
  await execute(tx)`drop schema if exists as_of cascade`;
  const failures: unknown[] = [];
  const provider = { getMigrations: () => Promise.resolve(asMigrations(scripts, failures, goOn)) };
  const results = await run(new Migrator({ db: tx, provider }), failures);
  if (toNewest) {
    await sql.raw(text).execute(tx);
    await execute(tx)`comment on schema as_of is ${sql.lit(digest(text))}`;
  }
  if (pending.length > 0) {
    await recordHistory(tx, scripts, ran.length);
  }
  return results.map(({ migrationName }) => migrationName);
}

/**
 * What ran in this database; nothing in an empty one.
 *
 * @throws {DatabaseRefused}
 */
async function readHistory(tx: Transaction<unknown>): Promise<RanMigration[]> {
  const { done, recorded, used } = await getRow<{ done: boolean; recorded: boolean; used: boolean }>(tx)`
    select to_regclass('public.kysely_migration') is not null as done,
      to_regclass('public.schema_migration') is not null as recorded, to_regclass('public.org') is not null as used`;
  if (!done) {
    if (used || recorded) {
      throw refuseUnknown();
    }
    return [];
  }
  const names = await findRows<{ name: string }>(tx)`select name from kysely_migration order by name`;
  if (!recorded) {
    throw names.some(({ name }) => name === firstRecorded) ? refuseUnknown() : refuseDevelopment();
  }
  const ran = await findRows<RanMigration>(tx)`
    select name, sha256, program from schema_migration order by number`;
  // Kysely goes by a table of its own; when the two say different things, one of them came back in part.
  if (
    ran
      .map(({ name }) => name)
      .toSorted()
      .join() !== names.map(({ name }) => name).join()
  ) {
    throw refuseIncomplete(['rows of schema_migration or of kysely_migration']);
  }
  return ran;
}

/** @throws {DatabaseRefused} if something is not there any more that the migrations made. */
async function refuseLosses(tx: Transaction<unknown>): Promise<void> {
  const tables = await findRows(tx)`select where to_regclass('public.schema_catalogue') is not null`;
  const { rows } =
    tables.length > 0
      ? await sql<{ objects: string[] }>`select objects from schema_catalogue`.execute(tx)
      : { rows: [] };
  const [recorded] = rows;
  const missing = recorded
    ? missingFrom(await readCatalogue(asking(tx), ['public']), recorded.objects)
    : ['the row of schema_catalogue'];
  if (missing.length > 0) {
    throw refuseIncomplete(missing);
  }
}

/** Writes down what ran now, and all that there is after it. */
async function recordHistory(tx: Transaction<unknown>, scripts: readonly Script[], ranBefore: number): Promise<void> {
  const added = scripts.slice(ranBefore);
  await execute(tx)`
    insert into schema_migration (number, name, sha256, program)
    select ${ranBefore} + n, name, sha256, ${version}
    from unnest(${added.map(({ name }) => name)}::text[], ${added.map(({ sha256 }) => sha256)}::text[])
      with ordinality as added (name, sha256, n)`;
  const objects = (await readCatalogue(asking(tx), ['public'])).map(({ name }) => name);
  await execute(tx)`
    insert into schema_catalogue (objects) values (${objects})
    on conflict (is_only) do update set objects = excluded.objects`;
}

const asking = (tx: Transaction<unknown>) => ({
  query: <Row>(text: string, values: readonly unknown[]) => tx.executeQuery<Row>(CompiledQuery.raw(text, [...values])),
});

/** @throws what the migration failed with: letting go of Kysely's lock fails after it, and would hide it. */
async function run(migrator: Migrator, failures: readonly unknown[]): Promise<readonly MigrationResult[]> {
  try {
    const { error, results } = await migrator.migrateToLatest();
    if (error) {
      throw error;
    }
    return results ?? [];
  } catch (error) {
    throw failures[0] ?? error;
  }
}

/** Whether the past can be read as this version of as-of.sql says, of every versioned table. */
async function pastIsMadeOf(tx: Transaction<unknown>, text: string): Promise<boolean> {
  const schema = await findRow<{ digest: string | null }>(tx)`
    select obj_description(oid, 'pg_namespace') as digest from pg_namespace where nspname = 'as_of'`;
  if (schema?.digest !== digest(text)) {
    return false;
  }
  return getValue<boolean>(tx)`select as_of.is_whole()`;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

async function refuseOldServer(db: Kysely<unknown>): Promise<void> {
  const server = await findRow<{ version: number; text: string }>(db)`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as text`;
  if (server && server.version < oldestServer) {
    throw new OperatorError(`DATABASE_URL leads to PostgreSQL ${server.text}; Noa needs PostgreSQL 15 or newer.`);
  }
}

/**
 * Of a database that is made: in another encoding letters are bytes, which no name is found or ordered by, or are not to be had.
 *
 * @throws {OperatorError}
 */
async function refuseOtherEncoding(tx: Transaction<unknown>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(tx);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8') {
    throw new OperatorError(
      `DATABASE_URL leads to a database with the encoding ${encoding}; Noa needs UTF8: create database … encoding 'UTF8' template template0.`,
    );
  }
}

async function readScripts(folder: URL): Promise<Script[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  const names = files.map((file) => file.replace(/\.sql$/, '')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${name}.sql`, folder), 'utf8');
      return { name, sha256: digest(text), text };
    }),
  );
}

/** @param failures - gets what a migration failed with. */
function asMigrations(scripts: readonly Script[], failures: unknown[], goOn?: () => void): Record<string, Migration> {
  const entries = scripts.map(({ name, text }): [string, Migration] => {
    const up = async (db: Kysely<unknown>) => {
      try {
        goOn?.();
        await sql.raw(text).execute(db);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    };
    return [name, { up }];
  });
  return Object.fromEntries(entries);
}
