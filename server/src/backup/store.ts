import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { OperatorError } from '@noa/domain/errors.ts';
import { FolderStore } from './folder-store.ts';

/** Where backups are kept: files under names with slashes. A name is written once, whole or not at all. */
export interface Store {
  /** How people call the place. */
  readonly address: string;
  write(name: string, content: Readable): Promise<void>;
  /** @throws {BackupError} if there is none of that name. */
  read(name: string): Promise<Readable>;
  /** Names of all files whose names begin so, in their order. */
  list(beginning: string): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
}

/** A backup cannot be made or used: one sentence for the person who asked for it. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}

/** What each backup has, and is written last: without it a backup is not whole. */
export const manifestName = 'manifest.json';

/** A folder, or `s3://bucket/prefix`: the credentials of that are in the environment (AWS_ACCESS_KEY_ID …). */
export async function openStore(address: string): Promise<Store> {
  if (!/^\w+:\/\//.test(address)) {
    return new FolderStore(address);
  }
  const url = URL.parse(address);
  if (url?.protocol !== 's3:' || url.hostname === '') {
    throw new BackupError(`Backups go to a folder or to s3://bucket/prefix, not to ${address}.`);
  }
  // A library of a thousand files, which only those load who have such a store.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(url.hostname, url.pathname.replace(/^\/+|\/+$/g, ''));
}

/** `noa-20261122T180000Z-0421f3`, with its milliseconds and a random end: names in their order are moments in their order. */
export function backupName(at: Date): string {
  const [moment = '', milliseconds = ''] = at.toISOString().replaceAll(/[-:Z]/g, '').split('.');
  return `noa-${moment}Z-${milliseconds}${randomBytes(2).toString('hex').slice(0, 3)}`;
}

/** When a backup of this name began; null if it is no backup's name. */
function beganAt(name: string): Date | null {
  const parts = /^noa-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/.exec(name)?.slice(1);
  return parts ? new Date(`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}Z`) : null;
}

/** The names of backups, the newest last, and whether each is whole. */
export async function listBackups(store: Store): Promise<{ name: string; whole: boolean }[]> {
  const files = await store.list('noa-');
  const names = [...new Set(files.map((file) => file.split('/')[0] ?? ''))].filter((name) => beganAt(name));
  const all = new Set(files);
  return names.toSorted().map((name) => ({ name, whole: all.has(`${name}/${manifestName}`) }));
}

/** Removes all but the newest whole backups, and what was left of older ones that never became whole. */
export async function keepNewest(store: Store, count: number): Promise<string[]> {
  const backups = await listBackups(store);
  const kept = backups.filter(({ whole }) => whole).slice(-count);
  const eldest = kept[0]?.name;
  const gone = backups.filter(({ name }) => eldest !== undefined && name < eldest).map(({ name }) => name);
  for (const name of gone) {
    // The manifest first: what is half removed is not taken for a backup.
    const files = await store.list(`${name}/`);
    await store.remove(files.filter((file) => file.endsWith(`/${manifestName}`)));
    await store.remove(files.filter((file) => !file.endsWith(`/${manifestName}`)));
  }
  return gone;
}

/** The place and the name in the address of one backup, `…/noa-20261122T180000Z-0421f3`; `latest` stands for the newest. */
export async function findBackup(address: string): Promise<{ store: Store; name: string }> {
  const [, target = '.', name = ''] = /^(?:(.*)\/)?([^/]+)\/*$/.exec(address) ?? [];
  const store = await openStore(target);
  const whole = (await listBackups(store)).filter((backup) => backup.whole).map((backup) => backup.name);
  const wanted = name === 'latest' ? whole.at(-1) : name;
  if (wanted === undefined || !whole.includes(wanted)) {
    throw new BackupError(
      `There is no whole backup ${name} in ${store.address}; there are: ${whole.join(', ') || 'none'}.`,
    );
  }
  return { store, name: wanted };
}
