import pg from 'pg';
import { sessionOf } from '../database/connection/session.ts';
import type { FileStore } from '../file-store/file-store.ts';
import { removeColdFiles } from './cold-months.ts';
import { settings } from './content.ts';
import { listBackups, type FoundBackup } from './find-backups.ts';
import type { MadeBackup } from './make-backup.ts';
import { hasAuditEntry, readOrigin, type Origin } from './origin.ts';
import { BackupError, beganAt, isOfFuture, manifestName, messageOf } from './store.ts';

/** Why a backup is neither counted nor removed. */
const reasons = {
  closed: 'of another user, who alone may read or remove it',
  other: 'of another database: give each a place of its own',
  future:
    'of a moment that is still to come, as a clock was wrong, or is now: set it, and remove by hand what is not needed',
  unknown: 'of nobody knows which database: remove it by hand once it is not needed',
} as const;

/** A backup that is neither counted nor removed. */
export interface LeftBackup {
  readonly name: string;
  /** For people. */
  readonly why: string;
}

export interface Kept {
  /** Names of those that were removed. */
  readonly removed: readonly string[];
  readonly left: readonly LeftBackup[];
}

/**
 * Removes all but the newest whole backups of a database, and what was left of its older ones that never became whole. Those of other databases
 * stay, and so do those that are newer than the newest could be: the one that was made just now is the newest, by whatever clock.
 *
 * @param url - for the owner of the tables of that database.
 * @param made - the one that was made just now.
 * @param count - how many are kept, 1 or more.
 * @throws {BackupError} if one could not be removed; the others are.
 */
export async function keepNewest(url: string, store: FileStore, made: MadeBackup, count: number): Promise<Kept> {
  const { ours, left, all } = await tellApart(url, store, beganAt(made.name) ?? new Date());
  const before = ours.filter(({ name }) => name !== made.name);
  const kept = count > 1 ? before.filter(({ state }) => state === 'whole').slice(1 - count) : [];
  const eldest = kept[0]?.name ?? made.name;
  const gone = before.filter(({ name, state }) =>
    state === 'whole' ? !kept.some((one) => one.name === name) : name < eldest,
  );
  const stuck = new Map<string, unknown>();
  for (const { name } of gone) {
    await removeBackup(store, name).catch((error: unknown) => stuck.set(name, error));
  }
  // One whose files are not known may need any; and only what a backup had that is gone: one that is being made has copied files which no manifest
  // names yet.
  if (all.every(({ state, says }) => state === 'unfinished' || says)) {
    const others = all.filter((backup) => !gone.includes(backup));
    await removeColdFiles(gone.flatMap(coldFilesOf), others.flatMap(coldFilesOf), store);
  }
  refuseStuck(store, stuck);
  return { removed: gone.map(({ name }) => name), left };
}

const coldFilesOf = ({ says }: FoundBackup) => says?.coldFiles ?? [];

/** All backups of a place: those of a database, and why the others are left. */
async function tellApart(url: string, store: FileStore, now: Date) {
  const client = new pg.Client({ ...sessionOf(url, 'owner', settings), application_name: 'noa backup' });
  await client.connect();
  client.on('error', () => undefined); // the statement that it breaks says so
  try {
    const [all, here] = [await listBackups(store), await readOrigin(client)];
    const ours: FoundBackup[] = [];
    const left: LeftBackup[] = [];
    for (const backup of all) {
      const reason = (await reasonToLeave(client, here, backup)) ?? (isOfFuture(backup.name, now) ? 'future' : null);
      if (reason === null) {
        ours.push(backup);
      } else {
        left.push({ name: backup.name, why: reasons[reason] });
      }
    }
    return { all, ours, left };
  } finally {
    await client.end();
  }
}

/** Null: it is of this database. */
async function reasonToLeave(
  client: pg.Client,
  here: Origin | null,
  { state, says }: FoundBackup,
): Promise<keyof typeof reasons | null> {
  if (state === 'closed') {
    return 'closed';
  }
  if (says?.origin) {
    return says.origin.database === here?.database ? null : 'other';
  }
  // Made before backups said whose they are.
  return says?.audit && (await hasAuditEntry(client, says.audit)) ? null : 'unknown';
}

async function removeBackup(store: FileStore, name: string): Promise<void> {
  // The manifest first: what is half removed is not taken for a backup.
  const files = await store.list(`${name}/`);
  await store.remove(files.filter((file) => file.endsWith(`/${manifestName}`)));
  await store.remove(files.filter((file) => !file.endsWith(`/${manifestName}`)));
}

/** One that cannot be removed keeps the others from nothing: said once all were tried. */
function refuseStuck({ address }: FileStore, stuck: ReadonlyMap<string, unknown>): void {
  if (stuck.size > 0) {
    const [cause] = stuck.values();
    throw new BackupError(
      `${[...stuck.keys()].join(', ')} in ${address} could not be removed (${messageOf(cause)}): remove it as the user who owns it.`,
      { cause },
    );
  }
}
