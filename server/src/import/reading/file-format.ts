import type { AddressPart } from '@noa/domain/imports/address/address.ts';
import type { FilledRow } from './merged-cells.ts';
import type { ImportEncoding, ImportSeparator } from '@noa/domain/imports/import.ts';

/** Rows among which the header is looked for, below a title perhaps. */
export const rowsAboveData = 20;

/** What a file turned out to be, or was told to be. */
export interface FileFormat {
  /** Null for a workbook, which says so itself. */
  readonly encoding: ImportEncoding | null;
  /** Null for a workbook. */
  readonly separator: ImportSeparator | null;
  /** Empty for a text file. */
  readonly sheets: readonly string[];
  /** The sheet that is read; null for a text file. */
  readonly sheet: string | null;
  /** Distinct names of the columns. */
  readonly header: readonly string[];
  /** Last row of the header, 1 being the first of the file: below it begin the data. */
  readonly headerRow: number;
  /** Cells of that row in a text file, also those behind the last name; null or absent for a workbook. */
  readonly width?: number | null;
  /** Whether cells merged from row to row are filled down; null or absent where none are. */
  readonly fillMerged?: boolean | null;
  /** The column that holds addresses, if they are taken apart: the last names of `header` are those of their parts. */
  readonly address?: AddressColumn | null;
  /** What a person chose of it that the rest does not tell. */
  readonly chosen?: Pick<FormatChoice, 'headerRow' | 'fillMerged' | 'splitAddress'>;
  /** The first rows below the header; ID numbers of people masked. */
  readonly preview: readonly (readonly string[])[];
  /** Rows below the header that are not blank. */
  readonly rows: number;
}

/** A column of addresses. */
export interface AddressColumn {
  /** Index of the column, and of the first that was taken from it. */
  readonly column: number;
  readonly first: number;
  /** What was taken from it, in the order of the columns; behind them comes what was not understood. */
  readonly parts: readonly AddressPart[];
}

/** What a person chose; the rest is found out. */
export interface FormatChoice {
  readonly encoding?: ImportEncoding | null | undefined;
  readonly separator?: ImportSeparator | null | undefined;
  readonly sheet?: string | null | undefined;
  /** A row of the header, 1 being the first of the file. */
  readonly headerRow?: number | null | undefined;
  /** Whether cells merged from row to row are filled down; they are, unless told otherwise. */
  readonly fillMerged?: boolean | null | undefined;
  /** Whether a column of addresses is taken apart; it is, unless told otherwise. */
  readonly splitAddress?: boolean | null | undefined;
}

/** One row of a file. */
export interface FileRow extends FilledRow {
  /** As people and spreadsheets count: the first row of the file is 1. */
  readonly number: number;
  /** What stands behind the last column of a text file, if anything does (`surplusOf`). */
  readonly surplus?: readonly string[];
}

/** The cells behind the last column of a text file: a separator stands within a cell then, and all behind it one too far. Undefined where they say nothing. */
export function surplusOf({ width }: FileFormat, cells: readonly string[]): readonly string[] | undefined {
  const behind = width ? cells.slice(width) : [];
  return behind.some((cell) => cell !== '') ? behind : undefined;
}

/** A file that cannot be read, or that we do not want to read; `reason` is a locale key. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
