import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { Keyring, keyRows, type KeyRow } from '../database/keys/keyring.ts';
import { sealedColumns } from '../database/keys/resealing.ts';
import { keyId, Sealer } from '../database/keys/sealing.ts';
import { sessionOf } from '../database/connection/session.ts';
import { withClient } from '../database/connection/with-client.ts';
import { checkColdFiles } from './cold-months.ts';
import { lastAuditEntry, settings } from './content.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import type { FileStore } from '../file-store/file-store.ts';
import { BackupError } from './store.ts';

export interface Verified {
  readonly manifest: Manifest;
  /** What was opened with the data key, one of each kind that there is; null when there was no key to try. */
  readonly opened: readonly string[] | null;
}

/**
 * Restores a backup into a PostgreSQL of its own, which is thrown away: every file is as it was saved, every table has the rows
 * that it had, the chain of the audit is whole and ends where it did, and what is sealed opens.
 *
 * @param dataKey - null: what is sealed is not tried.
 * @throws {BackupError} that says what is wrong.
 */
export async function verifyBackup(store: FileStore, name: string, dataKey: Uint8Array | null): Promise<Verified> {
  if (dataKey) {
    refuseOtherKey(await readManifest(store, name), dataKey);
  }
  const folder = await mkdtemp(join(tmpdir(), 'noa-verify-'));
  try {
    await chmod(folder, 0o755); // as root, PostgreSQL runs as a user of its own
    return await verifyIn(folder, store, name, dataKey);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function verifyIn(folder: string, store: FileStore, name: string, dataKey: Uint8Array | null): Promise<Verified> {
  const postgres = await startEmbeddedPostgres(folder, { durable: false });
  try {
    const manifest = await restoreBackup(postgres.url, store, name);
    await checkColdFiles(manifest.coldFiles ?? [], store);
    return await withClient(sessionOf(postgres.url, 'owner', settings), async (client) => {
      await checkAudit(client, manifest);
      return { manifest, opened: dataKey && (await openOneOfEach(client, dataKey)) };
    });
  } finally {
    await postgres.stop(false);
  }
}

async function checkAudit(client: pg.Client, { audit }: Manifest): Promise<void> {
  const { rows } = await client.query<{ broken: string | null }>('select public.audit_first_broken()::text as broken');
  if (rows[0]?.broken) {
    throw new BackupError(
      `The audit is broken from its entry ${rows[0].broken} on: it was changed before the backup was made.`,
    );
  }
  if (JSON.stringify(await lastAuditEntry(client)) !== JSON.stringify(audit)) {
    throw new BackupError('The audit does not end where it ended when the backup was made.');
  }
}

/** @throws {DoesNotOpen} if something sealed is not as it was. */
async function openOneOfEach(client: pg.Client, dataKey: Uint8Array): Promise<string[]> {
  const keys = new Keyring(dataKey).keysOf((await client.query<KeyRow>(keyRows.replace('from ', 'from public.'))).rows);
  const opened: string[] = [];
  for (const { table, column, purpose, aad } of sealedColumns) {
    const { rows } = await client.query<{ cipher: Buffer; aad: string[] }>(
      `select ${column} as cipher, ${aad} as aad from public.${table} where ${column} is not null limit 1`,
    );
    if (rows[0]) {
      new Sealer(keys, purpose).open(rows[0].cipher, rows[0].aad);
      opened.push(`${purpose} in ${table}`);
    }
  }
  return opened;
}

/** @throws {BackupError} that names the key that is needed. */
function refuseOtherKey({ keyIds }: Manifest, dataKey: Uint8Array): void {
  const id = keyId(dataKey).toString('hex');
  if (keyIds.length > 0 && !keyIds.includes(id)) {
    throw new BackupError(
      `This backup needs the data key with the id ${keyIds[0]}; DATA_KEY has the id ${id}. The key is not in the backup: it is kept ` +
        'where it was put when the backup was made.',
    );
  }
}
