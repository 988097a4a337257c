import { AppError, validationFailed } from '@noa/domain/errors.ts';
import { importEncodings, importSeparators } from '@noa/domain/imports/import.ts';
import { type FileFormat, type FormatChoice, FileRefusal } from './reading/file-format.ts';

/** How a file is to be read, as it came in: null is found out, and so is what is absent, unless the file was read before. */
export interface AskedFormat extends Omit<FormatChoice, 'encoding' | 'separator'> {
  readonly encoding?: string | null | undefined;
  readonly separator?: string | null | undefined;
}

/**
 * @param before - how the file was read last, if it was: what is absent stays so. A row of one sheet is no row of another.
 * @throws {AppError} `ValidationFailed` on `encoding` or `separator`.
 */
export function readChoice(asked: AskedFormat, before?: FileFormat): FormatChoice {
  const isSameSheet = asked.sheet === undefined || asked.sheet === before?.sheet;
  const keptRow = isSameSheet ? before?.chosen?.headerRow : null;
  // The job tells the last row of its header, which need not be the one that was chosen.
  const isToldRow = isSameSheet && asked.headerRow !== null && asked.headerRow === before?.headerRow;
  const headerRow = asked.headerRow === undefined || isToldRow ? keptRow : asked.headerRow;
  const { encoding, separator, sheet, fillMerged, splitAddress } = { ...before, ...before?.chosen, ...asked };
  const known = {
    encoding: importEncodings.find((each) => each === encoding) ?? null,
    separator: importSeparators.find((each) => each === separator) ?? null,
  };
  if (encoding && !known.encoding) {
    throw validationFailed({ encoding: 'form.notFound' }, `Files in ${encoding} cannot be read`);
  }
  if (separator && !known.separator) {
    throw validationFailed({ separator: 'form.notFound' }, 'Columns are separated by a comma, a semicolon or a tab');
  }
  return { ...known, sheet: sheet ?? null, headerRow, fillMerged, splitAddress };
}

/** What is said of how a file is to be read otherwise than it was, null being nothing; undefined when nothing is. */
export function askedOtherwise(asked: AskedFormat, before: FileFormat): AskedFormat | undefined {
  const stated: AskedFormat = Object.fromEntries(Object.entries(asked).filter(([, value]) => (value ?? null) !== null));
  const { sheet, headerRow, fillMerged, splitAddress } = stated;
  const isOther =
    (sheet !== undefined && sheet !== before.sheet) ||
    (headerRow !== undefined && headerRow !== before.headerRow && headerRow !== before.chosen?.headerRow) ||
    // Where nothing is merged, or no column holds addresses, it makes no difference.
    (fillMerged !== undefined && fillMerged === !before.fillMerged && (before.fillMerged ?? null) !== null) ||
    (splitAddress === false && (before.address ?? null) !== null) ||
    (splitAddress === true && before.chosen?.splitAddress === false);
  return isOther ? stated : undefined;
}

const fieldOf: Readonly<Record<string, string>> = {
  'import.unknownSheet': 'sheet',
  'import.noSuchRow': 'headerRow',
};

/** Says of a file that cannot be read what of it is wrong: its sheet, its header, or the file. */
export async function namingField<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof FileRefusal)) {
      throw cause;
    }
    const fields = { [fieldOf[cause.reason] ?? 'file']: cause.reason };
    throw new AppError('ValidationFailed', 'The file cannot be read', { fields, cause });
  }
}
