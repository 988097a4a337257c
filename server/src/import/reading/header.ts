import { maskPeople } from '@noa/domain/codes/id-number.ts';
import { headerLines } from '@noa/domain/imports/import-headers.ts';
import { letters, foldHeader } from '@noa/domain/imports/import.ts';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { rowsAboveData, type FileRow, FileRefusal } from './file-format.ts';
import type { Merge } from './merged-cells.ts';

const forms = Object.values(importForms);
/** Characters of a header at most: what is longer is a text. */
const longest = 60;
/** Columns of a row that are looked at: a list that is wider says by these what it is. */
const widest = 60;

const seen = new Map<string, boolean>();
/** Words that are remembered; the threads that read are kept for many files. */
const mostSeen = 10_000;

/** Whether a text is what any kind of import calls one of its columns. */
function isKnownHeader(text: string): boolean {
  if (text === '' || text.length > longest || !/\p{L}/u.test(text)) {
    return false;
  }
  let known = seen.get(text);
  if (known === undefined) {
    known = forms.some((form) => Object.keys(form.guessMapping([text])).length > 0);
    if (seen.size < mostSeen) {
      seen.set(text, known);
    }
  }
  return known;
}

/** How many different words of headers a row has. */
export const countKnown = (cells: readonly string[]): number =>
  new Set(cells.slice(0, widest).filter(isKnownHeader).map(foldHeader)).size;

/** Where the columns are named. */
export interface Header {
  /** Distinct names of the columns. */
  readonly names: readonly string[];
  /** Index of its last row among the rows that are not blank: the next are data. */
  readonly index: number;
}

interface Options {
  /** A row that a person says is of the header. */
  readonly chosen: number | null;
  readonly merges: readonly Merge[];
}

/**
 * Finds the header: the row with the most words that headers have, else the first with several cells that is no narrower than what
 * follows. Two rows make one header where the upper names groups of columns; official forms number their columns in a third.
 *
 * @param rows - the first that are not blank.
 * @throws {FileRefusal} `import.noSuchRow` if the chosen one is blank or not there.
 */
export function findHeader(rows: readonly FileRow[], { chosen, merges }: Options): Header | undefined {
  const found =
    chosen === null ? likeliest(rows.slice(0, rowsAboveData)) : rows.findIndex(({ number }) => number === chosen);
  const row = rows[found];
  if (!row) {
    if (chosen !== null) {
      throw new FileRefusal('import.noSuchRow');
    }
    return undefined;
  }
  const [above, below] = [rows[found - 1], rows[found + 1]];
  const isLower = above !== undefined && isGroupsOf(above, row, merges);
  const isUpper = !isLower && below !== undefined && rows[found + 2] !== undefined && isGroupsOf(row, below, merges);
  const [upper, lower] = isLower ? [above, row] : isUpper ? [row, below] : [undefined, row];
  const index = found + (isUpper ? 1 : 0);
  return {
    names: nameColumns(upper ? joinLines(upper, lower, merges) : lower.cells),
    index: isNumbering(rows[index + 1]) && rows[index + 2] ? index + 1 : index,
  };
}

const filled = ({ cells }: FileRow) => cells.filter((cell) => cell !== '').length;
const isText = (cell: string) => cell === '' || (/\p{L}/u.test(cell) && !/^\d/.test(cell));

function likeliest(rows: readonly FileRow[]): number {
  const known = rows.map(({ cells }) => countKnown(cells));
  const most = Math.max(0, ...known);
  if (most > 1) {
    return known.indexOf(most);
  }
  const widths = rows.map(filled).toSorted((one, other) => one - other);
  const usual = widths[Math.floor(widths.length / 2)] ?? 0;
  const wide = rows.findIndex((row) => filled(row) > 1 && 2 * filled(row) > usual);
  return Math.max(0, wide);
}

/** Whether the upper row names groups of the columns that the lower one names: by merged cells, or by blanks between known words. */
function isGroupsOf(upper: FileRow, lower: FileRow, merges: readonly Merge[]): boolean {
  if (filled(upper) < 2 || filled(lower) < 2 || lower.number !== upper.number + 1 || !lower.cells.every(isText)) {
    return false;
  }
  const own = (merge: Merge) => merge.firstRow === upper.number;
  const across = merges.filter(
    (merge) => own(merge) && merge.lastRow === upper.number && merge.lastColumn > merge.firstColumn,
  );
  const isGroup = ({ firstColumn, lastColumn }: Merge) =>
    lower.cells.slice(firstColumn, lastColumn + 1).filter((cell) => cell !== '').length > 1;
  if (across.some(isGroup) || merges.some((merge) => own(merge) && merge.lastRow === lower.number)) {
    return true;
  }
  const isBare = (column: number) => (upper.cells[column] ?? '') === '';
  const named = [...lower.cells.keys()].filter((column) => lower.cells[column] !== '');
  const first = named[0] ?? 0;
  const isNew = (column: number) => isKnownHeader(lower.cells[column] ?? '');
  return (
    upper.cells.every(isText) &&
    !isBare(first) &&
    named.some(isBare) &&
    named.filter(isNew).length > 1 &&
    // A group has a name that no column has besides, or a column a name that no row of data would.
    named.length < Math.max(upper.cells.length, lower.cells.length)
  );
}

/** The names of both rows together; those of groups stand for all columns below them. */
function joinLines(upper: FileRow, lower: FileRow, merges: readonly Merge[]): string[] {
  const width = Math.max(upper.cells.length, lower.cells.length);
  let group = '';
  return Array.from({ length: width }, (_, column) => {
    const merge = merges.find(
      ({ firstRow, firstColumn, lastColumn }) =>
        firstRow === upper.number && firstColumn <= column && column <= lastColumn,
    );
    const name = lower.cells[column] ?? '';
    const own = upper.cells[merge?.firstColumn ?? column] ?? '';
    // Merged cells end their group; without any it goes on to the next name.
    group = own !== '' || name === '' || merges.length > 0 ? own : group;
    return group === '' || group === name ? name : name === '' ? group : `${group}${headerLines}${name}`;
  });
}

/** Whether a row numbers the columns: 0, 1, 2, 3, … */
export function isNumbering(row: FileRow | undefined): boolean {
  const numbers = row?.cells.filter((cell) => cell !== '').map(Number) ?? [];
  const [first = -1] = numbers;
  return numbers.length > 3 && (first === 0 || first === 1) && numbers.every((each, index) => each === first + index);
}

/** Distinct names, personal numbers masked, as the first row of a file without a header is its header: a column without one is called by its letter, a second `Nr` becomes `Nr (2)`. */
function nameColumns(cells: readonly string[]): string[] {
  const width = cells.findLastIndex((cell) => cell !== '') + 1;
  const names: string[] = [];
  for (const [index, cell] of cells.slice(0, width).entries()) {
    names.push(distinct(maskPeople(cell) || letters(index), names));
  }
  return names;
}

/** A name that is none of `names`. */
export function distinct(base: string, names: readonly string[]): string {
  let name = base;
  for (let again = 2; names.includes(name); again += 1) {
    name = `${base} (${again})`;
  }
  return name;
}
