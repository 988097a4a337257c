import { readdir, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);
const asOfViews = new URL('./as-of.sql', import.meta.url);

/** Oldest PostgreSQL whose views can run with their reader's rights (`security_invoker`), in its own numbering. */
const oldestServer = 150_000;

/**
 * Brings the database to the newest version of the schema: every file of `migrations/` once, in name order.
 *
 * @param url - connects as the owner of the tables, who may create the role `noa_app`.
 * @returns names of the migrations that ran now.
 * @throws {Error} with one sentence if the server is too old; PostgreSQL's own error if a migration fails.
 */
export async function migrate(url: string): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2 }) }),
  });
  try {
    await refuseOldServer(db);
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
    const pending = (await migrator.getMigrations()).some(({ executedAt }) => !executedAt);
    if (!pending) {
      return [];
    }
    // What stands on the tables must not keep them from changing.
    await sql`drop schema if exists as_of cascade`.execute(db);
    const { error, results } = await migrator.migrateToLatest();
    if (error) {
      throw error;
    }
    await sql.raw(await readFile(asOfViews, 'utf8')).execute(db);
    return (results ?? []).map(({ migrationName }) => migrationName);
  } finally {
    await db.destroy();
  }
}

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

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const entries = files.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8');
    return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
