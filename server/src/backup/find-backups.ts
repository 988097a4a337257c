import { isClosedToUs, openFileStore, type FileStore } from '../file-store/file-store.ts';
import { readLabel, type Label } from './manifest.ts';
import type { Origin } from './origin.ts';
import { beganAt, BackupError, isOfFuture, labelName, manifestName } from './store.ts';

/** A backup as it lies at a place. */
export interface FoundBackup {
  readonly name: string;
  /** `unfinished`: without a manifest, as one that is being made, or never was; `closed`: somebody else's, which we may not read. */
  readonly state: 'whole' | 'unfinished' | 'closed';
  /** What it says of itself; null where it says nothing, or nothing that we understand or may read. */
  readonly says: Label | null;
}

/** The backups of a place, the newest last. What else lies there is not looked into. */
export async function listBackups(store: FileStore): Promise<FoundBackup[]> {
  const backups: FoundBackup[] = [];
  for (const name of (await store.folders()).filter((folder) => beganAt(folder))) {
    backups.push(await lookInto(store, name));
  }
  return backups;
}

/** One that another user made, as root by hand, is no reason to see none of the others. */
async function lookInto(store: FileStore, name: string): Promise<FoundBackup> {
  try {
    const files = await store.list(`${name}/`);
    const [manifest, label] = [`${name}/${manifestName}`, `${name}/${labelName}`];
    if (files.includes(manifest)) {
      return { name, state: 'whole', says: await readLabel(store, manifest) };
    }
    return { name, state: 'unfinished', says: files.includes(label) ? await readLabel(store, label) : null };
  } catch (error) {
    if (isClosedToUs(error)) {
      return { name, state: 'closed', says: null };
    }
    throw error;
  }
}

/** The place and the name in the address of one backup, `…/noa-20261122T180000Z-0421f3`; `latest` stands for the newest up to now. */
export async function findBackup(address: string): Promise<{ store: FileStore; name: string }> {
  const [, target = '.', name = ''] = /^(?:(.*)\/)?([^/]+)\/*$/.exec(address) ?? [];
  const store = await openFileStore(target);
  const backups = await listBackups(store);
  if (backups.some((backup) => backup.name === name && backup.state === 'closed')) {
    throw new BackupError(
      `The backup ${name} in ${store.address} is not to be read by you: do this as the user who owns it.`,
    );
  }
  const found = backups.filter(({ state }) => state === 'whole');
  const whole = found.map((backup) => backup.name);
  const wanted =
    name === 'latest'
      ? newestOf(
          found.filter((backup) => !isOfFuture(backup.name, new Date())),
          store,
        )
      : name;
  if (wanted === undefined || !whole.includes(wanted)) {
    throw new BackupError(
      `There is no whole backup ${name} in ${store.address}; there are: ${found.map((backup) => describeBackup(backup)).join(', ') || 'none'}.`,
    );
  }
  return { store, name: wanted };
}

/** The newest of all would be some other town's. */
function newestOf(whole: readonly FoundBackup[], { address }: FileStore): string | undefined {
  const databases = new Set(whole.map(({ says }) => says?.origin?.database).filter((id) => id !== undefined));
  if (databases.size > 1) {
    throw new BackupError(
      `${address} has backups of ${databases.size} databases, and "latest" could be any town's: give the name of one (npx noa list --to ${address}).`,
    );
  }
  return whole.at(-1)?.name;
}

/** How people know a backup: its name, and whose it is. */
export function describeBackup({ name, state, says }: FoundBackup): string {
  const when = isOfFuture(name, new Date()) ? ' (of a moment that is still to come: a clock was wrong, or is now)' : '';
  if (state === 'closed') {
    return `${name} (of another user, who alone may read it)`;
  }
  if (state === 'whole' && !says) {
    return `${name} (damaged: its ${manifestName} cannot be read)${when}`;
  }
  const whose = says?.origin ? ` of ${ownerOf(says.origin)}` : ' of a database that it does not name';
  return `${name}${whose}${state === 'whole' ? '' : ' (not whole)'}${when}`;
}

/** `Iași, Pașcani (1f0c9e3a)`: names of orgs, and what tells apart databases whose orgs are called alike. */
const ownerOf = ({ database, orgs }: Origin): string =>
  `${orgs.join(', ') || 'a database without organisations'} (${database.slice(0, 8)})`;
