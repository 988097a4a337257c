import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { ExportFormat } from '@noa/domain/reporting/report.ts';
import type { Download } from '../downloads.ts';
import type { FileCell } from '../records-file.ts';
import { workbook, type Sheet } from './workbook.ts';

/** For the days in a file's name, and where no org tells another. */
export const fileZone = 'Europe/Bucharest';

/** A day in a file's name: `2026-01-31`. */
export const dayOf = (moment: Date, timeZone: string = fileZone): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);

/** A name that any system takes: small letters of the English alphabet. */
export const plainName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** A table that is given away as a file. */
export interface TableFile {
  readonly fileName: string;
  /** Of its sheet. */
  readonly title: string;
  readonly format: ExportFormat;
  /** Begins to read the rows, the headings first, every text disarmed; the signal tells that nobody waits for more. */
  readonly rows: (signal: AbortSignal) => AsyncGenerator<FileCell[][]>;
  /** Sheets behind the table, where the format has any; asked for before the rows. */
  readonly more?: () => Promise<readonly Sheet[]>;
}

/** What the name of a sheet may not have in it (ECMA-376), nor begin with. */
const notInSheetNames = /[[\]:*?/\\']/g;

/**
 * A table as a file that is made while it is sent. CSV is for a Romanian spreadsheet: UTF-8 with its mark, semicolons, decimal
 * comma. XLSX has the same cells, numbers being numbers and moments moments.
 */
export function openTable({ fileName, title, format, rows, more }: TableFile): Download {
  if (format === 'CSV') {
    const stream = fileStream((signal) => csvOf(rows(signal)));
    return { fileName, contentType: 'text/csv; charset=utf-8', stream };
  }
  async function* sheets(signal: AbortSignal) {
    const behind = (await more?.()) ?? [];
    const name = title.replaceAll(notInSheetNames, ' ').trim() || 'Noa';
    yield* workbook([{ name, rows: rows(signal), hasHeadings: true }, ...behind]);
  }
  return {
    fileName,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    stream: fileStream(sheets),
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

/**
 * A stream of what is made while it is read: nothing is made ahead of whoever reads, but one piece. When they leave, `signal`
 * tells it at once, so that a query which runs just then does not run on for nobody.
 *
 * @param make - gives the pieces.
 */
export function fileStream(make: (signal: AbortSignal) => AsyncGenerator<string | Uint8Array>): Readable {
  const leaving = new AbortController();
  const pieces = make(leaving.signal);
  return new Readable({
    highWaterMark: 0,
    read() {
      nextOf(pieces).then(
        (piece) => this.push(piece),
        (cause: Error) => this.destroy(cause),
      );
    },
    destroy(error, done) {
      leaving.abort();
      // Whoever leaves half way has nobody to tell an error to, and what comes of the piece that was being made is nobody's business.
      const told = error?.name === 'AbortError' ? null : error;
      pieces.return(undefined).then(
        () => done(told),
        () => done(told),
      );
    },
  });
}

/** Null at the end. An empty piece, which a stream would take for nothing at all, is left out. */
async function nextOf(pieces: AsyncGenerator<string | Uint8Array>): Promise<string | Uint8Array | null> {
  for (;;) {
    const { value, done } = await pieces.next();
    if (done === true) {
      return null;
    }
    if (value.length > 0) {
      return value;
    }
  }
}
