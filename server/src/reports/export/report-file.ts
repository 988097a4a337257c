import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { stringify } from 'csv-stringify/sync';
import { writeXlsxStream, type ColumnDef } from 'hucre/xlsx';
import type { ExportFormat, ExportLocale } from '@noa/domain/report.ts';
import type { Db } from '../../database/database.ts';
import type { Question } from '../count.ts';
import type { Download } from './downloads.ts';
import { recordTexts } from './record-texts.ts';
import { recordRows, type FileCell, type RecordsFile } from './records-file.ts';
import { shownRows } from './shown-rows.ts';
import { exportTexts } from './texts.ts';

/** How a report is written. */
export interface FileStyle {
  readonly format: ExportFormat;
  readonly locale: ExportLocale;
}

/** For the days in the file's name. */
const zone = 'Europe/Bucharest';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });

/** How a Romanian spreadsheet shows a moment, and reads one. */
const momentFormat = 'dd.mm.yyyy hh:mm:ss';

/** What a report is called in files. */
const titleOf = ({ report }: FileSubject, locale: ExportLocale) => exportTexts[locale].reports[report] ?? report;

/** What a file tells of. */
export interface FileSubject {
  /** Name of the report. */
  readonly report: string;
  readonly from: Date;
  readonly to: Date;
  /** It holds what the report counts, not the report. */
  readonly isOfRecords?: boolean;
}

export const subjectOf = ({ report, request: { from, to } }: Question): FileSubject => ({
  report: report.name,
  from,
  to,
});

/** The name of a report's file: `noa-utilizare-2026-01-01-2026-03-31.csv`, both days being in it. */
export function fileNameOf(subject: FileSubject, { format, locale }: FileStyle): string {
  const { from, to, isOfRecords = false } = subject;
  const last = new Date(to.getTime() - 1);
  const title = `${titleOf(subject, locale)}${isOfRecords ? `-${recordTexts[locale].title}` : ''}`;
  return `noa-${title}-${day.format(from)}-${day.format(last)}.${format.toLowerCase()}`;
}

/**
 * The whole report as a file, made while it is sent, all of it as of the moment it is opened. CSV is for a Romanian
 * spreadsheet: UTF-8 with its mark, semicolons, decimal comma. XLSX has the same cells, numbers being numbers.
 */
export const openReportFile = (db: Db, question: Question, style: FileStyle): Download =>
  openFile(shownRows(db, question, style.locale), subjectOf(question), style);

/** The records that the whole report counts as a file, made while it is sent. */
export const openRecordsFile = (db: Db, file: RecordsFile, style: FileStyle): Download =>
  openFile(
    recordRows(db, file, style.locale),
    { ...subjectOf(file.question), isOfRecords: true },
    style,
    file.columns.map(({ kind }) => (kind === 'moment' ? { numFmt: momentFormat } : {})),
  );

/**
 * Rows as a file.
 *
 * @param columns - how a workbook shows the cells of each column, where it would not know.
 */
export function openFile(
  rows: AsyncIterable<FileCell[][]>,
  subject: FileSubject,
  style: FileStyle,
  columns: readonly ColumnDef[] = [],
): Download {
  const fileName = fileNameOf(subject, style);
  if (style.format === 'CSV') {
    return { fileName, contentType: 'text/csv; charset=utf-8', stream: Readable.from(csvOf(rows)) };
  }
  return {
    fileName,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    stream: Readable.fromWeb(workbookOf(rows, titleOf(subject, style.locale), columns)),
  };
}

async function* csvOf(pieces: AsyncIterable<FileCell[][]>): AsyncGenerator<string> {
  let bom = true;
  for await (const rows of pieces) {
    yield csv(rows, bom);
    bom = false;
  }
}

const csv = (rows: FileCell[][], bom: boolean): string =>
  stringify(rows, {
    bom,
    delimiter: ';',
    record_delimiter: 'windows',
    quoted_string: true,
    cast: {
      number: (value) => ({ value: String(value).replace('.', ','), quoted_string: false }),
      date: (value) => ({ value: momentText(value), quoted_string: false }),
    },
  });

function momentText(moment: Date): string {
  const [date = '', time = ''] = moment.toISOString().slice(0, 19).split('T');
  return `${date.split('-').toReversed().join('.')} ${time}`;
}

/** Rows are taken as they are read: a million need no more memory than ten. */
const workbookOf = (pieces: AsyncIterable<FileCell[][]>, title: string, columns: readonly ColumnDef[]) =>
  writeXlsxStream(eachOf(pieces), {
    // A sheet's name has 31 signs at most.
    name: title.slice(0, 31),
    freezePane: { rows: 1 },
    ...(columns.length > 0 && { columns: [...columns] }),
  }) as ReadableStream<Uint8Array>;

async function* eachOf(pieces: AsyncIterable<FileCell[][]>): AsyncGenerator<FileCell[]> {
  for await (const rows of pieces) {
    yield* rows;
  }
}
