import { sql } from 'kysely';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import type { ExportLocale, ReportGrouping } from '@noa/domain/reporting/report.ts';
import { disarm } from '@noa/domain/imports/spreadsheet.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import type { Context } from '../../request/context.ts';
import { withSmall, type Question } from '../query/count.ts';
import { eventRows } from '../projection/asking/event-rows.ts';
import { choosesByUse } from '../facts/forgotten-use.ts';
import type { Params } from '../query/filter.ts';
import { groupings } from '../query/groupings.ts';
import { looksAtHouseholds } from '../suppression/households.ts';
import type { Cell } from '../engine/cell.ts';
import {
  buildHours,
  buildSlice,
  findIds,
  rowOf,
  slicesOf,
  type EventColumn,
} from '../projection/asking/event-slices.ts';
import { openRows, type OpenedRows } from '../records/opened-rows.ts';
import {
  figuresBehind,
  fileRows,
  fileShapes,
  recordColumns,
  type RecordColumn,
  type RecordColumnName,
  type RecordFact,
} from '../records/record-columns.ts';
import { buildRecordQuery, visibleWithin, type RecordPlan } from '../records/record-query.ts';
import type { RecordShape } from '../records/record-sources.ts';
import { permissionsFor } from '../records/record-sources.ts';
import type { Counted } from '../query/report-query.ts';
import { reportsOf } from '../reports.ts';
import { localTime } from '../local-clock.ts';
import { namesWithin } from './names.ts';
import { reportTexts } from '../report-texts.ts';

/** Records of one file; a sheet has room for few more. */
const mostRecords = 1_000_000;

/** Records read from the registry at once: so few that they are a few megabytes, so many that each costs little. */
const pageSize = 20_000;

/** Events taken apart at once: so few that what comes of them is gone before it would count as what stays. */
const eventsAtOnce = 256;

/** A file of the records that a whole report counts, as far as its reader may see. */
export interface RecordsFile {
  readonly question: Question;
  /** A record is in the file if it is in each of them. */
  readonly told: readonly Scope[];
  readonly columns: readonly FileColumn[];
}

interface FileColumn extends RecordColumn {
  /** Where the caller may read it; null for wherever there is a record. */
  readonly within: Scope | null;
}

/** A cell of a file; a moment is what the org's clocks showed, as if it were UTC. */
export type FileCell = Cell | Date;

/**
 * Finds out whether a file may hold the question's records for this caller.
 *
 * @throws {AppError} as {@link describeRecordsFile}; `LimitExceeded` above 1,000,000 records.
 */
export async function refuseTooMany(context: Pick<Context, 'db' | 'viewer'>, asked: Question): Promise<void> {
  const { question, told } = await describeRecordsFile(context, asked);
  const { rows, query, whoKnownFrom } = await openRows(context.db, question);
  if (whoKnownFrom !== null && choosesByUse(question.report)) {
    throw validationFailed({ from: 'report.pastIdentity' }, 'Who opened is not known any more');
  }
  const { count, withheld } = await findPage(query, rows(), { question, told, columns: [] }, { first: 1, after: '' });
  if (count - withheld > mostRecords) {
    throw new AppError('LimitExceeded', `A file has at most ${mostRecords} records; ask for a shorter period`);
  }
}

/**
 * Decides what a file of the question's records holds for this caller.
 *
 * @throws {AppError} `Forbidden` for who may see the figures only.
 */
export async function describeRecordsFile(
  { db, viewer }: Pick<Context, 'db' | 'viewer'>,
  asked: Question,
): Promise<RecordsFile> {
  const { report, request } = asked;
  const isPast = request.to < new Date();
  const only = report.only === undefined ? [] : [report.only];
  const needed = { isPast, isOfHouseholds: looksAtHouseholds(request) };
  const told = permissionsFor(fileShapes[report.counts], only, needed).map((permission) => viewer.scope(permission));
  const offered = recordColumns(report);
  const question = {
    ...asked,
    request: { ...request, metrics: [...new Set([...request.metrics, ...figuresBehind(offered, report)])] },
    reach: await withSmall(db, asked),
  };
  const columns = offered.flatMap((column): FileColumn[] => {
    const { permission } = column;
    if (permission && !viewer.may(permission)) {
      return [];
    }
    const scope = permission && viewer.scope(permission);
    return [{ ...column, within: scope && !scope.all ? scope : null }];
  });
  return { question, told, columns };
}

/** The records in pieces: the names of the columns, then each as people read it, every text disarmed. */
export async function* recordRows(
  db: Db,
  file: RecordsFile,
  locale: ExportLocale,
  signal?: AbortSignal,
): AsyncGenerator<FileCell[][]> {
  const { question, columns } = file;
  yield [columns.map(({ name }) => titleOf(name, locale))];
  const named = columns.flatMap(({ name, kind }, position) =>
    kind === 'record' ? [{ name: name as ReportGrouping, position }] : [],
  );
  const findNames = namesWithin(
    db,
    question.reach.scopes[0],
    named.map(({ name }) => name),
  );
  const zones = await zonesWithin(db, question.reach.scopes[0]);
  const read = question.report.counts === 'events' ? readEvents : readRegistry;
  for await (const rows of read(db, file, signal)) {
    const names = await findNames(rows.map((row) => named.map(({ position }) => row[position] ?? null)));
    yield readable(columns, rows, { names, zones, locale });
  }
}

/** What its columns say of a record, and its org. */
type Row = readonly (string | null)[];

