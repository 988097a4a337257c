import { importForms } from '@noa/domain/imports/import-forms.ts';
import { headerLines } from '@noa/domain/imports/import-headers.ts';
import { foldHeader, type CellProblem, type ImportKind } from '@noa/domain/imports/import.ts';
import type { FileFormat, FileRow } from './file-format.ts';
import { isNumbering } from './header.ts';
import type { Merge } from './merged-cells.ts';

/** What stands below a list, in the column that is filled in first, whether or not it is imported; with the sum itself, now and then. */
const total = /^(?:sub)?total(?: general)?\s*[:=]?\s*(?:\d[\d., ]*)?$/i;

/**
 * Whether a row is empty in all these columns, so that it says something only where nobody looks: a note; or says again, in small letters or capitals, what
 * heads them: the column itself, a line of it, or that of whole addresses; or numbers them below that. Rows come in their order.
 */
export function sayingNothing({ header, address }: FileFormat, columns: readonly number[]): (row: FileRow) => boolean {
  const headings = columns.map((column) => {
    const whole = address && column >= address.first ? [address.column] : [];
    const names = [column, ...whole].map((each) => (header[each] ?? '').replace(/ \(\d+\)$/, ''));
    const words = new Set(names.flatMap((name) => [name, ...name.split(headerLines)].map(foldHeader)));
    words.delete('');
    return { column, words, longest: Math.max(0, ...names.map(({ length }) => length)) };
  });
  const isHeading = (cell: string, { words, longest }: (typeof headings)[number]) =>
    cell.length <= longest && words.has(foldHeader(cell));
  let isBelowHeader = false;
  return ({ number, cells }) => {
    const stated = headings.filter(({ column }) => (cells[column] ?? '') !== '');
    const isHeader = stated.every((heading) => isHeading(cells[heading.column] ?? '', heading));
    const isNone = isHeader || (isBelowHeader && isNumbering({ number, cells: cells.slice(0, address?.first) }));
    isBelowHeader = isHeader && (stated.length > 0 || isBelowHeader);
    return isNone;
  };
}

/** A field, and the index of its column. */
type Column = readonly [string, number];

/**
 * Finds what is wrong with a row as a whole, whatever its kind: it adds up those above it, and would be one of them; it was cut within a cell, so that nothing
 * of it can be told; or a number in it is that of several rows. Undefined for any other.
 *
 * @param columns - with what they mean, in the order of the file.
 */
export function refusingWhole(
  kind: ImportKind,
  { address }: FileFormat,
  columns: readonly Column[],
): (row: FileRow) => readonly CellProblem[] | undefined {
  const refuse = (field: string, value: string, reason: string) => ({ field, value, reason, isWarning: false });
  const counts = columns.filter(([field]) => importForms[kind].counted?.includes(field));
  const fileColumn = (column: number) => (address && column >= address.first ? address.column : column);
  const mergedCounts = ({ cells, merged }: FileRow) =>
    counts.flatMap(([field, column]) => {
      const merge = merged?.get(column);
      const value = cells[column] ?? '';
      const isOwn = ([, each]: Column) =>
        (cells[each] ?? '') !== '' && !(merge && reachesAsFar(merged?.get(fileColumn(each)), merge));
      return merge && /^\d|\d$/.test(value) && columns.some(isOwn) ? [refuse(field, value, 'import.mergedCount')] : [];
    });
  return (row) => {
    const { cells, surplus } = row;
    if (surplus !== undefined) {
      return [refuse(columns[0]?.[0] ?? '', surplus.join(' '), 'import.surplusCell')];
    }
    const [field, column] = columns.find(([, each]) => (cells[each] ?? '') !== '') ?? ['', -1];
    const words = [cells.find((cell) => cell !== '') ?? '', cells[column] ?? ''];
    const word = words.find((each) => total.test(each));
    if (word !== undefined) {
      return [refuse(field, word, 'import.totalRow')];
    }
    const found = row.merged ? mergedCounts(row) : [];
    return found.length > 0 ? found : undefined;
  };
}

/** Whether one stands for as many rows as the other: together they are one row of the list. */
const reachesAsFar = (one: Merge | undefined, other: Merge) =>
  one !== undefined && one.firstRow <= other.firstRow && one.lastRow >= other.lastRow;
