import { importForms } from '@noa/domain/imports/import-forms.ts';
import { headerLines } from '@noa/domain/imports/import-headers.ts';
import { foldHeader, type CellProblem, type ImportKind } from '@noa/domain/imports/import.ts';
import type { FileFormat, FileRow } from './file-format.ts';
import { isNumbering } from './header.ts';
import type { Merge } from './merged-cells.ts';
import { findingTables } from './other-tables.ts';

/** What is added up, as people write it behind the word; other words make a name of it. */
const summed =
  'gen(?:eral)?|pe|pag(?:in\\p{L}+)?|bl(?:oc\\p{L}*)?|sc(?:[aă]r\\p{L}+)?|str(?:[aă]\\p{L}+)?|ap(?:art\\p{L}*)?|cartier\\p{L}*|zon\\p{L}+|' +
  'localit\\p{L}+|ora[sș]\\p{L}*|municipi\\p{L}+|comun\\p{L}+|jude[tț]\\p{L}*|uat|imobil\\p{L}*|adres\\p{L}+|containere\\p{L}*|' +
  'platform\\p{L}+|insul\\p{L}+|carduri\\p{L}*|persoane|asocia[tț]i\\p{L}+|list\\p{L}+|foai\\p{L}+|sector\\p{L}*|r[aâ]nduri';

/** What stands below a list or a part of it, in the column that is filled in first, whether or not it is imported; with the sum itself, now and then. */
const total = new RegExp(
  `^(?:(?:sub)?total(?:uri)?(?:\\s*(?:[:=(].*|[\\d., ]*)|\\s+(?:${summed})(?!\\p{L}).*)|(?:de )?report(?:at)?(?: pag\\p{L}*)?[ .:=\\d,]*)$`,
  'iu',
);

/** What people write below a list besides. */
const note =
  /^(?:(?:[iî]ntocmit|verificat|aprobat|avizat)(?: de)? ?(?:[:,.]|$)|(?:not[aăe]|legend[aă]|observa[tț]ii) ?:)/i;

/** A text of words, as titles are; what is shorter may be the name of an entrance. */
const words = /\p{L}{3}/u;
/** Cells that the rows of a list fill in, so that one with a single cell is looked at. */
const severalCells = 3;

/** A number as lists count their rows by, which go on below the last. */
const counting = /^\d{1,7}\.?$/;

/** A field, and the index of its column. */
type Column = readonly [string, number];

/** What is to be said of a row; that of none belongs to no field. */
type RowRemark = Omit<CellProblem, 'field'> & { readonly field: string | null };

interface Judgement {
  readonly isNone: boolean;
  readonly said: readonly RowRemark[];
}
const silent: Judgement = { isNone: true, said: [] };

/**
 * Judges the rows of a list before they are read as what its kind is. Rows come in their order.
 *
 * @param columns - with what they mean, in the order of the file.
 * @returns what is to be said of a row, and whether it is one: it is none when it is empty in all these columns, so that it says something only where
 * nobody looks, or is the header again, as at the top of each page.
 */
export function judgingRows(
  kind: ImportKind,
  format: FileFormat,
  columns: readonly Column[],
): (row: FileRow) => Judgement {
  const repeats = repeatingHeader(
    format,
    columns.map(([, column]) => column),
  );
  const tableOf = findingTables(kind, format, columns);
  const judgeWhole = judgingWhole(kind, format, columns);
  let isInOther = false;
  return (row) => {
    const repeated = repeats(row);
    if (repeated) {
      isInOther &&= repeated !== 'header';
      return repeated === 'elsewhere' ? { isNone: true, said: [ignored(row, format)] } : silent;
    }
    const table = tableOf(row);
    isInOther = table === null ? isInOther : table === 'other';
    if (table === 'same') {
      return silent;
    }
    if (isInOther) {
      const [field, column] = firstStated(row, columns);
      return { isNone: false, said: [refuse(field, row.cells[column] ?? '', 'import.otherTable')] };
    }
    return { isNone: false, said: judgeWhole(row) };
  };
}

/** What a row that is none says in columns that are not imported. */
const ignored = ({ cells }: FileRow, { header, address }: FileFormat): RowRemark => ({
  field: null,
  value: header
    .slice(0, address?.first)
    .flatMap((name, column) => (cells[column] ? [`${name}: ${cells[column]}`] : []))
    .join('; '),
  reason: 'import.unmappedOnly',
  isWarning: true,
});

/**
 * Tells what rows are none: those that are empty in all these columns, and those that say again, in small letters or capitals, what heads them: the column
 * itself, a line of it, or that of whole addresses; or number them below that. A value may be spelled as its column is: most of a header's cells are.
 */
