import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import {
  cleanCell,
  importLimits,
  importSeparators,
  type ImportEncoding,
  type ImportSeparator,
} from '@noa/domain/imports/import.ts';
import { decodeText } from './encoding.ts';
import { countKnown } from './header.ts';
import { rowsAboveData, type FileRow, FileRefusal } from './file-format.ts';

/** A spreadsheet that was once as wide as it can be is saved with as many separators in each row. */
const emptyColumns = 16_384;

/** Lists made by hand have rows of any length, quotes in the middle of names, and line ends of several systems. */
const lenient = {
  relax_column_count: true,
  relax_quotes: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: importLimits.rowLength,
  to: importLimits.rows + rowsAboveData + 1,
};

/** Excel's own way to say the separator, in a first line of its own. */
const separatorLine = /^sep=(.)\r?$/;

/** Every row of the text, blank ones too: they count when a person looks for row 12. */
export async function* csvRows(
  bytes: Uint8Array,
  encoding: ImportEncoding,
  separator: ImportSeparator,
): AsyncGenerator<FileRow> {
  let number = 0;
  for await (const cells of cellsOf(decodeText(bytes, encoding), separator)) {
    number += 1;
    if (cells.length > importLimits.columns && isTooWide(cells)) {
      throw new FileRefusal('import.tooManyColumns');
    }
    if (number > 1 || !separatorLine.test(cells.join(separator))) {
      yield { number, cells };
    }
  }
}

const isTooWide = (cells: readonly string[]) =>
  cells.length > emptyColumns || cells.slice(importLimits.columns).some((cell) => cell !== '');

/** Most files quote nothing, or only some names; a parser reads what comes from the first quotation mark on. */
async function* cellsOf(pieces: Generator<string>, separator: ImportSeparator): AsyncGenerator<string[]> {
  const quoted = yield* plainRows(pieces, separator);
  if (quoted === '') {
    return;
  }
  const parser = Readable.from(withRest(quoted, pieces)).pipe(parse({ ...lenient, delimiter: separator }));
  try {
    yield* parser as AsyncIterable<string[]>;
  } catch (cause) {
    throw cause instanceof CsvError ? new FileRefusal('import.badCsv', { cause }) : cause;
  }
}

function* withRest(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

const sampleRows = 20;

/** The separator by which a row falls into the most words that headers have; else by which the rows fall into the most columns alike. */
export function detectSeparator(bytes: Uint8Array, encoding: ImportEncoding): ImportSeparator {
  const [sample = ''] = decodeText(bytes, encoding);
  const stated = separatorLine.exec(sample.split('\n', 1)[0] ?? '')?.[1];
  const known = importSeparators.find((separator) => separator === stated);
  if (known) {
    return known;
  }
  const scored = importSeparators.map((separator) => ({ separator, ...score(sample, separator) }));
  return scored.reduce((best, each) =>
    each.words > best.words || (each.words === best.words && each.alike > best.alike) ? each : best,
  ).separator;
}

function score(sample: string, separator: ImportSeparator): { words: number; alike: number } {
  const rows = sampleOf(sample, separator, sampleRows) ?? sampleOf(sample, separator, 1) ?? [];
  const widths = rows.map((cells) => cells.length);
  const width = Math.max(0, ...widths);
  return {
    words: Math.max(0, ...rows.map((cells) => (cells.length > 1 ? countKnown(cells.map(cleanCell)) : 0))),
    alike: width < 2 ? 0 : widths.filter((each) => each === width).length * width,
  };
}

/** The first rows; undefined where they cannot be told, as in a sample that ends within quotes. */
function sampleOf(sample: string, separator: ImportSeparator, rows: number): string[][] | undefined {
  try {
    return parseSync(sample, { ...lenient, delimiter: separator, to: rows, skip_empty_lines: true });
  } catch {
    return undefined;
  }
}

/** Ends of lines of several systems. */
const lineEnd = /\r\n?|\n/;

const linesOf = (text: string): string[] => (text.includes('\r') ? text.split(lineEnd) : text.split('\n'));

/** Where the last whole line of the text ends; what ends with a carriage return may go on with a line feed in the next piece. */
const endOfLines = (text: string): number =>
  Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r', text.length - 2)) + 1;

/**
 * Rows of a text in which nothing is quoted, by cutting it at its separators: in a fraction of the time of a parser that looks at
 * each letter. Ends at the first quotation mark.
 *
 * @param pieces - of the text; taken as far as it is read.
 * @returns what was taken of the text from the row on in which that mark stands; empty when there is none.
 * @throws {FileRefusal} `import.badCsv` for a row that is too long.
 */
export function* plainRows(pieces: Iterator<string>, separator: string): Generator<string[], string> {
  let held = '';
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    const text = held + next.value;
    const quote = text.indexOf('"', held.length);
    const end = endOfLines(quote === -1 ? text : text.slice(0, quote));
    if (end > 0) {
      const lines = linesOf(text.slice(0, end));
      lines.pop(); // behind the last end of a line
      for (const line of lines) {
        yield line.split(separator);
      }
    }
    held = text.slice(end);
    if (quote !== -1) {
      return held;
    }
    if (held.length > importLimits.rowLength) {
      throw new FileRefusal('import.badCsv');
    }
  }
  const last = linesOf(held);
  if (last.at(-1) === '') {
    last.pop();
  }
  for (const line of last) {
    yield line.split(separator);
  }
  return '';
}
