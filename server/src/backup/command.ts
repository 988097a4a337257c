/** `npx noa backup | list | verify | restore`: see `usage`. Exit code 1 when a backup is not sound, 2 when it could not be done. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings, type Settings } from '../config/config.ts';
import { findDataKey, findFormerKey } from '../config/data-key.ts';
import { refuseMonthsAmongBackups } from '../config/refused-settings.ts';
import { storeAddress } from '../config/setting-readers.ts';
import { reachDatabase } from '../database/embedded/reach.ts';
import { OperatorError } from '@noa/domain/errors.ts';
import { DoesNotOpen, keyId } from '../database/keys/sealing.ts';
import { commandOf, readArguments, UsageError } from '../process/arguments.ts';
import { interruption } from '../process/interruption.ts';
import { makeFolder } from '../process/make-folder.ts';
import { runCommand, say } from '../process/run-command.ts';
import { keepNewest } from './keep-newest.ts';
import { makeBackup } from './make-backup.ts';
import { readManifest, rowsOf, type Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { openFileStore } from '../file-store/file-store.ts';
import { describeBackup, findBackup, listBackups } from './find-backups.ts';
import { BackupError } from './store.ts';
import { refuseRoot } from './server-user.ts';
import { verifyBackup } from './verify-backup.ts';

const usage = `npx noa backup [--to <target>] [--keep <count>]   saves the database, also while the server runs
npx noa list [--to <target>]                      names the backups of a target
npx noa verify <target>/<name> [--no-key]         restores one into a PostgreSQL that is thrown away, and compares
npx noa restore <target>/<name>                   restores one into an empty database (DATABASE_URL, or a new DATA_DIR)
npx noa export <org> <file> | import <file>      a whole organisation as an archive (docs/operator.md)
npx noa import <list> --kind <kind>              a list (CSV, XLSX), checked or imported (docs/operator.md)
npx noa user add <email> --role <role>           somebody who is to sign in (docs/operator.md)
npx noa invite-root | add-gateway <client-id>    accounts that Noa keeps itself (docs/operator.md)
npx noa rotate-key | check-grants                exchanges the data key; compares the lists of locks (README)

A target is a folder or s3://bucket/prefix, by itself BACKUP_TO or DATA_DIR/backups; the name "latest" is the newest backup.
The data key is not in a backup: keep it apart.
`;

interface Options {
  readonly to?: string | undefined;
  readonly keep?: string | undefined;
  readonly 'no-key'?: boolean | undefined;
}

/** @throws {SettingsError} for an address that is mistyped: it would be a folder of that name, here. */
function positionOf({ backup, dataDir }: Settings, { to }: Options): string {
  if (to === undefined) {
    return backup.to ?? join(dataDir, 'backups');
  }
  const position = storeAddress({ '--to': to }, '--to');
  if (position === null) {
    throw new UsageError('--to names no place.');
  }
  return position;
}

const coldStoreOf = async ({ coldMonths: { to } }: Settings) => (to === null ? null : openFileStore(to));

async function backUp(settings: Settings, options: Options): Promise<void> {
  const to = positionOf(settings, options);
  refuseMonthsAmongBackups(to, settings.coldMonths.to, options.to === undefined ? 'BACKUP_TO' : '--to');
  const store = await openFileStore(to);
  const keep = options.keep === undefined ? null : Number(options.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep > 0)) {
    throw new BackupError('--keep is how many backups are kept, 1 or more.');
  }
  if (settings.databaseUrl === null) {
    await refuseRoot(settings.dataDir); // whose PostgreSQL would be made another user's
  }
  const { url, close } = await reachDatabase(settings);
  try {
    const made = await makeBackup(url, store, {
      coldStore: await coldStoreOf(settings),
      signal: interruption,
    });
    const { name, manifest } = made;
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
    say(`${name} in ${store.address}: ${rowsOf(manifest)} rows, ${Math.ceil(bytes / 1024)} KiB, as of ${manifest.at}.`);
    say(aboutKey(manifest));
    if (keep !== null) {
      const { removed, left } = await keepNewest(url, store, made, keep);
      removed.forEach((gone) => say(`Removed ${gone}.`));
      left.forEach(({ name: other, why }) => say(`Left ${other}, ${why}.`));
    }
  } finally {
    await close();
  }
}

const aboutKey = ({ keyIds }: Manifest): string =>
  keyIds[0]
    ? `Personal data in it opens with the data key ${keyIds[0]} only (DATA_KEY, or DATA_DIR/data-key), which is not in it: keep it apart.`
    : 'No data key was used yet.';

