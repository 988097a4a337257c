import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { FileStore } from '../file-store/file-store.ts';
import type { NamedFile } from '../file-store/whole-file.ts';
import type { Origin } from './origin.ts';
import { BackupError, labelName, manifestName } from './store.ts';

/** A table's rows, in a file of PostgreSQL's COPY text format, compressed with gzip. */
export interface SavedTable {
  readonly name: string;
  /** Those that are not computed from others, in the order of the file. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** The sum of the hashes of all rows. */
  readonly hash: string;
  /** Whether they are of these columns alone; in backups of before, of computed ones as well, which depend on the locale of a database. */
  readonly isHashOfColumns?: true;
  /** Null where there are no rows. */
  readonly file: string | null;
  /** Of the compressed file. */
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup is of, and how one tells whether it came back whole. */
export interface Manifest {
  readonly format: 1;
  /** The version of Noa that made it. */
  readonly program: string;
  /** The moment whose content it is. */
  readonly at: string;
  readonly postgres: string;
  /** Whose it is; not in backups of before they said so. */
  readonly origin?: Origin | null;
  readonly migrations: readonly { readonly name: string; readonly sha256: string; readonly program: string }[];
  /** Ids of the data keys without which personal data does not open, the current one first. The keys are not in the backup. */
  readonly keyIds: readonly string[];
  readonly tables: readonly SavedTable[];
  /** Tables that are divided by months, and their months. */
  readonly months: readonly { readonly table: string; readonly month: string }[];
  /** Days on which who opened is to be gone, each a part of a table; not in backups of before there were any. */
  readonly identityDays?: readonly string[];
  /** Files of months that lie outside the database, which all backups of a place share; not in backups of before there were any. */
  readonly coldFiles?: readonly NamedFile[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly called: boolean }[];
  /** The number and the hash of the last entry of the audit; null if there is none. */
  readonly audit: { readonly number: string; readonly hash: string } | null;
}

/** Of all that a manifest says beside it. */
const hashOf = (said: object): string => createHash('sha256').update(JSON.stringify(said)).digest('hex');

/** With a hash of itself: what it says of sequences and keys is compared with nothing else. */
export const writeManifest = (store: FileStore, name: string, manifest: Manifest): Promise<void> =>
  store.write(
    `${name}/${manifestName}`,
    Readable.from([`${JSON.stringify({ ...manifest, sha256: hashOf(manifest) }, null, 2)}\n`]),
  );

/** What of a manifest tells whose a backup is and what it shares with others. */
export type Label = Partial<Pick<Manifest, 'origin' | 'audit' | 'coldFiles'>>;

/** Says whose a backup is as long as it has no manifest: written first. */
export const writeLabel = (store: FileStore, name: string, label: Label): Promise<void> =>
  store.write(`${name}/${labelName}`, Readable.from([`${JSON.stringify(label)}\n`]));

/** @returns null if it is damaged. */
export async function readLabel(store: FileStore, file: string): Promise<Label | null> {
  const written = await text(await store.read(file));
  try {
    return JSON.parse(written) as Label;
  } catch {
    return null;
  }
}

/** Whether all is there that is worked with: a manifest of before there was a hash of it may have lost anything. */
function isComplete({ migrations, keyIds, tables, months, sequences, audit }: Partial<Manifest>): boolean {
  return (
    [migrations, keyIds, months, sequences].every((list) => Array.isArray(list)) &&
    audit !== undefined &&
    Array.isArray(tables) &&
    (tables as readonly Partial<SavedTable>[]).every(
      ({ name, columns, rows, hash, file, sha256 }) =>
        [name, hash, sha256].every((text) => typeof text === 'string') &&
        Array.isArray(columns) &&
        typeof rows === 'number' &&
        file !== undefined,
    )
  );
}

/** @throws {BackupError} if it is damaged, or of a format that this program does not know. */
export async function readManifest(store: FileStore, name: string): Promise<Manifest> {
  const { sha256, ...said } = parse(await text(await store.read(`${name}/${manifestName}`)), name);
  if (typeof said['format'] === 'number' && said['format'] > 1) {
    throw new BackupError(
      `The backup ${name} was made by Noa ${String(said['program'])}: restore it with that version or a newer one.`,
    );
  }
  if (sha256 === undefined ? !isComplete(said) : sha256 !== hashOf(said)) {
    throw damaged(name, 'is not as it was written');
  }
  return said as unknown as Manifest;
}

function parse(written: string, name: string): Record<string, unknown> {
  let said: unknown;
  try {
    said = JSON.parse(written);
  } catch (cause) {
    throw damaged(name, 'cannot be read', cause);
  }
  if (typeof said !== 'object' || said === null) {
    throw damaged(name, 'cannot be read');
  }
  return { ...said };
}

const damaged = (name: string, how: string, cause?: unknown) =>
  new BackupError(`The ${manifestName} of the backup ${name} ${how}, so the backup is damaged: take another backup.`, {
    cause,
  });

/** Every row in every table. */
export const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);
