import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listColdFiles, saveColdFiles } from './cold-months.ts';
import { version } from '../process/version.ts';
import {
  lastAuditEntry,
  listIdentityDays,
  listMonths,
  listSequences,
  listTables,
  measure,
  quoted,
  settings,
  type Table,
} from './content.ts';
import { sessionOf } from '../database/connection/session.ts';
import { refuseForeignHistory } from '../database/schema/migrate.ts';
import { withClient } from '../database/connection/with-client.ts';
import { writeLabel, writeManifest, type Manifest, type SavedTable } from './manifest.ts';
import type { FileStore } from '../file-store/file-store.ts';
import { writeWhole } from '../file-store/whole-file.ts';
import { readOrigin } from './origin.ts';
import { backupName, BackupError, makingLock } from './store.ts';

export interface MadeBackup {
  readonly name: string;
  readonly manifest: Manifest;
}

interface BackupOptions {
  /** Where months of events lie outside the database; null or absent where none do. */
  readonly coldStore?: FileStore | null | undefined;
  /** Ends it under whatever it does. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Saves everything in a database as it is at one moment, while it is worked with: rows, not the schema, which its migrations
 * make again. The data key is not in it.
 *
 * Of a database that a newer version has upgraded none is made: what it has more of would be missing, or not be brought back.
 *
 * What fails leaves nothing behind but months from outside the database, which the next takes for its own.
 *
 * @param url - for the owner of the tables, in a migrated database.
 * @throws {DatabaseRefused} of other migrations than this program's.
 */
export async function makeBackup(
  url: string,
  store: FileStore,
  { coldStore = null, signal }: BackupOptions = {},
): Promise<MadeBackup> {
  return withClient(
    { ...sessionOf(url, 'owner', settings), application_name: 'noa backup' },
    (client) => backUp(client, store, coldStore, signal),
    signal,
  );
}

async function backUp(
  client: pg.Client,
  store: FileStore,
  coldStore: FileStore | null,
  signal: AbortSignal | undefined,
): Promise<MadeBackup> {
  await client.query(`select pg_advisory_lock_shared(${makingLock})`);
  const tables = await beginSnapshot(client);
  const at = new Date();
  const migrations = await readMigrations(client);
  await refuseForeignHistory(migrations, 'database');
  // First, as all that follows would be written for nothing where these cannot be saved.
  const coldFiles = tables.some((table) => table.name === 'cold_file') ? await listColdFiles(client) : [];
  await saveColdFiles(coldFiles, coldStore, store, signal);
  const name = backupName(at);
  try {
    const origin = await readOrigin(client);
    await writeLabel(store, name, { origin });
    const saved: SavedTable[] = [];
    for (const table of tables) {
      signal?.throwIfAborted();
      saved.push(await saveTable(client, store, name, table));
    }
    const manifest = {
      ...(await describe(client)),
      migrations,
      at: at.toISOString(),
      origin,
      tables: saved,
      coldFiles,
    };
    await client.query('commit');
    await writeManifest(store, name, manifest);
    return { name, manifest };
  } catch (error) {
    // Tried again every ten minutes, what each try left would fill the place. What cannot be removed now, the next backup removes.
    await store.removeFolder(name).catch(() => undefined);
    throw error;
  }
}

/**
 * One moment for all tables. They are locked against changes of the schema only, and before the moment is taken: what is
 * migrated in between would be read with another schema than it was written with.
 */
async function beginSnapshot(client: pg.Client): Promise<Table[]> {
  for (;;) {
    const tables = await listTables(client);
    if (!tables.some(({ name }) => name === 'org')) {
      throw new BackupError('There is nothing to back up: this database has no tables of Noa yet.');
    }
    await client.query('begin isolation level repeatable read, read only');
    await client.query(
      `lock table ${tables.map(({ name }) => `public.${quoted(name)}`).join(', ')} in access share mode`,
    );
    if (JSON.stringify(await listTables(client)) === JSON.stringify(tables)) {
      return tables;
    }
    await client.query('rollback'); // migrated meanwhile: once more, with the tables of now
  }
}

async function saveTable(
  client: pg.Client,
  store: FileStore,
  name: string,
  { name: table, columns }: Table,
): Promise<SavedTable> {
  const measured = { ...(await measure(client, table, columns)), isHashOfColumns: true } as const;
  if (measured.rows === 0) {
    return { name: table, columns, ...measured, file: null, bytes: 0, sha256: '' };
  }
  const file = `${table}.copy.gz`;
  const list = columns.map(quoted).join(', ');
  const rows: Readable = client.query(copyTo(`copy (select ${list} from public.${quoted(table)}) to stdout`));
  const written = await writeWhole(store, `${name}/${file}`, rows, createGzip({ level: 3 }));
  return { name: table, columns, ...measured, file, ...written };
}

async function readMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, sha256, program from public.schema_migration order by number',
  );
  return rows;
}

async function describe(
  client: pg.Client,
): Promise<Omit<Manifest, 'at' | 'origin' | 'migrations' | 'tables' | 'coldFiles'>> {
  const { rows: servers } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  const { rows: keys } = await client.query<{ id: string }>(
    `select encode(id, 'hex') as id from public.data_key order by is_current desc, number desc`,
  );
  return {
    format: 1,
    program: version,
    postgres: servers[0]?.version ?? '',
    keyIds: keys.map(({ id }) => id),
    months: await listMonths(client),
    identityDays: await listIdentityDays(client),
    sequences: await listSequences(client),
    audit: await lastAuditEntry(client),
  };
}
