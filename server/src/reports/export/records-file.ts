import { AppError, validationFailed } from '@noa/domain/errors.ts';
import type { ExportLocale, ReportGrouping } from '@noa/domain/reporting/report.ts';
import { disarm } from '@noa/domain/imports/spreadsheet.ts';
import { findRows } from '../../database/statements.ts';
import type { Db } from '../../database/database.ts';
import type { Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import type { Context } from '../../request/context.ts';
import { answersTo } from '../engine/answers.ts';
import type { Cell } from '../engine/cell.ts';
import type { FileAsked, FileRow, Question } from '../engine/engine.ts';
import { choosesByUse } from '../facts/forgotten-use.ts';
import { groupings } from '../query/groupings.ts';
import { looksAtHouseholds } from '../suppression/households.ts';
import {
  figuresBehind,
  fileFigure,
  filePlan,
  fileShapes,
  recordColumns,
  type FileColumn,
  type RecordColumnName,
  type RecordFact,
} from '../records/record-columns.ts';
import { permissionsFor } from '../records/record-sources.ts';
import { localTime } from '../local-clock.ts';
import { reportTexts } from '../report-texts.ts';
import { namesWithin } from './shown-rows.ts';

/** Records of one file; a sheet has room for few more. */
const mostRecords = 1_000_000;

/** A file of the records that a whole report counts, as far as its reader may see. */
export interface RecordsFile extends FileAsked {
  readonly question: Question;
}

/** A cell of a file; a moment is what the org's clocks showed, as if it were UTC. */
export type FileCell = Cell | Date;

/**
 * Finds out whether a file may hold the question's records for this caller.
 *
 * @throws {AppError} as {@link describeRecordsFile}; `LimitExceeded` above 1,000,000 records.
 */
export async function refuseTooMany(context: Pick<Context, 'db' | 'viewer'>, asked: Question): Promise<void> {
  const { question, told } = describeRecordsFile(context, asked);
  const { report } = question;
  const { page, whoKnownFrom } = await answersTo(context.db, question).records();
  if (whoKnownFrom !== null && choosesByUse(report)) {
    throw validationFailed({ from: 'report.pastIdentity' }, 'Who opened is not known any more');
  }
  const plan = filePlan(report, { told, columns: [] }, { first: 1, after: '' });
  const { count, withheld } = await page(fileFigure(report), plan);
  if (count - withheld > mostRecords) {
    throw new AppError('LimitExceeded', `A file has at most ${mostRecords} records; ask for a shorter period`);
  }
}

/**
 * Decides what a file of the question's records holds for this caller.
 *
 * @throws {AppError} `Forbidden` for who may see the figures only.
 */
export function describeRecordsFile(
  { viewer: { asStaff: viewer } }: Pick<Context, 'viewer'>,
  asked: Question,
): RecordsFile {
  const { report, request } = asked;
  const isPast = request.to < new Date();
  const only = report.only === undefined ? [] : [report.only];
  const needed = { isPast, isOfHouseholds: looksAtHouseholds(request) };
  const told = permissionsFor(fileShapes[report.counts], only, needed).map((permission) => viewer.scope(permission));
  const offered = recordColumns(report);
  const question = {
    ...asked,
    request: { ...request, metrics: [...new Set([...request.metrics, ...figuresBehind(offered, report)])] },
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
  for await (const rows of answersTo(db, question).file(file, signal)) {
    const names = await findNames(rows.map((row) => named.map(({ position }) => row[position] ?? null)));
    yield readable(columns, rows, { names, zones, locale });
  }
}

const titleOf = (name: RecordColumnName, locale: ExportLocale): string =>
  name in groupings
    ? reportTexts[locale].columns[name as ReportGrouping]
    : reportTexts[locale].records.columns[name as RecordFact];

/** Time zone by org: an org's settings are the only ones that each page would ask for again. */
const zonesWithin = (db: Db, scope: Scope): Promise<ReadonlyMap<string, string>> =>
  read(db, scope, async (tx) => {
    const rows = await findRows<{ id: string; time_zone: string }>(tx)`select id, time_zone from org`;
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
  rows: readonly FileRow[],
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
