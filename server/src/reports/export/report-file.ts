import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import type { Db } from '../../database/database.ts';
import type { Question } from '../engine/engine.ts';
import { reportTexts } from '../report-texts.ts';
import type { FileStyle } from './asked-file.ts';
import type { Download } from './downloads.ts';
import { aboutQuestion, aboutRows, type AboutFile } from './about/about-file.ts';
import { recordRows, type FileCell, type RecordsFile } from './records-file.ts';
import { shownRows } from './shown-rows.ts';
import { dayOf, openTable, plainName } from './files/table-file.ts';

const titleOf = ({ report }: FileSubject, locale: ExportLocale) => reportTexts[locale].names[report] ?? report;

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

/** The name of a report's file: `noa-utilizare-2026-01-01-2026-03-31.csv`, both days being in it. @param zone - whose days they are. */
export function fileNameOf(subject: FileSubject, { format, locale }: FileStyle, zone?: string): string {
  const { from, to, isOfRecords = false } = subject;
  const last = new Date(to.getTime() - 1);
  const title = `${plainName(titleOf(subject, locale))}${isOfRecords ? `-${reportTexts[locale].records.title}` : ''}`;
  return `noa-${title}-${dayOf(from, zone)}-${dayOf(last, zone)}.${format.toLowerCase()}`;
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
export function openFile(subject: FileSubject, { format, locale }: FileStyle, { rows, about }: FileContents): Download {
  return openTable({
    fileName: fileNameOf(subject, { format, locale }),
    title: titleOf(subject, locale),
    format,
    rows,
    // What is known is asked first: it holds for rows that are read after it.
    more: async () => {
      const told = aboutRows(await about(), locale);
      async function* all() {
        yield told;
      }
      return [{ name: reportTexts[locale].about.sheet, rows: all(), widths: [44, 70] }];
    },
  });
}