async function list(settings: Settings, options: Options): Promise<void> {
  const store = await openFileStore(positionOf(settings, options));
  const backups = await listBackups(store);
  backups.forEach((backup) => say(describeBackup(backup)));
  if (backups.length === 0) {
    process.stderr.write(`There are no backups in ${store.address}.\n`);
  }
}

/** The key that the settings name, or that was made in DATA_DIR; null if there is none. */
const findKey = async ({ dataKey, dataDir }: Settings): Promise<Buffer | null> => dataKey ?? findDataKey(dataDir);

/** The key that a backup asks for, though it was exchanged since and lies in DATA_DIR; else that of now, of which it is said that it is another. */
async function findKeyOf(settings: Settings, { keyIds }: Manifest): Promise<Buffer | null> {
  const key = await findKey(settings);
  const fits = keyIds.length === 0 || (key && keyIds.includes(keyId(key).toString('hex')));
  return fits ? key : ((await findFormerKey(settings.dataDir, keyIds))?.key ?? key);
}

async function verify(settings: Settings, options: Options, address: string): Promise<void> {
  const { store, name } = await findBackup(address);
  const key = options['no-key'] ? null : await findKeyOf(settings, await readManifest(store, name));
  if (!key && !options['no-key']) {
    throw new BackupError('There is no data key to try: set DATA_KEY, or say --no-key to compare the rest only.');
  }
  const { manifest, opened } = await verifyBackup(store, name, key);
  say(
    `${name} is sound: ${rowsOf(manifest)} rows in ${manifest.tables.length} tables, as they were at ${manifest.at}.`,
  );
  say(`The audit is whole${manifest.audit ? `, up to its entry ${manifest.audit.number}` : ''}.`);
  say(
    opened
      ? `Opened with the data key: ${opened.join(', ') || 'nothing, as nothing is sealed'}.`
      : `Not tried: whether what is sealed opens. ${aboutKey(manifest)}`,
  );
}

async function restore(settings: Settings, address: string): Promise<void> {
  const { store, name } = await findBackup(address);
  await refuseRoot(settings.dataDir);
  await makeFolder(settings.dataDir);
  const { url, close } = await reachDatabase({ ...settings, mayBeNew: true });
  try {
    const manifest = await restoreBackup(url, store, name, { coldStore: await coldStoreOf(settings) });
    // A copy for counting, of the database that was there before.
    await rm(join(settings.dataDir, 'projection'), { recursive: true, force: true });
    say(
      `${name} is restored: ${rowsOf(manifest)} rows in ${manifest.tables.length} tables, as they were at ${manifest.at}.`,
    );
    say('To look at it beside the server that it is of, start it with IS_COPY=1 (docs/operator.md).');
    const key = await findKey(settings);
    const id = key && keyId(key).toString('hex');
    const former = await findFormerKey(settings.dataDir, manifest.keyIds);
    const where = former ? `, which is in ${former.path} (base64 -w0 prints it),` : '';
    say(
      id !== null && manifest.keyIds.includes(id)
        ? 'The data key that is set here is the right one.'
        : `Before the server is started: set DATA_KEY to the key with the id ${manifest.keyIds[0] ?? 'of your choice'}${where}${id === null ? '' : ` (the one here has the id ${id})`}.`,
    );
  } finally {
    await close();
  }
}

const to = { type: 'string' } as const;
const oneBackup = ['<target>/<name>'];

/** Of a backup that may be named without its target. */
const addressOf = (settings: Settings, options: Options, [named = '']: readonly string[]): string =>
  named.includes('/') ? named : `${positionOf(settings, options)}/${named}`;

async function run(words: readonly string[]): Promise<void> {
  const { command, args } = commandOf(words, ['backup', 'list', 'verify', 'restore']);
  if (command === 'backup') {
    const { values } = readArguments(args, { options: { to, keep: { type: 'string' } } });
    await backUp(readSettings(process.env), values);
  } else if (command === 'list') {
    const { values } = readArguments(args, { options: { to } });
    await list(readSettings(process.env), values);
  } else if (command === 'verify') {
    const options = { to, 'no-key': { type: 'boolean' } } as const;
    const { positionals, values } = readArguments(args, { takes: oneBackup, options });
    const settings = readSettings(process.env);
    await verify(settings, values, addressOf(settings, values, positionals));
  } else {
    const { positionals, values } = readArguments(args, { takes: oneBackup, options: { to } });
    const settings = readSettings(process.env);
    await restore(settings, addressOf(settings, values, positionals));
  }
}

await runCommand({
  usage,
  run,
  refusalOf: (error) => (error instanceof OperatorError || error instanceof DoesNotOpen ? error.message : undefined),
});