function repeatingHeader(
  { header, address }: FileFormat,
  columns: readonly number[],
): (row: FileRow) => 'header' | 'elsewhere' | 'nothing' | null {
  const headingOf = (column: number) => {
    const whole = address && column >= address.first ? [address.column] : [];
    const names = [column, ...whole].map((each) => (header[each] ?? '').replace(/ \(\d+\)$/, ''));
    const heads = new Set(names.flatMap((name) => [name, ...name.split(headerLines)].map(foldHeader)));
    heads.delete('');
    return { column, heads, longest: Math.max(0, ...names.map(({ length }) => length)) };
  };
  const headings = columns.map(headingOf);
  const others = Array.from({ length: address?.first ?? header.length }, (_, column) => column)
    .filter((column) => !columns.includes(column))
    .map(headingOf);
  type Headings = typeof headings;
  const isHeading = (cell: string, { heads, longest }: Headings[number]) =>
    cell.length <= longest && heads.has(foldHeader(cell));
  const statedOf = (cells: readonly string[], all: Headings) =>
    all.filter(({ column }) => (cells[column] ?? '') !== '');
  let isBelowHeader = false;
  return ({ number, cells }) => {
    const stated = statedOf(cells, headings);
    const saysHeads = stated.every((heading) => isHeading(cells[heading.column] ?? '', heading));
    const beside = saysHeads ? statedOf(cells, others) : [];
    const strange = beside.filter((heading) => !isHeading(cells[heading.column] ?? '', heading));
    const isHeader = saysHeads && (stated.length === 0 || stated.length + beside.length > 2 * strange.length);
    const isNone = isHeader || (isBelowHeader && isNumbering({ number, cells: cells.slice(0, address?.first) }));
    isBelowHeader = isHeader && (stated.length > 0 || isBelowHeader);
    if (!isNone) {
      return null;
    }
    if (stated.length === 0) {
      return strange.some(({ column }) => !counting.test(cells[column] ?? '')) ? 'elsewhere' : 'nothing';
    }
    return isHeader && stated.length > 1 ? 'header' : 'nothing';
  };
}

const refuse = (field: string, value: string, reason: string): CellProblem => ({
  field,
  value,
  reason,
  isWarning: false,
});

const firstStated = ({ cells }: FileRow, columns: readonly Column[]): Column =>
  columns.find(([, each]) => (cells[each] ?? '') !== '') ?? ['', -1];

/**
 * Finds what is wrong with a row as a whole, whatever its kind: it adds up those above it, or is a title between them, and would be one of them; it was cut
 * within a cell, so that nothing of it can be told; or a number in it is that of several rows.
 */
function judgingWhole(
  kind: ImportKind,
  { header, address, preview }: FileFormat,
  columns: readonly Column[],
): (row: FileRow) => readonly CellProblem[] {
  const { lone } = importForms[kind];
  const mergedCounts = findingMergedCounts(kind, address, columns);
  const countOwn = (cells: readonly string[]) =>
    cells.slice(0, address?.first ?? header.length).filter((cell) => cell !== '').length;
  const widths = preview.map(countOwn).toSorted((one, other) => one - other);
  const areSeveral = (widths[Math.floor(0.75 * widths.length)] ?? 0) >= severalCells;
  return (row) => {
    const { cells, surplus, merged, across = 1 } = row;
    if (surplus !== undefined) {
      return [refuse(columns[0]?.[0] ?? '', surplus.join(' '), 'import.surplusCell')];
    }
    const [field, column] = firstStated(row, columns);
    const first = cells[column] ?? '';
    const beginnings = [cells.find((cell) => cell !== '') ?? '', first];
    const sum = beginnings.find((each) => total.test(each));
    if (sum !== undefined) {
      return [refuse(field, sum, 'import.totalRow')];
    }
    const noted = beginnings.find((each) => note.test(each));
    const isLone = isOnly(cells, first) && words.test(first) && countOwn(cells) === 1;
    const isTitle = isLone && (across > 1 || (lone === 'title' && areSeveral));
    if (noted !== undefined || isTitle) {
      return [refuse(field, noted ?? first, 'import.titleRow')];
    }
    const isPerhapsTitle = isLone && lone === 'perhapsTitle' && areSeveral;
    const remarks = isPerhapsTitle ? [{ ...refuse(field, first, 'import.loneCell'), isWarning: true }] : [];
    return merged ? [...remarks, ...mergedCounts(row)] : remarks;
  };
}

/** Finds numbers that say how many there are, and stand once for this row and others. */
function findingMergedCounts(kind: ImportKind, address: FileFormat['address'], columns: readonly Column[]) {
  const counts = columns.filter(([field]) => importForms[kind].counted?.includes(field));
  const fileColumn = (column: number) => (address && column >= address.first ? address.column : column);
  return ({ cells, merged }: FileRow) =>
    counts.flatMap(([field, column]) => {
      const merge = merged?.get(column);
      const value = cells[column] ?? '';
      const isOwn = ([, each]: Column) =>
        (cells[each] ?? '') !== '' && !(merge && reachesAsFar(merged?.get(fileColumn(each)), merge));
      return merge && /^\d|\d$/.test(value) && columns.some(isOwn) ? [refuse(field, value, 'import.mergedCount')] : [];
    });
}

/** Whether no cell of a row says anything else: of an address, what was taken from it. */
const isOnly = (cells: readonly string[], own: string) => !cells.some((cell) => cell !== '' && cell !== own);

/** Whether one stands for as many rows as the other: together they are one row of the list. */
const reachesAsFar = (one: Merge | undefined, other: Merge) =>
  one !== undefined && one.firstRow <= other.firstRow && one.lastRow >= other.lastRow;
