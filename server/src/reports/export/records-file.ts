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
import type { Cell } from '../projection/event-store.ts';
import { openRows, type OpenedRows } from '../records/opened-rows.ts';
import {
  fileRows,
  fileShapes,
  recordColumns,
  type RecordColumn,
  type RecordColumnName,
  type RecordFact,
} from '../records/record-columns.ts';
import { buildRecordQuery, toldWithin, type RecordRow } from '../records/record-query.ts';
import { permissionsFor } from '../records/record-sources.ts';
import { labelCells } from '../report-labels.ts';
import { localTime } from './local-time.ts';
import { recordTexts } from './record-texts.ts';
import { exportTexts } from './texts.ts';

/** Records of one file; a sheet has room for few more. */
const mostRecords = 1_000_000;

/** Records read at once: so few that a million need no more memory than ten thousand, so many that each costs little. */
const pageSize = { projection: 10_000, registry: 50_000 } as const;

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
  const { count, withheld } = await findPage(await openRows(db, question), file, 1, '');
  if (count - withheld > mostRecords) {
    throw new AppError('LimitExceeded', `A file has at most ${mostRecords} records; ask for a shorter period`);
  }
  return file;
}

/** The records in pieces: the names of the columns, then each as people read it, every text disarmed. */
export async function* recordRows(db: Db, file: RecordsFile, locale: ExportLocale): AsyncGenerator<FileCell[][]> {
  const { question, columns } = file;
  yield [columns.map(({ name }) => titleOf(name, locale))];
  const opened = await openRows(db, question);
  const size = question.report.counts === 'events' ? pageSize.projection : pageSize.registry;
  for (let after: string | null = ''; after !== null;) {
    const page = await findPage(opened, file, size, after);
    yield await readable(db, file, page.rows, locale);
    after = page.cursor;
  }
}

const titleOf = (name: RecordColumnName, locale: ExportLocale): string =>
  name in groupings
    ? exportTexts[locale].columns[name as ReportGrouping]
    : recordTexts[locale].columns[name as RecordFact];

async function findPage(opened: OpenedRows, { question, told, columns }: RecordsFile, first: number, after: string) {
  const counted = opened.rows();
  const shape = fileShapes[question.report.counts];
  const asked = columns.map(({ name, by, within }) => [
    name,
    within ? `case when ${toldWithin(shape, within, counted.params)} then ${by} end` : by,
  ]);
  const query = buildRecordQuery(question, { cell: [], metric: fileRows[question.report.counts] ?? {} }, counted, {
    shape: { ...shape, columns: { ...Object.fromEntries(asked), zone: 'org_id' } as Record<string, string> },
    told,
    first,
    after,
  });
  return query.read(await opened.query(query));
}

/** Names in place of ids, the orgs' own time, words in the reader's language. */
async function readable(
  db: Db,
  { question, columns }: RecordsFile,
  rows: readonly RecordRow[],
  locale: ExportLocale,
): Promise<FileCell[][]> {
  const named = columns.flatMap(({ name, kind }) => (kind === 'record' ? [name as ReportGrouping] : []));
  const [names, zones] = await read(db, question.reach.scopes[0], async (tx) => {
    const cells = rows.map((row) => named.map((name) => row[name] ?? null));
    const labels = await labelCells(tx, named, cells);
    const orgs = [...new Set(rows.map(({ zone }) => zone))];
    const found = await sql<{ id: string; time_zone: string }>`
      select id, time_zone from org where id = any(${orgs}::uuid[])`.execute(tx);
    return [
      new Map(labels.map(({ value, text }) => [value, text])),
      new Map(found.rows.map(({ id, time_zone }) => [id, time_zone])),
    ] as const;
  });
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
