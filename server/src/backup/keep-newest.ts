import type { FileStore } from '../file-store/file-store.ts';
import type { NamedFile } from '../file-store/whole-file.ts';
import { removeColdFiles } from './cold-months.ts';
import { readManifest } from './manifest.ts';
import { listBackups, type FoundBackup } from './find-backups.ts';
import { BackupError, manifestName, messageOf } from './store.ts';

/** Removes all but the newest whole backups, and what was left of older ones that never became whole. @returns the names of those. */
export async function keepNewest(store: FileStore, count: number): Promise<string[]> {
  const backups = await listBackups(store);
  const kept = backups.filter(({ state }) => state === 'whole').slice(-count);
  const eldest = kept[0]?.name;
  const gone = backups.filter(({ name, state }) => state !== 'closed' && eldest !== undefined && name < eldest);
  const coldOfGone = await coldFilesOf(store, gone);
  const stuck = new Map<string, unknown>();
  for (const { name } of gone) {
    await removeBackup(store, name).catch((error: unknown) => stuck.set(name, error));
  }
  refuseStuck(store, stuck);
  if (coldOfGone.length > 0) {
    // Only what a backup had that is gone: one that is being made has copied files which no manifest names yet.
    await removeColdFiles(coldOfGone, await coldFilesOf(store, kept), store);
  }
  return gone.map(({ name }) => name);
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

async function coldFilesOf(store: FileStore, backups: readonly FoundBackup[]): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for (const { name } of backups.filter(({ state }) => state === 'whole')) {
    files.push(...((await readManifest(store, name)).coldFiles ?? []));
  }
  return files;
}
