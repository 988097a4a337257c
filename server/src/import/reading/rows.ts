import { cleanCell, importLimits } from '@noa/domain/imports/import.ts';
import { rearm } from '@noa/domain/imports/spreadsheet.ts';
import { withAddress } from './address-column.ts';
import { csvRows } from './csv-rows.ts';
import { rowsAboveData, surplusOf, type FileFormat, type FileRow, FileRefusal } from './file-format.ts';
import { MergeFiller, mergesOf, type Merge } from './merged-cells.ts';
import { xlsxRows } from './xlsx-rows.ts';

export type Reading = Pick<FileFormat, 'encoding' | 'separator' | 'sheet' | 'fillMerged'>;

/**
 * Every row as `reading` says the file is to be read, cells cleaned, within the limits.
 *
 * @param merges - of the sheet, where they are known already.
 */
export async function* readRows(
  bytes: Uint8Array,
  reading: Reading,
  merges?: readonly Merge[],
): AsyncGenerator<FileRow> {
  const { encoding, separator, sheet, fillMerged } = reading;
  const rows = sheet === null ? csvRows(bytes, encoding ?? 'utf-8', separator ?? ',') : xlsxRows(bytes, sheet);
  const all = sheet === null ? [] : (merges ?? (await mergesOf(bytes, sheet)));
  const filler = all.length > 0 ? new MergeFiller(all, fillMerged ?? false) : null;
  let cellCount = 0;
  for await (const { number, cells: own } of rows) {
    const { cells, ...filled } = filler ? filler.fill(number, own) : { cells: own };
    cellCount += cells.length;
    if (number > importLimits.rows + rowsAboveData || cellCount > importLimits.cells) {
      throw new FileRefusal('import.tooManyRows');
    }
    if (cells.length > importLimits.columns && cells.slice(importLimits.columns).some((cell) => cell !== '')) {
      throw new FileRefusal('import.tooManyColumns');
    }
    yield { number, cells: cells.map((cell) => cleanCell(rearm(cell))), ...filled };
  }
}

/** The rows below the header that are not blank, with the columns that an address is taken apart into. */
export async function* readData(bytes: Uint8Array, format: FileFormat): AsyncGenerator<FileRow> {
  for await (const row of readRows(bytes, format)) {
    if (row.number > format.headerRow && !isBlank(row)) {
      const surplus = surplusOf(format, row.cells);
      const cells = format.address ? withAddress(row.cells, format.address) : row.cells;
      yield { ...row, cells, ...(surplus && { surplus }) };
    }
  }
}

/** Whether a row says nothing at all. */
export const isBlank = ({ cells }: FileRow): boolean => cells.every((cell) => cell === '');
