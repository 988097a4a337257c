import { isCnp, maskIdNumber } from '@noa/domain/codes/id-number.ts';
import { cleanCell, importLimits, letters } from '@noa/domain/imports/import.ts';
import { csvRows, detectSeparator } from './csv-rows.ts';
import { detectEncoding } from './encoding.ts';
import { rowsAboveData, type FileFormat, type FileRow, type FormatChoice } from './file-format.ts';
import { FileRefusal } from './file-refusal.ts';
import { isWorkbook, listSheets, xlsxRows } from './xlsx-rows.ts';
import { refuseZipBomb } from './zip-bounds.ts';

type Reading = Pick<FileFormat, 'encoding' | 'separator' | 'sheet'>;

/** Every row as `reading` says the file is to be read, cells cleaned, within the limits. */
export async function* readRows(bytes: Uint8Array, { encoding, separator, sheet }: Reading): AsyncGenerator<FileRow> {
  const rows = sheet === null ? csvRows(bytes, encoding ?? 'utf-8', separator ?? ',') : xlsxRows(bytes, sheet);
  let cellCount = 0;
  for await (const { number, cells } of rows) {
    cellCount += cells.length;
    if (number > importLimits.rows + rowsAboveData || cellCount > importLimits.cells) {
      throw new FileRefusal('import.tooManyRows');
    }
    if (cells.length > importLimits.columns && cells.slice(importLimits.columns).some((cell) => cell !== '')) {
      throw new FileRefusal('import.tooManyColumns');
    }
    yield { number, cells: cells.map(cleanCell) };
  }
}

/** Whether a row says nothing at all. */
export const isBlank = ({ cells }: FileRow): boolean => cells.every((cell) => cell === '');

/**
 * Finds out what a file is and reads it once to its end, so that whatever is wrong with it as a file shows now.
 *
 * @throws {FileRefusal}
 */
export async function lookAt(bytes: Uint8Array, choice: FormatChoice): Promise<FileFormat> {
  const { sheets, ...reading } = isWorkbook(bytes) ? await lookAtWorkbook(bytes, choice) : lookAtText(bytes, choice);
  const first: FileRow[] = [];
  let rows = 0;
  for await (const row of readRows(bytes, reading)) {
    if (!isBlank(row)) {
      rows += 1;
      if (first.length < rowsAboveData + importLimits.previewRows) {
        first.push(row);
      }
    }
  }
  const headerIndex = Math.max(
    0,
    first.slice(0, rowsAboveData).findIndex(({ cells }) => cells.filter(Boolean).length > 1),
  );
  const header = first[headerIndex];
  if (!header || rows === headerIndex + 1) {
    throw new FileRefusal('import.empty');
  }
  const names = nameColumns(header.cells);
  return {
    ...reading,
    sheets,
    header: names,
    headerRow: header.number,
    preview: first
      .slice(headerIndex + 1, headerIndex + 1 + importLimits.previewRows)
      .map(({ cells }) => names.map((_, column) => maskPerson(cells[column] ?? ''))),
    rows: rows - headerIndex - 1,
  };
}

async function lookAtWorkbook(bytes: Uint8Array, choice: FormatChoice) {
  await refuseZipBomb(bytes);
  const sheets = await listSheets(bytes);
  const sheet = choice.sheet ?? sheets[0];
  if (sheet === undefined || !sheets.includes(sheet)) {
    throw new FileRefusal('import.unknownSheet');
  }
  return { encoding: null, separator: null, sheets, sheet };
}

const oldExcel = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const headBytes = 64 * 1024;

function lookAtText(bytes: Uint8Array, choice: FormatChoice) {
  const head = Buffer.from(bytes.subarray(0, headBytes));
  if (head.subarray(0, oldExcel.length).equals(oldExcel)) {
    throw new FileRefusal('import.oldExcel');
  }
  const encoding = choice.encoding ?? detectEncoding(bytes);
  if (encoding !== 'utf-16le' && head.includes(0)) {
    throw new FileRefusal('import.notATable');
  }
  const separator = choice.separator ?? detectSeparator(bytes, encoding);
  return { encoding, separator, sheets: [], sheet: null };
}

/** Distinct names: a column without one is called by its letter, a second `Nr` becomes `Nr (2)`. */
function nameColumns(cells: readonly string[]): string[] {
  const width = cells.findLastIndex((cell) => cell !== '') + 1;
  const names: string[] = [];
  for (const [index, cell] of cells.slice(0, width).entries()) {
    const base = cell || letters(index);
    let name = base;
    for (let again = 2; names.includes(name); again += 1) {
      name = `${base} (${again})`;
    }
    names.push(name);
  }
  return names;
}

/** The preview is kept and shown, so it carries personal numbers as every screen does. */
const maskPerson = (cell: string) => (isCnp(cell) ? maskIdNumber(cell) : cell);
