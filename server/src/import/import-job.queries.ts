import { sql } from 'kysely';
import type { importKeptReasons, ImportKind, ImportMapping, ImportState } from '@noa/domain/imports/import.ts';
import { execute, findRow, getRow, getValue } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { newestFirst, type RowList } from '../graphql/row-list.ts';
import { type Condition, uuidOf } from '../records/record.ts';
import type { Scope } from '../database/scope.ts';
import { thisServer } from '../database/this-server.ts';
import type { Changes } from './import-work.ts';
import type { FileFormat } from './reading/file-format.ts';

/** What a run did or would do. */
export interface ImportCounts {
  readonly changes: Changes;
  /** Rows of the file that are not blank. */
  readonly rows: number;
  /** All that were found; at most `importLimits.problems` of them are kept. */
  readonly problems: number;
  /** What was remarked on and does not stop the import; not among `problems`. */
  readonly warnings: number;
  /** Of which versions the records are that it changes, by kind (`findVersions`). */
  readonly versions?: Readonly<Record<string, string>>;
}

/**
 * How fast a file was applied, measured in the server from the first row read to the last row written: `rows`, `milliseconds`,
 * and of the kind of record that it is told by, how many and how many a second (`apartments`, `apartmentsPerSecond`); of each part of
 * applying (`Phases`), its milliseconds.
 */
export type ImportTimings = Readonly<Record<string, number>>;

/** A record that stays as it is although the import that wrote it was undone. */
export interface KeptRecord {
  /** Its table. */
  readonly kind: string;
  readonly id: string;
  /** What people call it. */
  readonly label: string;
  readonly reason: (typeof importKeptReasons)[number];
}

/** What undoing an import did: records that it had created, records with their former values, and those that stay. */
export interface ImportUndo {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
  /** The first of those that stay. */
  readonly records: readonly KeptRecord[];
}

/** What a job keeps as JSON, and what is no column of its own. */
interface JobContent {
  readonly kind: ImportKind;
  readonly format: FileFormat;
  readonly mapping: ImportMapping;
  readonly counts: ImportCounts | null;
  readonly timings: ImportTimings | null;
  readonly undo: ImportUndo | null;
  /** Of what its run does, how much is done, from 0 to 1. */
  readonly run_share: number | null;
  /** Since that run began. */
  readonly run_seconds: number | null;
}

/**
 * A job, but for its file. It has no org where the records belong to none; `create_missing`: names that the file refers to and nobody has become
 * records; `undo_until` is null for what was never applied, or before that was kept; `failure` is a locale key; `run` names the last time that it was
 * checked or applied, null before the first.
 */
export type ImportJobRow = Omit<Row<'import_job'>, 'content' | 'server' | 'run_began_at' | keyof JobContent> &
  JobContent;

/** Every column but the file itself. */
const columns = sql.raw<ImportJobRow>(
  `r.id, r.org_id, r.kind, r.state, r.file_name, r.format, r.mapping, r.create_missing, r.counts, r.timings, r.failure, r.created_by,
   r.created_at, r.finished_at, r.undo_until, r.undo, r.run, r.run_share,
   extract(epoch from clock_timestamp() - r.run_began_at)::float8 as run_seconds`,
);

const inScope = ({ all, orgIds }: Scope): Condition => (all ? sql`true` : sql`r.org_id = any(${orgIds}::uuid[])`);

interface NewJob {
  readonly id: string;
  readonly orgId: string | null;
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly sealed: Uint8Array;
  readonly format: FileFormat;
  readonly mapping: ImportMapping;
}

export const insertJob = (tx: Tx, job: NewJob): Promise<ImportJobRow> => getRow<ImportJobRow>(tx)`
  insert into import_job as r (id, org_id, kind, file_name, content, format, mapping)
  values (${job.id}, ${job.orgId}, ${job.kind}, ${job.fileName}, ${Buffer.from(job.sealed)}, ${JSON.stringify(job.format)},
    ${JSON.stringify(job.mapping)})
  returning ${columns}`;

export const findJob = (tx: Tx, scope: Scope, id: string) => findRow<ImportJobRow>(tx)`
  select ${columns} from import_job r where r.id = ${uuidOf(id)} and ${inScope(scope)}`;

/** The file, encrypted; once it was applied its bad rows (`bad-rows/`), and undefined when none was, or it was cancelled. */
export async function findContent(tx: Tx, id: string): Promise<Buffer | undefined> {
  const row = await findRow<{ content: Buffer | null }>(tx)`select content from import_job where id = ${id}`;
  return row?.content ?? undefined;
}

