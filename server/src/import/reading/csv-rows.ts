import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import {
  importLimits,
  importSeparators,
  type ImportEncoding,
  type ImportSeparator,
} from '@noa/domain/imports/import.ts';
import { decodeText } from './encoding.ts';
import { rowsAboveData, type FileRow } from './file-format.ts';
import { FileRefusal } from './file-refusal.ts';

/** A spreadsheet that was once as wide as it can be is saved with as many separators in each row. */
const emptyColumns = 16_384;

/** Lists made by hand have rows of any length, quotes in the middle of names, and line ends of several systems. */
const lenient = {
  relax_column_count: true,
  relax_quotes: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: importLimits.rowLength,
  // Within the parser: a row of a million separators would be a million cells before anybody could count them.
  to: importLimits.rows + rowsAboveData + 1,
  cast: (cell: string, { index }: { index: number }): string => {
    if (index >= importLimits.columns && (cell !== '' || index >= emptyColumns)) {
      throw new FileRefusal('import.tooManyColumns');
    }
    return cell;
  },
};

/** Excel's own way to say the separator, in a first line of its own. */
const separatorLine = /^sep=(.)\r?$/;

/** Every row of the text, blank ones too: they count when a person looks for row 12. */
export async function* csvRows(
  bytes: Uint8Array,
  encoding: ImportEncoding,
  separator: ImportSeparator,
): AsyncGenerator<FileRow> {
  const parser = Readable.from(decodeText(bytes, encoding)).pipe(parse({ ...lenient, delimiter: separator }));
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      if (number > 1 || !separatorLine.test(cells.join(separator))) {
        yield { number, cells };
      }
    }
  } catch (cause) {
    throw cause instanceof CsvError ? new FileRefusal('import.badCsv', { cause }) : cause;
  }
}

const sampleRows = 20;

/** The separator by which the first rows fall into the most columns, the same number in each. */
export function detectSeparator(bytes: Uint8Array, encoding: ImportEncoding): ImportSeparator {
  const [sample = ''] = decodeText(bytes, encoding);
  const stated = separatorLine.exec(sample.split('\n', 1)[0] ?? '')?.[1];
  const known = importSeparators.find((separator) => separator === stated);
  if (known) {
    return known;
  }
  const scored = importSeparators.map((separator) => ({ separator, score: score(sample, separator) }));
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).separator;
}

function score(sample: string, separator: ImportSeparator): number {
  let widths: number[];
  try {
    const rows = parseSync(sample, { ...lenient, delimiter: separator, to: sampleRows, skip_empty_lines: true });
    widths = rows.map((cells) => cells.length);
  } catch {
    return 0; // the sample ends within quotes: this separator says nothing, another may
  }
  const width = Math.max(0, ...widths);
  return width < 2 ? 0 : widths.filter((each) => each === width).length * width;
}
