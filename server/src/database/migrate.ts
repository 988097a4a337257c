import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator, type Migration, type MigrationResult } from 'kysely/migration';
import pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);
const asOfViews = new URL('./as-of.sql', import.meta.url);

/** Oldest PostgreSQL whose views can run with their reader's rights (`security_invoker`), in its own numbering. */
const oldestServer = 150_000;

/** Two servers that start at once: the second waits for the first, and then finds nothing left to do. */
const oneAtATime = sql`select pg_advisory_xact_lock(hashtext('noa.migrate'))`;

/**
 * Brings the database to the newest version of the schema: every file of `migrations/` once, in name order, and the schema
 * `as_of` that reads the past (as-of.sql). All of it or nothing: a past without its schema would be answered with the present.
 *
 * @param url - connects as the owner of the tables, who may create the role `noa_app`.
 * @returns names of the migrations that ran now.
 * @throws {Error} with one sentence if the server is too old; PostgreSQL's own error if a migration fails.
 */
export async function migrate(url: string): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: url, max: 2, options: '-c search_path=public,pg_temp' }),
    }),
  });
  try {
    await refuseOldServer(db);
    return await db.transaction().execute(async (tx) => {
      await oneAtATime.execute(tx);
      return migrateInside(tx);
    });
  } finally {
    await db.destroy();
  }
}

async function migrateInside(tx: Transaction<unknown>): Promise<string[]> {
  const failures: unknown[] = [];
  const migrator = new Migrator({ db: tx, provider: { getMigrations: () => readMigrations(failures) } });
  const pending = (await migrator.getMigrations()).some(({ executedAt }) => !executedAt);
  const text = await readFile(asOfViews, 'utf8');
  if (!pending && (await pastIsMadeOf(tx, text))) {
    return [];
  }
  // What stands on the tables must not keep them from changing.
  await sql`drop schema if exists as_of cascade`.execute(tx);
  const results = await run(migrator, failures);
  await sql.raw(text).execute(tx);
  await sql`comment on schema as_of is ${sql.lit(digest(text))}`.execute(tx);
  return results.map(({ migrationName }) => migrationName);
}

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
  const { rows: schemas } = await sql<{ digest: string | null }>`
    select obj_description(oid, 'pg_namespace') as digest from pg_namespace where nspname = 'as_of'`.execute(tx);
  if (schemas[0]?.digest !== digest(text)) {
    return false;
  }
  const { rows } = await sql<{ whole: boolean }>`select as_of.is_whole() as whole`.execute(tx);
  return rows[0]?.whole === true;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

async function refuseOldServer(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number; text: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as text`.execute(
    db,
  );
  const server = rows[0];
  if (server && server.version < oldestServer) {
    throw new Error(`DATABASE_URL leads to PostgreSQL ${server.text}; Noa needs PostgreSQL 15 or newer.`);
  }
}

async function readMigrations(failures: unknown[]): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const entries = files.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8');
    const up = async (db: Kysely<unknown>) => {
      try {
        await sql.raw(text).execute(db);
      } catch (error) {
        failures.push(error);
        throw error;
      }
    };
    return [name.replace(/\.sql$/, ''), { up }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
