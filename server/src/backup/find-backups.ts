import { isClosedToUs, openFileStore, type FileStore } from '../file-store/file-store.ts';
import { beganAt, BackupError, manifestName } from './store.ts';

/** A backup as it lies at a place. */
export interface FoundBackup {
  readonly name: string;
  /** `unfinished`: without a manifest, as one that is being made, or never was; `closed`: somebody else's, which we may not read. */
  readonly state: 'whole' | 'unfinished' | 'closed';
}

/** The backups of a place, the newest last. What else lies there is not looked into. */
export async function listBackups(store: FileStore): Promise<FoundBackup[]> {
  const backups: FoundBackup[] = [];
  for (const name of (await store.folders()).filter((folder) => beganAt(folder))) {
    backups.push({ name, state: await stateOf(store, name) });
  }
  return backups;
}

/** One that another user made, as root by hand, is no reason to see none of the others. */
async function stateOf(store: FileStore, name: string): Promise<FoundBackup['state']> {
  try {
    return (await store.list(`${name}/`)).includes(`${name}/${manifestName}`) ? 'whole' : 'unfinished';
  } catch (error) {
    if (isClosedToUs(error)) {
      return 'closed';
    }
    throw error;
  }
}

/** The place and the name in the address of one backup, `…/noa-20261122T180000Z-0421f3`; `latest` stands for the newest. */
export async function findBackup(address: string): Promise<{ store: FileStore; name: string }> {
  const [, target = '.', name = ''] = /^(?:(.*)\/)?([^/]+)\/*$/.exec(address) ?? [];
  const store = await openFileStore(target);
  const backups = await listBackups(store);
  if (backups.some((backup) => backup.name === name && backup.state === 'closed')) {
    throw new BackupError(
      `The backup ${name} in ${store.address} is not to be read by you: do this as the user who owns it.`,
    );
  }
  const whole = backups.filter(({ state }) => state === 'whole').map((backup) => backup.name);
  const wanted = name === 'latest' ? whole.at(-1) : name;
  if (wanted === undefined || !whole.includes(wanted)) {
    throw new BackupError(
      `There is no whole backup ${name} in ${store.address}; there are: ${whole.join(', ') || 'none'}.`,
    );
  }
  return { store, name: wanted };
}
