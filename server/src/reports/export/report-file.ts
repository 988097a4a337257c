import { stringify } from 'csv-stringify/sync';
import type { ExportFormat, ExportLocale } from '@noa/domain/report.ts';
import type { Db } from '../../database/database.ts';
import type { Question } from '../count.ts';
import type { Download } from './downloads.ts';
import { reportNames } from '../report-names.ts';
import { aboutQuestion } from './about-question.ts';
import { aboutRows, type AboutFile } from './about-rows.ts';
import { aboutTexts } from './about-texts.ts';
import { fileStream } from './file-stream.ts';
import { recordTexts } from './record-texts.ts';
import { recordRows, type FileCell, type RecordsFile } from './records-file.ts';
import { shownRows } from './shown-rows.ts';
import { workbook } from './workbook.ts';

/** How a report is written. */
export interface FileStyle {
  readonly format: ExportFormat;
  readonly locale: ExportLocale;
}

/** For the days in a file's name, and where no org tells another. */
export const fileZone = 'Europe/Bucharest';

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: fileZone, dateStyle: 'short' });

const titleOf = ({ report }: FileSubject, locale: ExportLocale) => reportNames[locale][report] ?? report;

/** A name that any system takes: small letters of the English alphabet. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

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
  const title = `${plain(titleOf(subject, locale))}${isOfRecords ? `-${recordTexts[locale].title}` : ''}`;
  return `noa-${title}-${day.format(from)}-${day.format(last)}.${format.toLowerCase()}`;
}

/**
 * The whole report as a file, made while it is sent, all of it as of the moment it is opened. CSV is for a Romanian
 * spreadsheet: UTF-8 with its mark, semicolons, decimal comma; nothing but the table, as programs read it. XLSX has the same
 * cells, numbers being numbers, and a second sheet that says what they rest on.
 *
 * @param madeBy - who wants it, as shown to its readers.
 */
export const openReportFile = (db: Db, question: Question, style: FileStyle, madeBy: string): Download =>
  openFile(subjectOf(question), style, {
    rows: (signal) => shownRows(db, question, style.locale, signal),
    about: () => aboutQuestion(db, question, { madeBy, isOfRecords: false }),
  });

/** The records that the whole report counts as a file, made while it is sent. */
export const openRecordsFile = (db: Db, file: RecordsFile, style: FileStyle, madeBy: string): Download =>
  openFile({ ...subjectOf(file.question), isOfRecords: true }, style, {
    rows: (signal) => recordRows(db, file, style.locale, signal),
    about: () => aboutQuestion(db, file.question, { madeBy, isOfRecords: true }),
  });

export interface FileContents {
  /** Begins to read the rows; the signal tells that nobody waits for more. */
  readonly rows: (signal: AbortSignal) => AsyncGenerator<FileCell[][]>;
  readonly about: () => Promise<AboutFile> | AboutFile;
}

/** Rows as a file, and what there is to know of them where there is a place for it. */
export function openFile(subject: FileSubject, style: FileStyle, contents: FileContents): Download {
  const fileName = fileNameOf(subject, style);
  if (style.format === 'CSV') {
    const stream = fileStream((signal) => csvOf(contents.rows(signal)));
    return { fileName, contentType: 'text/csv; charset=utf-8', stream };
  }
  return {
    fileName,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    stream: fileStream((signal) => workbookOf(titleOf(subject, style.locale), style.locale, contents, signal)),
  };
}

/** What is known is asked first: it holds for rows that are read after it. */
async function* workbookOf(title: string, locale: ExportLocale, { rows, about }: FileContents, signal: AbortSignal) {
  const told = aboutRows(await about(), locale);
  async function* all() {
    yield told;
  }
  yield* workbook([
    { name: title, rows: rows(signal), hasHeadings: true },
    { name: aboutTexts[locale].sheet, rows: all(), widths: [44, 70] },
  ]);
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
