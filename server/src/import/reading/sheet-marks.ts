import type { CellProblem } from '@noa/domain/imports/import.ts';
import type { FileFormat, FileRow } from './file-format.ts';
import { columnIndex } from './merged-cells.ts';
import { attributesOf, prefixOf, sharedPart, sheetEntry, textOfPart, withoutPrefix } from './sheet-parts.ts';
import { entriesOf, inflate, type Entry } from './zip-bounds.ts';

/** What a person does not see of a sheet, or sees crossed out. Rows as people count them, columns from 0. */
interface SheetMarks {
  readonly hiddenRows: ReadonlySet<number>;
  readonly isHiddenColumn: (column: number) => boolean;
  /** The columns of cells whose text, or a part of it, is struck out, by their row. */
  readonly struck: ReadonlyMap<number, readonly number[]>;
}

/** Characters that are held until an element ends; rows are never as long. */
const longest = 4 * 1024 * 1024;
/** Crossed-out cells that are told: who crosses out more does not cross out what is wrong. */
const mostStruck = 100_000;

const strike = /<strike(?!\s+val="(?:0|false)")[\s/>]/;
const isHidden = (attributes: string) => /\shidden="(?:1|true)"|\s(?:ht|width)="0(?:\.0*)?"/.test(attributes);

/**
 * Says of rows, once they come in their order, what a person does not see of them in the workbook: they are hidden, their columns are, which is said at
 * the first, or a text in them is struck out. The library that streams rows tells nothing of it.
 *
 * @param columns - that are imported, with what they mean.
 */
export async function remarkingMarks(
  bytes: Uint8Array,
  { sheet, address }: FileFormat,
  columns: readonly (readonly [string, number])[],
): Promise<(row: FileRow) => readonly CellProblem[]> {
  if (sheet === null) {
    return () => [];
  }
  const { hiddenRows, isHiddenColumn, struck } = await marksOf(bytes, sheet);
  const inFile = (column: number) => (address && column >= address.first ? address.column : column);
  let isFirst = true;
  return ({ number, cells }) => {
    const remark = ([field, column]: readonly [string, number], reason: string) => ({
      field,
      value: cells[column] ?? '',
      reason,
      isWarning: true,
    });
    const stated = columns.filter(([, column]) => (cells[column] ?? '') !== '');
    const crossed = struck.get(number) ?? [];
    const found = [
      ...(isFirst ? columns.filter(([, column]) => isHiddenColumn(inFile(column))) : []).map((each) =>
        remark(each, 'import.hiddenColumn'),
      ),
      ...(hiddenRows.has(number) ? stated.slice(0, 1) : []).map((each) => remark(each, 'import.hiddenRow')),
      ...stated
        .filter(([, column]) => crossed.includes(inFile(column)))
        .map((each) => remark(each, 'import.struckText')),
    ];
    isFirst = false;
    return found;
  };
}

async function marksOf(bytes: Uint8Array, sheet: string): Promise<SheetMarks> {
  const entries = entriesOf(bytes);
  const [rows, strings] = [await sheetEntry(entries, sheet), await sharedPart(entries, 'sharedStrings')];
  const struckStyles = stylesStruck(await textOfPart(await sharedPart(entries, 'styles')));
  const struckStrings = strings ? await stringsStruck(strings) : new Set<number>();
  const hiddenRows = new Set<number>();
  const hiddenColumns: (readonly [number, number])[] = [];
  const struck = new Map<number, number[]>();
  const [isAnyStruck, cell] = [struckStyles.size + struckStrings.size > 0, /<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs];
  const isStruck = (attributes: string, content = '') =>
    struckStyles.has(Number(/\ss="(\d+)"/.exec(attributes)?.[1])) ||
    (/\st="s"/.test(attributes) && struckStrings.has(Number(/<v>(\d+)<\/v>/.exec(content)?.[1]))) ||
    strike.test(content);
  let [number, count] = [0, 0];
  const readRow = (row: string) => {
    const end = row.indexOf('>') + 1;
    const attributes = row.slice(0, end);
    number = Number(/\sr="(\d+)"/.exec(attributes)?.[1] ?? number + 1);
    if (isHidden(attributes)) {
      hiddenRows.add(number);
    }
    if ((isAnyStruck || row.includes('<strike')) && count < mostStruck) {
      const columns = Array.from(row.slice(end).matchAll(cell), ([, own = '', content]) =>
        isStruck(own, content) ? columnIndex(/\sr="([A-Z]{1,3})/.exec(own)?.[1] ?? '') : -1,
      ).filter((column) => column >= 0);
      count += columns.length;
      if (columns.length > 0) {
        struck.set(number, columns);
      }
    }
  };
  await (rows &&
    inPieces(rows, 'row ', (piece, isBefore) => {
      if (isBefore) {
        const hidden = Array.from(piece.matchAll(/<col\b[^>]*>/g), ([col]) => col).filter(isHidden);
        const ranges = attributesOf('col', hidden.join('')).map(
          ({ min, max }) => [Number(min) - 1, Number(max) - 1] as const,
        );
        hiddenColumns.push(...ranges);
      } else {
        readRow(piece);
      }
    }));
  const isHiddenColumn = (column: number) => hiddenColumns.some(([from, to]) => from <= column && column <= to);
  return { hiddenRows, isHiddenColumn, struck };
}

/** Indexes of the styles of cells that strike their text out. */
function stylesStruck(text: string): ReadonlySet<number> {
  const xml = withoutPrefix(text, prefixOf(text) ?? '');
  const fonts = Array.from(between(xml, 'fonts').matchAll(/<font\b[^>]*?(?:\/>|>(.*?)<\/font>)/gs), ([, font]) =>
    strike.test(font ?? ''),
  );
  const styles = attributesOf('xf', between(xml, 'cellXfs'));
  return new Set(styles.flatMap(({ fontId }, index) => (fonts[Number(fontId ?? -1)] ? [index] : [])));
}

const between = (xml: string, tag: string) => new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 's').exec(xml)?.[1] ?? '';

/** Indexes of the texts that all sheets share of which a part is struck out, as what stood there before a correction. */
async function stringsStruck(entry: Entry): Promise<ReadonlySet<number>> {
  const struck = new Set<number>();
  let index = 0;
  await inPieces(entry, 'si>', (piece, isBefore) => {
    if (!isBefore) {
      if (strike.test(piece)) {
        struck.add(index);
      }
      index += 1;
    }
  });
  return struck;
}

/**
 * Hands a part on in pieces, each from one element that begins so (`row `) to the next, without prefixes; what stands before the first is said to be so.
 * No more than a piece is held.
 */
async function inPieces(entry: Entry, beginning: string, take: (piece: string, isBefore: boolean) => void) {
  let [held, isBefore] = ['', true];
  let prefix: string | undefined;
  const takeWhole = (text: string, isEnd: boolean) => {
    prefix ??= prefixOf(text);
    if (prefix === undefined && !isEnd) {
      return text;
    }
    const pieces = text.split(`<${prefix ?? ''}${beginning}`);
    const last = isEnd ? undefined : pieces.pop();
    for (const piece of pieces) {
      const plain = withoutPrefix(piece, prefix ?? '');
      take(isBefore ? plain : `<${beginning}${plain}`, isBefore);
      isBefore = false;
    }
    return last ?? '';
  };
  await inflate(entry, (chunk) => {
    held = takeWhole(held + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1'), false);
    return held.length < longest;
  });
  takeWhole(held, true);
}
