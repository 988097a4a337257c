import { maskPeople } from '@noa/domain/codes/id-number.ts';
import { importLimits } from '@noa/domain/imports/import.ts';
import { addressHeader, findAddressColumn, withAddress } from './address-column.ts';
import { detectSeparator } from './csv-rows.ts';
import { detectEncoding } from './encoding.ts';
import { rowsAboveData, type FileFormat, type FileRow, type FormatChoice, FileRefusal } from './file-format.ts';
import { isWorkbook } from './file-kind.ts';
import { findHeader } from './header.ts';
import { mergesOf, type Merge } from './merged-cells.ts';
import { isBlank, readRows, type Reading } from './rows.ts';
import { listSheets } from './xlsx-rows.ts';
import { refuseZipBomb } from './zip-bounds.ts';

/**
 * Finds out what a file is and reads it once to its end, so that whatever is wrong with it as a file shows now.
 *
 * @throws {FileRefusal}
 */
export async function lookAt(bytes: Uint8Array, choice: FormatChoice): Promise<FileFormat> {
  const { headerRow, fillMerged, splitAddress } = choice;
  const format = isWorkbook(bytes)
    ? await lookAtWorkbook(bytes, choice)
    : await lookAtRows(bytes, lookAtText(bytes, choice), choice);
  return { ...format, chosen: { headerRow, fillMerged, splitAddress } };
}

/** Sheets that are looked at for one with a table. */
const mostSheets = 10;

/** The sheet that was chosen, or the first with a table: a cover, an empty sheet or a diagram may come before it. */
async function lookAtWorkbook(bytes: Uint8Array, choice: FormatChoice): Promise<FileFormat> {
  await refuseZipBomb(bytes);
  const sheets = await listSheets(bytes);
  const chosen = choice.sheet ?? null;
  if (sheets.length === 0 || (chosen !== null && !sheets.includes(chosen))) {
    throw new FileRefusal('import.unknownSheet');
  }
  let [narrow, refusal]: [FileFormat?, FileRefusal?] = [];
  for (const sheet of chosen === null ? sheets.slice(0, mostSheets) : [chosen]) {
    try {
      const format = await lookAtSheet(bytes, sheet, choice);
      if (format.header.length > 1 || chosen !== null) {
        return { ...format, sheets };
      }
      narrow ??= { ...format, sheets };
    } catch (cause) {
      if (
        !(cause instanceof FileRefusal) ||
        (cause.reason !== 'import.empty' && cause.reason !== 'import.badWorkbook')
      ) {
        throw cause;
      }
      refusal ??= cause;
    }
  }
  if (narrow) {
    return narrow;
  }
  throw refusal ?? new FileRefusal('import.empty');
}

async function lookAtSheet(bytes: Uint8Array, sheet: string, choice: FormatChoice): Promise<FileFormat> {
  const merges = await mergesOf(bytes, sheet);
  const reading = { encoding: null, separator: null, sheet, fillMerged: choice.fillMerged ?? true };
  const format = await lookAtRows(bytes, reading, choice, merges);
  const isMerged = merges.some(({ firstRow, lastRow }) => lastRow > firstRow && lastRow > format.headerRow);
  return { ...format, fillMerged: isMerged ? reading.fillMerged : null };
}

const headBytes = 64 * 1024;

function lookAtText(bytes: Uint8Array, choice: FormatChoice): Reading {
  const encoding = choice.encoding ?? detectEncoding(bytes);
  if (!encoding.startsWith('utf-16') && bytes.subarray(0, headBytes).includes(0)) {
    throw new FileRefusal('import.notATable');
  }
  const separator = choice.separator ?? detectSeparator(bytes, encoding);
  return { encoding, separator, sheet: null };
}

async function lookAtRows(
  bytes: Uint8Array,
  reading: Reading,
  { headerRow, splitAddress }: FormatChoice,
  merges: readonly Merge[] = [],
): Promise<FileFormat> {
  const chosen = headerRow ?? null;
  const first: FileRow[] = [];
  let [rows, above] = [0, 0];
  for await (const row of readRows(bytes, reading, merges)) {
    if (isBlank(row)) {
      continue;
    }
    rows += 1;
    if (chosen !== null && row.number < chosen - 1) {
      above += 1;
    } else if (first.length < rowsAboveData + importLimits.previewRows) {
      first.push(row);
    }
  }
  const header = findHeader(first, { chosen, merges });
  const last = header && first[header.index];
  const left = rows - above - (header?.index ?? 0) - 1;
  if (!last || left === 0) {
    throw new FileRefusal('import.empty');
  }
  const data = first.slice(header.index + 1).map(({ cells }) => cells);
  const address = splitAddress === false ? null : findAddressColumn(header.names, data);
  const names = address ? [...header.names, ...addressHeader(header.names, address)] : header.names;
  const preview = data
    .slice(0, importLimits.previewRows)
    .map((cells) => (address ? withAddress(cells, address) : cells));
  return {
    ...reading,
    sheets: [],
    header: names,
    headerRow: last.number,
    width: reading.sheet === null ? Math.max(header.names.length, last.cells.length) : null,
    address,
    preview: preview.map((cells) => names.map((_, column) => maskPeople(cells[column] ?? ''))),
    rows: left,
  };
}
