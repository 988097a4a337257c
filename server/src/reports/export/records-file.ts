import { sql } from 'kysely';
import { AppError } from '@noa/domain/errors.ts';
import type { ExportLocale, ReportGrouping } from '@noa/domain/report.ts';
import { disarm } from '@noa/domain/spreadsheet.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import type { Context } from '../../graphql/context.ts';
import type { Question } from '../count.ts';
import { groupings } from '../groupings.ts';
import type { Cell } from '../projection/one-moment.ts';
import { openRows, type OpenedRows } from '../records/opened-rows.ts';
import {
  fileRows,
  fileShapes,
  recordColumns,
  type RecordColumn,
  type RecordColumnName,
  type RecordFact,
} from '../records/record-columns.ts';
import {
  buildPageEnds,
  buildRecordQuery,
  toldWithin,
  type RecordPlan,
  type RecordRow,
} from '../records/record-query.ts';
import { permissionsFor } from '../records/record-sources.ts';
import type { Counted } from '../report-query.ts';
import { localTime } from './local-time.ts';
import { namesWithin } from './names.ts';
import { recordTexts } from './record-texts.ts';
import { exportTexts } from './texts.ts';

/** Records of one file; a sheet has room for few more. */
const mostRecords = 1_000_000;

/** Records read at once: so few that a million need little more memory than ten thousand, so many that each costs little. */
const pageSize = { projection: 2_500, registry: 20_000 } as const;

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
 * Decides what a file of the question's records holds for this caller.
 *
 * @throws {AppError} `Forbidden` for who may see the figures only; `LimitExceeded` above 1,000,000 records.
 */
export async function planRecordsFile({ db, viewer }: Context, question: Question): Promise<RecordsFile> {
  const { report, request } = question;
  const isPast = request.to < new Date();
  const only = report.only === undefined ? [] : [report.only];
  const told = permissionsFor(fileShapes[report.counts], only, isPast).map((permission) => viewer.scope(permission));
  const columns = recordColumns(report).flatMap((column): FileColumn[] => {
    const { permission } = column;
    if (permission && !viewer.may(permission)) {
      return [];
    }
    const scope = permission && viewer.scope(permission);
    return [{ ...column, within: scope && !scope.all ? scope : null }];
  });
  const file = { question, told, columns };
  const { rows, query } = await openRows(db, question);
  const { count, withheld } = await findPage(query, rows(), file, { first: 1, after: '' });
  if (count - withheld > mostRecords) {
    throw new AppError('LimitExceeded', `A file has at most ${mostRecords} records; ask for a shorter period`);
  }
  return file;
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
  const named = columns.flatMap(({ name, kind }) => (kind === 'record' ? [name as ReportGrouping] : []));
  const findNames = namesWithin(db, question.reach.scopes[0], named);
  const zones = await zonesWithin(db, question.reach.scopes[0]);
  for await (const rows of pagesOf(await openRows(db, question), file, signal)) {
    const names = await findNames(rows.map((row) => named.map((name) => row[name] ?? null)));
    yield readable(columns, rows, { names, zones, locale });
  }
}

/**
 * All records, page by page, as of one moment: an event that comes in or is forgotten while a long file is read is in it once, or
 * not at all. What holds that moment is a transaction of the report engine, never one of PostgreSQL: that would keep `vacuum` from
 * what has died since, for as long as somebody takes to read.
 */
const pagesOf = ({ rows, atOneMoment }: OpenedRows, file: RecordsFile, signal?: AbortSignal) =>
  atOneMoment(async function* pages(query): AsyncGenerator<readonly RecordRow[]> {
    const isOfEvents = file.question.report.counts === 'events';
    const first = isOfEvents ? pageSize.projection : pageSize.registry;
    const ends = isOfEvents ? await findPageEnds(query, rows(), file, first) : [];
    for (let after: string | null = '', number = 0; after !== null; number += 1) {
      signal?.throwIfAborted();
      const until = ends[number];
      const page = await findPage(query, rows(), file, { first, after, until, isCounted: false });
      yield page.rows;
      after = until ?? page.cursor;
    }
  }, signal);

const titleOf = (name: RecordColumnName, locale: ExportLocale): string =>
  name in groupings
    ? exportTexts[locale].columns[name as ReportGrouping]
    : recordTexts[locale].columns[name as RecordFact];

/** Known beforehand, as each page would otherwise look for its end through all that comes behind it. */
async function findPageEnds(
  ask: OpenedRows['query'],
  counted: Counted,
  { question, told }: RecordsFile,
  first: number,
): Promise<string[]> {
  const figure = { cell: [], metric: fileRows[question.report.counts] ?? {} };
  const query = buildPageEnds(question, figure, counted, { shape: plainShape(question), told, first });
  return query.read(await ask(query));
}

const plainShape = ({ report }: Question) => ({ ...fileShapes[report.counts], columns: {} });

async function findPage(
  ask: OpenedRows['query'],
  counted: Counted,
  { question, told, columns }: RecordsFile,
  asked: Pick<RecordPlan, 'first' | 'after' | 'until' | 'isCounted'>,
) {
  const shape = fileShapes[question.report.counts];
  const cells = columns.map(({ name, by, within }) => [
    name,
    within ? `case when ${toldWithin(shape, within, counted.params)} then ${by} end` : by,
  ]);
  const query = buildRecordQuery(question, { cell: [], metric: fileRows[question.report.counts] ?? {} }, counted, {
    shape: { ...shape, columns: { ...Object.fromEntries(cells), zone: 'org_id' } as Record<string, string> },
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
  rows: readonly RecordRow[],
  { names, zones, locale }: Reading,
): FileCell[][] {
  const texts = recordTexts[locale];
  const words: Readonly<Record<string, string>> = { ...exportTexts[locale].words, ...texts.words };
  const show = ({ kind }: FileColumn, value: string, zone: string): FileCell => {
    switch (kind) {
      case 'moment':
        return localTime(Date.parse(`${value.replace(' ', 'T')}Z`), zones.get(zone) ?? 'Europe/Bucharest');
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
    columns.map((column) => {
      const value = row[column.name] ?? null;
      return value === null ? null : show(column, value, row['zone'] ?? '');
    }),
  );
}
