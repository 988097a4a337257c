import { randomBytes } from 'node:crypto';
import { OperatorError } from '@noa/domain/errors.ts';
import { openFileStore, type FileStore } from '../file-store/file-store.ts';

/** A backup cannot be made or used: one sentence for the person who asked for it. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}

/** What each backup has, and is written last: without it a backup is not whole. */
export const manifestName = 'manifest.json';

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
export async function listBackups(store: FileStore): Promise<{ name: string; whole: boolean }[]> {
  const files = await store.list('noa-');
  const names = [...new Set(files.map((file) => file.split('/')[0] ?? ''))].filter((name) => beganAt(name));
  const all = new Set(files);
  return names.toSorted().map((name) => ({ name, whole: all.has(`${name}/${manifestName}`) }));
}

/** The place and the name in the address of one backup, `…/noa-20261122T180000Z-0421f3`; `latest` stands for the newest. */
export async function findBackup(address: string): Promise<{ store: FileStore; name: string }> {
  const [, target = '.', name = ''] = /^(?:(.*)\/)?([^/]+)\/*$/.exec(address) ?? [];
  const store = await openFileStore(target);
  const whole = (await listBackups(store)).filter((backup) => backup.whole).map((backup) => backup.name);
  const wanted = name === 'latest' ? whole.at(-1) : name;
  if (wanted === undefined || !whole.includes(wanted)) {
    throw new BackupError(
      `There is no whole backup ${name} in ${store.address}; there are: ${whole.join(', ') || 'none'}.`,
    );
  }
  return { store, name: wanted };
}