/**
 * All events, slice by slice, as of one moment: what comes in or is forgotten while a long file is read is in it once, or not at
 * all. What holds that moment is a transaction of the report engine, never one of PostgreSQL: that would keep `vacuum` from what
 * has died since, for as long as somebody takes to read.
 */
async function* readEvents(db: Db, file: RecordsFile, signal?: AbortSignal): AsyncGenerator<Row[]> {
  const { question, told } = file;
  const { projection } = reportsOf(db);
  await projection.refresh();
  const counted = () => eventRows(question.reach, question.request);
  const shape = fileShapes.events;
  yield* projection.inSnapshot(async function* slices(query, stream) {
    const ids = await findIds(query, eventColumns(file, counted()));
    const hours = buildHours(question, counted(), { shape, told });
    for (const slice of slicesOf(await query(hours.sql, hours.params))) {
      const rows = counted();
      const columns = eventColumns(file, rows);
      const { sql, params } = buildSlice(question, rows, { shape, told, columns, slice });
      for await (const piece of stream(sql, params)) {
        for (let start = 0; start < piece.length; start += eventsAtOnce) {
          yield piece.slice(start, start + eventsAtOnce).map(([text]) => rowOf(text, ids));
        }
      }
    }
  }, signal);
}

function eventColumns({ columns }: RecordsFile, { params }: Counted): EventColumn[] {
  const within = (scope: Scope | null, by: string) => (scope ? whereRead(fileShapes.events, scope, params, by) : by);
  const shown = columns.map(({ name, by, within: scope }): EventColumn => {
    const grouping = name in groupings ? groupings[name as ReportGrouping] : null;
    return grouping?.kind === 'record'
      ? { by: within(scope, `${grouping.table}_key`), keyOf: grouping.table }
      : { by: within(scope, by) };
  });
  return [...shown, { by: 'org_key', keyOf: 'org' }];
}

/** All records of the registry, page by page; each page looks at it as it was at the same moment. */
async function* readRegistry(db: Db, file: RecordsFile, signal?: AbortSignal): AsyncGenerator<Row[]> {
  const { rows, query } = await openRows(db, file.question);
  const names = [...file.columns.map(({ name }) => name), zone];
  for (let after: string | null = ''; after !== null;) {
    signal?.throwIfAborted();
    const page = await findPage(query, rows(), file, { first: pageSize, after, isCounted: false });
    yield page.rows.map((row) => names.map((name) => row[name] ?? null));
    after = page.cursor;
  }
}

const titleOf = (name: RecordColumnName, locale: ExportLocale): string =>
  name in groupings
    ? reportTexts[locale].columns[name as ReportGrouping]
    : reportTexts[locale].records.columns[name as RecordFact];

/** Tells the org, and with it the time zone. */
const zone = 'zone';

/** What is told of a record where it may be read, and empty elsewhere. */
const whereRead = (shape: Pick<RecordShape, 'hasHome'>, scope: Scope, params: Params, by: string) =>
  `case when ${visibleWithin(shape, scope, params)} then ${by} end`;

async function findPage(
  ask: OpenedRows['query'],
  counted: Counted,
  { question, told, columns }: RecordsFile,
  asked: Pick<RecordPlan, 'first' | 'after' | 'isCounted'>,
) {
  const shape = fileShapes[question.report.counts];
  const cells = columns.map(({ name, by, within }) => [
    name,
    within ? whereRead(shape, within, counted.params, by) : by,
  ]);
  const query = buildRecordQuery(question, { cell: [], metric: fileRows[question.report.counts] ?? {} }, counted, {
    shape: { ...shape, columns: { ...Object.fromEntries(cells), [zone]: 'org_id' } as Record<string, string> },
    told,
    ...asked,
  });
  return query.read(await ask(query));
}

/** Time zone by org: an org's settings are the only ones that each page would ask for again. */
const zonesWithin = (db: Db, scope: Scope): Promise<ReadonlyMap<string, string>> =>
  read(db, scope, async (tx) => {
    const { rows } = await sql<{ id: string; time_zone: string }>`select id, time_zone from org`.execute(tx);
    return new Map(rows.map(({ id, time_zone }) => [id, time_zone]));
  });

interface Reading {
  readonly names: ReadonlyMap<string, string>;
  readonly zones: ReadonlyMap<string, string>;
  readonly locale: ExportLocale;
}

/** Names in place of ids, the orgs' own time, words in the reader's language. */
function readable(
  columns: readonly FileColumn[],
  rows: readonly Row[],
  { names, zones, locale }: Reading,
): FileCell[][] {
  const texts = reportTexts[locale];
  const words: Readonly<Record<string, string>> = { ...texts.words, ...texts.records.words };
  const show = ({ kind }: FileColumn, value: string, org: string): FileCell => {
    switch (kind) {
      case 'moment':
        return localTime(Date.parse(`${value.replace(' ', 'T')}Z`), zones.get(org) ?? 'Europe/Bucharest');
      case 'number':
        return Number(value);
      case 'record':
        return disarm(names.get(value) ?? value);
      case 'word':
        return words[value] ?? value;
      case 'yesNo':
        return value === 'true' || value === 't' ? texts.yes : texts.no;
    }
  };
  return rows.map((row) =>
    columns.map((column, position) => {
      const value = row[position] ?? null;
      return value === null ? null : show(column, value, row[columns.length] ?? '');
    }),
  );
}
