import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { stringify } from 'csv-stringify/sync';
import { writeXlsxStream } from 'hucre/xlsx';
import type { ExportFormat, ExportLocale } from '@noa/domain/report.ts';
import type { Db } from '../../database/database.ts';
import type { Question } from '../count.ts';
import type { Cell } from '../projection/event-store.ts';
import type { Download } from './downloads.ts';
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

/** What a report is called in files. */
const titleOf = ({ report }: Question, locale: ExportLocale) => exportTexts[locale].reports[report.name] ?? report.name;

/** The name of a report's file: `noa-utilizare-2026-01-01-2026-03-31.csv`, both days being in it. */
export function fileNameOf(question: Question, { format, locale }: FileStyle): string {
  const { from, to } = question.request;
  const last = new Date(to.getTime() - 1);
  return `noa-${titleOf(question, locale)}-${day.format(from)}-${day.format(last)}.${format.toLowerCase()}`;
}

/**
 * The whole report as a file, made while it is sent, all of it as of the moment it is opened. CSV is for a Romanian
 * spreadsheet: UTF-8 with its mark, semicolons, decimal comma. XLSX has the same cells, numbers being numbers.
 */
export function openReportFile(db: Db, question: Question, style: FileStyle): Download {
  const rows = shownRows(db, question, style.locale);
  const fileName = fileNameOf(question, style);
  if (style.format === 'CSV') {
    return { fileName, contentType: 'text/csv; charset=utf-8', stream: Readable.from(csvOf(rows)) };
  }
  return {
    fileName,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    stream: Readable.fromWeb(workbookOf(rows, titleOf(question, style.locale))),
  };
}

async function* csvOf(pieces: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  let bom = true;
  for await (const rows of pieces) {
    yield csv(rows, bom);
    bom = false;
  }
}

const csv = (rows: Cell[][], bom: boolean): string =>
  stringify(rows, {
    bom,
    delimiter: ';',
    record_delimiter: 'windows',
    quoted_string: true,
    cast: { number: (value) => ({ value: String(value).replace('.', ','), quoted_string: false }) },
  });

/** Rows are taken as they are read: a million need no more memory than ten. */
const workbookOf = (pieces: AsyncIterable<Cell[][]>, title: string) =>
  writeXlsxStream(eachOf(pieces), {
    // A sheet's name has 31 signs at most.
    name: title.slice(0, 31),
    freezePane: { rows: 1 },
  }) as ReadableStream<Uint8Array>;

async function* eachOf(pieces: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[]> {
  for await (const rows of pieces) {
    yield* rows;
  }
}
