import { unseen } from '../text.ts';

/** What may be imported. */
export const importKinds = [
  'buildings',
  'managers',
  'accessGroups',
  'containerGroups',
  'containers',
  'cards',
  'occupiers',
  'members',
  'siruta',
] as const;
export type ImportKind = (typeof importKinds)[number];

/** In which files of texts (`console/public/locales`) a kind's columns are named: the record's own, where a file is of one kind of record. */
export const importTexts = {
  buildings: ['import', 'apartments'],
  managers: ['managers'],
  accessGroups: ['accessGroups', 'import'],
  containerGroups: ['containerGroups', 'import'],
  containers: ['containers'],
  cards: ['cards', 'import'],
  occupiers: ['import', 'apartments'],
  members: ['members', 'import'],
  siruta: ['import'],
} as const satisfies Readonly<Record<ImportKind, readonly string[]>>;

/**
 * The life of an import: `uploaded → checking → checked → applying → applied → undoing → undone`. `cancelled` and `undone` are final; from
 * `checked` and `failed` the columns may be mapped again.
 */
export const importStates = [
  'uploaded',
  'checking',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
  'cancelled',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

/** Why undoing an import leaves a record as it is. */
export const importKeptReasons = ['edited', 'inUse', 'formerGone', 'formerErased'] as const;

/** Bounds of a file, so that none can take the server's memory or time. */
export const importLimits = {
  fileBytes: 50 * 1024 * 1024,
  /** What the parts of an XLSX file may inflate to, all together. */
  unzippedBytes: 256 * 1024 * 1024,
  zipEntries: 2_000,
  rows: 1_000_000,
  cells: 20_000_000,
  columns: 500,
  /** Characters of one CSV row: a quote that is never closed ends here, and not with the file. */
  rowLength: 1_000_000,
  fileNameLength: 255,
  previewRows: 20,
  /** Problems that are kept and shown; all are counted. */
  problems: 50_000,
  /** Checked or applied at once in an org, at all servers together: each has a thread and much memory. */
  atOnce: 4,
} as const;

/** Encodings a person may choose; UTF-8 and UTF-16 are recognised, the others told apart by how Romanian reads. */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'iso-8859-2', 'iso-8859-16'] as const;
export type ImportEncoding = (typeof importEncodings)[number];

export const importSeparators = [',', ';', '\t'] as const;
export type ImportSeparator = (typeof importSeparators)[number];

/** Target field to column header: what each column of the file means. */
export type ImportMapping = Readonly<Record<string, string>>;

/** What is wrong with one cell, or only remarkable; `reason` is a locale key. */
export interface CellProblem<Field extends string = string> {
  readonly field: Field;
  readonly value: string;
  readonly reason: string;
  /** Worth a look, but no reason to stop the import. */
  readonly isWarning: boolean;
}

/** What the words of closed lists mostly are, once a row. */
const foldedAlready = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** A header as it is compared: lower case, no diacritics, words apart by one space. "Nr. stradă" is `nr strada`. */
export const foldHeader = (header: string): string =>
  foldedAlready.test(header)
    ? header
    : header
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();

const commaBelow: Readonly<Record<string, string>> = { ş: 'ș', ţ: 'ț', Ş: 'Ș', Ţ: 'Ț' };

/** Letters that are kept otherwise, and signs that are not kept. */
const mended = new RegExp(`[şţŞŢ]|${unseen.source}`, 'g');

/** What most cells are: words of ASCII one space apart, which nothing is done to. */
const cleanAlready = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** A cell as it is kept: composed letters, ș and ț with a comma below, nothing unseen, one space for any run of white space. */
export const cleanCell = (cell: string): string =>
  cleanAlready.test(cell)
    ? cell
    : cell
        .normalize('NFC')
        .replaceAll(mended, (sign) => commaBelow[sign] ?? '')
        .replaceAll(/\s+/g, ' ')
        .trim();

/** A, B, …, Z, AA, AB, …: as staircases are lettered, and the columns of spreadsheets. */
export function letters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}