export const jobsWithin = (scope: Scope): RowList<ImportJobRow> => ({
  from: sql`import_job`,
  columns,
  conditions: [inScope(scope)],
  order: newestFirst('created_at'),
});

export interface JobChange {
  readonly state: ImportState;
  readonly format?: FileFormat;
  readonly mapping?: ImportMapping;
  readonly createMissing?: boolean;
  readonly counts?: ImportCounts | null;
  readonly timings?: ImportTimings;
  readonly failure?: string | null;
  readonly undo?: ImportUndo;
  /** What is kept in the place of the file when it is forgotten. */
  readonly content?: Buffer | null;
}

/** Days in which an import that was applied can be undone. */
export const undoDays = 30;

/** A server works on it. */
const runningStates: readonly ImportState[] = ['checking', 'applying', 'undoing'];
const ended: readonly ImportState[] = ['applied', 'undone', 'cancelled', 'failed'];
/** Nothing will be read from the file any more: what it holds of people goes, but for the rows that were left out. */
const final: readonly ImportState[] = ['applied', 'undone', 'cancelled'];

/**
 * How many other imports of a job's org run, at whichever servers. Until the transaction ends nobody else counts them, so that no
 * two become the last one.
 */
export async function countRunningBeside(tx: Tx, { id, org_id: orgId }: ImportJobRow): Promise<number> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`noa.import runs ${orgId}`}, 0))`;
  return getValue<number>(tx)`
    select count(*)::int as count from import_job
    where org_id is not distinct from ${orgId}::uuid and id <> ${id} and state = any(${[...runningStates]}::text[])`;
}

/** By a new name each time: whoever went on with an earlier run, taken for lost meanwhile, cannot end this one. */
const newRun = sql`run = gen_random_uuid(), server = ${thisServer}, run_began_at = clock_timestamp(), run_share = 0`;

/**
 * Moves a job on, if it is in one of the states `from`; to be checked or applied, it is run by this server.
 *
 * @param run - the run that it must still be in; any, without it.
 * @returns undefined if it is not: it was cancelled meanwhile, taken for lost, or somebody else was faster.
 */
export async function moveJob(
  tx: Tx,
  id: string,
  from: readonly ImportState[],
  { state, ...change }: JobChange,
  run?: string | null,
): Promise<ImportJobRow | undefined> {
  const set = [
    sql`state = ${state}`,
    sql`finished_at = ${ended.includes(state) ? sql`clock_timestamp()` : sql`null`}`,
    ...(runningStates.includes(state) ? [newRun] : []),
    ...(change.timings ? [sql`undo_until = clock_timestamp() + interval '${sql.raw(String(undoDays))} days'`] : []),
    // What could not be undone keeps what it had.
    ...(final.includes(state) && !(state === 'applied' && from.includes('undoing'))
      ? [sql`content = ${change.content ?? null}`]
      : []),
    ...(change.createMissing === undefined ? [] : [sql`create_missing = ${change.createMissing}`]),
    ...(change.failure === undefined ? [] : [sql`failure = ${change.failure}`]),
    ...(['format', 'mapping', 'counts', 'timings', 'undo'] as const).flatMap((column) => {
      const value = change[column];
      return value === undefined ? [] : [sql`${sql.ref(column)} = ${value === null ? null : JSON.stringify(value)}`];
    }),
  ];
  return findRow<ImportJobRow>(tx)`
    update import_job r set ${sql.join(set)}
    where r.id = ${id} and r.state = any(${from}::text[])
      and (${run === undefined} or r.run is not distinct from ${run ?? null}::uuid)
    returning ${columns}`;
}

/** How far a running import is. */
export interface ImportProgress {
  /** Rows of the file. */
  readonly done: number;
  readonly total: number;
  /** Null until there is something to judge by. */
  readonly secondsLeft: number | null;
}

/** How far a job was when its server last said so; null for one that does not run. */
export function progressOf({ state, format, run_share, run_seconds }: ImportJobRow): ImportProgress | null {
  if (!runningStates.includes(state)) {
    return null;
  }
  const [share, seconds] = [run_share ?? 0, run_seconds ?? 0];
  return {
    done: Math.floor(format.rows * share),
    total: format.rows,
    secondsLeft: share > 0 ? Math.ceil((seconds * (1 - share)) / share) : null,
  };
}
