import type { FileStore } from '../file-store/file-store.ts';
import type { NamedFile } from '../file-store/whole-file.ts';
import { removeColdFiles } from './cold-months.ts';
import { readManifest } from './manifest.ts';
import { listBackups, manifestName } from './store.ts';

/** Removes all but the newest whole backups, and what was left of older ones that never became whole. @returns the names of those. */
export async function keepNewest(store: FileStore, count: number): Promise<string[]> {
  const backups = await listBackups(store);
  const kept = backups.filter(({ whole }) => whole).slice(-count);
  const eldest = kept[0]?.name;
  const gone = backups.filter(({ name }) => eldest !== undefined && name < eldest);
  const coldOfGone = await coldFilesOf(store, gone);
  for (const { name } of gone) {
    // The manifest first: what is half removed is not taken for a backup.
    const files = await store.list(`${name}/`);
    await store.remove(files.filter((file) => file.endsWith(`/${manifestName}`)));
    await store.remove(files.filter((file) => !file.endsWith(`/${manifestName}`)));
  }
  if (coldOfGone.length > 0) {
    // Only what a backup had that is gone: one that is being made has copied files which no manifest names yet.
    await removeColdFiles(coldOfGone, await coldFilesOf(store, kept), store);
  }
  return gone.map(({ name }) => name);
}

async function coldFilesOf(
  store: FileStore,
  backups: readonly { readonly name: string; readonly whole: boolean }[],
): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  for (const { name } of backups.filter(({ whole }) => whole)) {
    files.push(...((await readManifest(store, name)).coldFiles ?? []));
  }
  return files;
}
