import { createWriteStream } from 'node:fs';
import { OperatorError } from '@noa/domain/errors.ts';
import type { FileStore } from '../../file-store/file-store.ts';
import { readWhole } from '../../file-store/whole-file.ts';

/** A Parquet file of events of one month of one org, whose place is outside PostgreSQL (decision 97). */
export interface ColdFile {
  readonly name: string;
  readonly orgId: string;
  readonly events: number;
  /** Of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** A column of a file: its name as in `card_event`, its type in DuckDB, and its value in PostgreSQL, of the event `e`. */
interface ColdColumn {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

const of = (type: string, ...names: readonly string[]): ColdColumn[] =>
  names.map((name) => ({ name, type, value: type === 'timestamp' ? `(e.${name} at time zone 'UTC')` : `e.${name}` }));

/** What a file says of an event: all that `card_event` does, but who it was, which nobody knows any more. Moments are in UTC. */
export const coldColumns: readonly ColdColumn[] = [
  ...of('uuid', 'org_id'),
  ...of('bigint', 'id'),
  ...of('varchar', 'kind'),
  ...of('timestamp', 'occurred_at', 'received_at', 'device_at'),
  ...of('boolean', 'clock_corrected'),
  ...of('integer', 'boot_number', 'event_number'),
  ...of('bigint', 'list_version'),
  ...of('uuid', 'container_id', 'container_group_id'),
  ...of('varchar', 'waste_stream'),
  ...of('uuid', 'entrance_id', 'tower_block_id', 'access_group_id', 'manager_id'),
  ...of('integer', 'litres'),
  ...of('boolean', 'failed_attempt', 'unauthorised', 'anonymous'),
];

/** Their names. */
export const coldNames: ReadonlySet<string> = new Set(coldColumns.map(({ name }) => name));

/** Of `cold_file`, as `f`, what {@link ColdFile} says. */
export const coldFileColumns = `f.name, f.org_id as "orgId", f.events, encode(f.sha256, 'hex') as sha256`;

/** All files there are, as rows of {@link ColdFile}. */
export const coldFilesOfSource = `select ${coldFileColumns} from cold_file f order by f.org_id, f.month, f.name`;

/**
 * Whether there are files with events that a snapshot may not have seen: they were moved before whoever asks had taken them in. Numbers of
 * transactions of another server, which are still to come here, say nothing: such a file was read whole.
 *
 * @param snapshot - in SQL.
 */
export const hasUnseenFiles = (snapshot: string): string => `exists (
  select from cold_file where last_tx >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and last_tx < pg_snapshot_xmax(pg_current_snapshot()))`;

/**
 * Brings a file to a path on this machine.
 *
 * @param store - null where none is set.
 * @throws {OperatorError} as {@link readWhole}, and if none is set.
 */
export async function fetchFile(store: FileStore | null, file: ColdFile, path: string): Promise<void> {
  if (!store) {
    throw new OperatorError(
      'Months of events lie outside the database, and COLD_MONTHS_TO does not say where: set it to the place it had when they were moved.',
    );
  }
  await readWhole(store, file, createWriteStream(path, { mode: 0o600 }));
}
