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
  /** Row of the header, 1 being the first of the file. */
  readonly headerRow: number;
  /** The first rows below the header; ID numbers of people masked. */
  readonly preview: readonly (readonly string[])[];
  /** Rows below the header that are not blank. */
  readonly rows: number;
}

/** What a person chose; the rest is found out. */
export interface FormatChoice {
  readonly encoding?: ImportEncoding | null | undefined;
  readonly separator?: ImportSeparator | null | undefined;
  readonly sheet?: string | null | undefined;
}

/** One row of a file. */
export interface FileRow {
  /** As people and spreadsheets count: the first row of the file is 1. */
  readonly number: number;
  readonly cells: readonly string[];
}
