import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, refuseForeignHistory } from '../database/schema/migrate.ts';
import { sessionOf } from '../database/connection/session.ts';
import { withClient } from '../database/connection/with-client.ts';
import { markLocksUnknown, forgetIncarnation } from '../database/incarnation/database-incarnation.ts';
import { restoreColdFiles } from './cold-months.ts';
import { differenceOf, quoted, settings } from './content.ts';
import { readManifest, type Manifest, type SavedTable } from './manifest.ts';
import type { FileStore } from '../file-store/file-store.ts';
import { hashing } from '../file-store/whole-file.ts';
import { BackupError, messageOf } from './store.ts';

interface RestoreOptions {
  /** Where months outside the database are to lie; null where nothing says so; absent where they are not to be brought back. */
  readonly coldStore?: FileStore | null;
}

/**
 * Brings a backup back into an empty database: the schema of its moment by its migrations, the rows in one transaction, which
 * counts and hashes them, and then whatever this version has more of migrations. Of what locks hold nothing is believed.
 *
 * @param url - for the owner of an empty database, who may create roles.
 * @throws {BackupError} if the database is not empty, or if what came back is not what was saved: nothing of it is kept but months outside the database.
 * @throws {DatabaseRefused} if the backup is of a newer version.
 */
export async function restoreBackup(
  url: string,
  store: FileStore,
  name: string,
  { coldStore }: RestoreOptions = {},
): Promise<Manifest> {
  const manifest = await readManifest(store, name);
  await refuseForeignHistory(manifest.migrations, 'backup');
  await asOwner(url, refuseFull);
  // Once it is known that the database may be touched, and before it leads to them.
  if (coldStore !== undefined) {
    await restoreColdFiles(manifest.coldFiles ?? [], store, coldStore);
  }
  await migrate(url, { upTo: manifest.migrations.at(-1)?.name ?? '' });
  await asOwner(url, async (client) => {
    await client.query('begin');
    // Another restore may have been under way: once more, when it is done.
    await client.query(`select pg_advisory_xact_lock(hashtext('noa.restore'))`);
    await refuseFull(client);
    await load(client, store, name, manifest);
    await client.query(markLocksUnknown);
    await client.query('commit');
    await client.query('analyze');
  });
  await migrate(url);
  await asOwner(url, (client) => client.query(forgetIncarnation));
  return manifest;
}

const asOwner = (url: string, work: (client: pg.Client) => Promise<unknown>) =>
  withClient({ ...sessionOf(url, 'owner', settings), application_name: 'noa restore' }, work);

/** Tables without rows may be there: of a restore that was ended, or of a first start without demonstration. */
async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(`select to_regclass('public.org') is not null as made`);
  if (!rows[0]?.made) {
    return;
  }
  const { rowCount } = await client.query('select from public.org union all select from public.account limit 1');
  if (rowCount !== 0) {
    throw new BackupError(
      'The database is not empty, and nothing in it was touched: restore into a new one (set DATABASE_URL to an empty database, or ' +
        'DATA_DIR to a new folder), and keep the old one until the new one was looked at.',
    );
  }
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function load(client: pg.Client, store: FileStore, name: string, manifest: Manifest): Promise<void> {
  const tables = manifest.tables.map((table) => `public.${quoted(table.name)}`);
  // What triggers wrote is among the rows already, and foreign keys are looked at when everything is there.
  for (const table of tables) {
    await client.query(`alter table ${table} disable trigger user`);
  }
  const { rows: foreignKeys } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name: key } of foreignKeys) {
    await client.query(`alter table ${table} drop constraint ${quoted(key)}`);
  }
  await client.query(`truncate ${tables.join(', ')}`);
  for (const { table, month } of manifest.months) {
    await client.query('select public.ensure_month($1, $2)', [table, month]);
  }
  for (const day of manifest.identityDays ?? []) {
    await client.query('select public.ensure_identity_day($1)', [day]);
  }
  for (const table of manifest.tables) {
    await loadTable(client, store, name, table);
  }
  for (const { name: sequence, value, called } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [`public.${quoted(sequence)}`, value, called]);
  }
  for (const { table, name: key, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${quoted(key)} ${definition}`);
  }
  for (const table of tables) {
    await client.query(`alter table ${table} enable trigger user`);
  }
}

/** @throws {BackupError} if the file or what came out of it is not what was saved. */
async function loadTable(client: pg.Client, store: FileStore, name: string, saved: SavedTable): Promise<void> {
  if (saved.file !== null) {
    const { through, digest } = hashing();
    const columns = saved.columns.map(quoted).join(', ');
    const rows = client.query(copyFrom(`copy public.${quoted(saved.name)} (${columns}) from stdin`));
    // A manifest may come from anywhere: it names files beside it only.
    const file = `${name}/${basename(saved.file)}`;
    try {
      await pipeline(await store.read(file), through, createGunzip(), rows);
    } catch (cause) {
      throw new BackupError(`The file ${file} could not be read back: ${messageOf(cause)}. Take another backup.`, {
        cause,
      });
    }
    if (digest().sha256 !== saved.sha256) {
      throw new BackupError(`The file ${file} is not as it was saved: its SHA-256 is another. Take another backup.`);
    }
  }
  const difference = await differenceOf(client, saved);
  if (difference !== null) {
    throw new BackupError(`What came back is not what was saved: ${difference}.`);
  }
}
