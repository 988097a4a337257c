import { sessionOf } from '../database/connection/session.ts';
import { withClient } from '../database/connection/with-client.ts';
import type { FileStore } from '../file-store/file-store.ts';
import { removeColdFiles } from './cold-months.ts';
import { settings } from './content.ts';
import { listBackups, type FoundBackup } from './find-backups.ts';
import type { MadeBackup } from './make-backup.ts';
import { hasAuditEntry, readOrigin, type Origin } from './origin.ts';
import { BackupError, beganAt, isOfFuture, makingLock, manifestName, messageOf } from './store.ts';

/** Why a backup is neither counted nor removed. */
const reasons = {
  closed: 'of another user, who alone may read or remove it',
  other: 'of another database: give each a place of its own',
  future:
    'of a moment that is still to come, as a clock was wrong, or is now: set it, and remove by hand what is not needed',
  unfinished: 'not whole, as one that is being made',
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
  const { whole, remnants, left, all } = await tellApart(url, store, beganAt(made.name) ?? new Date());
  const before = whole.filter(({ name }) => name !== made.name);
  const kept = count > 1 ? before.slice(1 - count) : [];
  const gone = [...before.filter((backup) => !kept.includes(backup)), ...remnants];
  const stuck = new Map<string, unknown>();
  for (const { name } of gone) {
    await removeBackup(store, name).catch((error: unknown) => stuck.set(name, error));
  }
  // One whose files are not known may need any; and only what a backup had that is gone: one that is being made has copied files which no manifest
  // names yet.
  if (all.every(({ state, says }) => state === 'unfinished' || says)) {
    const others = all.filter((backup) => !gone.includes(backup) || stuck.has(backup.name));
    await removeColdFiles(gone.flatMap(coldFilesOf), others.flatMap(coldFilesOf), store);
  }
  refuseStuck(store, stuck);
  return { removed: gone.map(({ name }) => name), left };
}

const coldFilesOf = ({ says }: FoundBackup) => says?.coldFiles ?? [];

interface Told {
  readonly all: readonly FoundBackup[];
  /** Of the database, the newest last. */
  readonly whole: readonly FoundBackup[];
  /** What was left of those that never became whole. */
  readonly remnants: readonly FoundBackup[];
  readonly left: readonly LeftBackup[];
}

/** All backups of a place: those of a database, and why the others are left. */
async function tellApart(url: string, store: FileStore, now: Date): Promise<Told> {
  return withClient({ ...sessionOf(url, 'owner', settings), application_name: 'noa backup' }, async (client) => {
    const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${makingLock}) as alone`);
    const here = { origin: await readOrigin(client), alone: rows[0]?.alone ?? false, now };
    const all = await listBackups(store);
    const told = [];
    for (const backup of all) {
      const ofBefore =
        backup.says?.audit && !backup.says.origin ? await hasAuditEntry(client, backup.says.audit) : false;
      told.push({ backup, reason: reasonToLeave(backup, here, ofBefore) });
    }
    const ours = told.filter(({ reason }) => reason === null).map(({ backup }) => backup);
    const isOursAlone = told.every(
      ({ backup, reason }) => backup.state !== 'whole' || reason === null || reason === 'future',
    );
    const isRemnant = ({ name, state, says }: FoundBackup) =>
      state === 'unfinished' && !says && isOursAlone && isOld(name, now);
    return {
      all,
      whole: ours.filter(({ state }) => state === 'whole'),
      remnants: all.filter((backup) => (backup.state === 'unfinished' && ours.includes(backup)) || isRemnant(backup)),
      left: told.flatMap(({ backup, reason }) =>
        reason === null || isRemnant(backup) ? [] : [{ name: backup.name, why: reasons[reason] }],
      ),
    };
  });
}

interface Here {
  readonly origin: Origin | null;
  /** Whether no backup is being made of the database. */
  readonly alone: boolean;
  readonly now: Date;
}

/** @param ofBefore - whether it is one of the database's that do not say whose they are. @returns null: it is of this database, and no more needed if unfinished. */
function reasonToLeave({ name, state, says }: FoundBackup, here: Here, ofBefore: boolean): keyof typeof reasons | null {
  if (state === 'closed') {
    return 'closed';
  }
  if (says?.origin && says.origin.database !== here.origin?.database) {
    return 'other';
  }
  if (!says?.origin && !ofBefore) {
    return 'unknown';
  }
  if (state === 'unfinished') {
    // A copy of this database, which has the same id, may be making it.
    return here.alone && says?.origin?.place === here.origin?.place ? null : 'unfinished';
  }
  return isOfFuture(name, here.now) ? 'future' : null;
}

const dayMs = 86_400_000;

/** Whether nobody can be making it any more, who does not say whose it is: versions of before did not. */
const isOld = (name: string, now: Date): boolean => now.getTime() - (beganAt(name) ?? now).getTime() > dayMs;

async function removeBackup(store: FileStore, name: string): Promise<void> {
  // The manifest first: what is half removed is not taken for a backup.
  await store.remove([`${name}/${manifestName}`]);
  await store.removeFolder(name);
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
