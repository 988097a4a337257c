import { anyPrefix, sheetEntry } from './sheet-parts.ts';
import { entriesOf, inflate, type Entry } from './zip-bounds.ts';

/** Cells of a sheet that are merged into one, as a person counts rows: the first is 1. Columns count from 0. */
export interface Merge {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Bytes behind a sheet's rows in which merged cells are looked for. */
const mostBytes = 4 * 1024 * 1024;
const mergeCell = new RegExp(
  String.raw`<${anyPrefix}mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"`,
  'g',
);
const endWord = 'sheetData>';
const endOfRows = new RegExp(`</${anyPrefix}sheetData>`);
/** Characters of a chunk that may hold the beginning of the end of rows. */
const overlap = 64;

/**
 * The merged cells of a sheet, from the top. The library that streams its rows says nothing of them: they stand behind the rows.
 *
 * @throws {FileRefusal} `import.badWorkbook`.
 */
export async function mergesOf(bytes: Uint8Array, sheet: string): Promise<Merge[]> {
  const entries = entriesOf(bytes);
  const entry = await sheetEntry(entries, sheet);
  const tail = entry ? await behindRows(entry) : '';
  const merges = Array.from(tail.matchAll(mergeCell), ([, from = '', first, to = '', last]) => ({
    firstRow: Number(first),
    lastRow: Number(last),
    firstColumn: columnIndex(from),
    lastColumn: columnIndex(to),
  }));
  return merges.sort((one, other) => one.firstRow - other.firstRow);
}

/** What stands behind the rows of a sheet; nothing else of it is kept. */
async function behindRows(entry: Entry): Promise<string> {
  let before = Buffer.alloc(0);
  let tail: string | undefined;
  await inflate(entry, (bytes) => {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (tail !== undefined) {
      tail += chunk.toString('latin1');
      return tail.length < mostBytes;
    }
    const seam = Buffer.concat([before, chunk.subarray(0, overlap)]);
    if (chunk.includes(endWord) || seam.includes(endWord)) {
      const joined = Buffer.concat([before, chunk]).toString('latin1');
      const end = endOfRows.exec(joined);
      tail = end ? joined.slice(end.index) : undefined;
    }
    before = Buffer.from(chunk.subarray(-overlap));
    return true;
  });
  return tail ?? '';
}

/** The index of a column by its letters, from 0. */
export const columnIndex = (name: string) =>
  Array.from(name).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const widthOf = ({ firstColumn, lastColumn }: Merge) => lastColumn - firstColumn + 1;

/** A row with what cells merged from row to row say in it. */
export interface FilledRow {
  readonly cells: readonly string[];
  /** By the index of their column, those that say something in it; undefined where none does. */
  readonly merged?: ReadonlyMap<number, Merge>;
  /** Columns of the widest cell in it; undefined for one. */
  readonly across?: number;
}

/** Writes the value of cells merged from row to row into each of the rows, and tells how wide they are. */
export class MergeFiller {
  readonly #merges: readonly Merge[];
  readonly #isFilling: boolean;
  #next = 0;
  #open: { readonly merge: Merge; readonly value: string }[] = [];

  /**
   * @param merges - from the top.
   * @param isFilling - whether values are written into the rows below.
   */
  constructor(merges: readonly Merge[], isFilling: boolean) {
    this.#merges = merges;
    this.#isFilling = isFilling;
  }

  /** @param row - its number; rows come in their order. */
  fill(row: number, cells: readonly string[]): FilledRow {
    this.#open = this.#open.filter(({ merge }) => merge.lastRow >= row);
    const filled = this.#open.length > 0 ? [...cells] : cells;
    for (const { merge, value } of this.#open) {
      const at = merge.firstColumn;
      if (Array.isArray(filled) && !filled[at]) {
        filled.push(...Array.from({ length: Math.max(0, at - filled.length) }, () => ''));
        filled[at] = value;
      }
    }
    const begun = this.#begin(row, cells);
    const across = Math.max(begun, ...this.#open.map(({ merge }) => widthOf(merge)));
    const merged = new Map(this.#open.map(({ merge }) => [merge.firstColumn, merge]));
    return { cells: filled, ...(merged.size > 0 && { merged }), ...(across > 1 && { across }) };
  }

  /** Takes up the cells that begin in a row or above it, and gives how wide the widest of the row is. */
  #begin(row: number, cells: readonly string[]): number {
    let across = 1;
    for (;;) {
      const merge = this.#merges[this.#next];
      if (!merge || merge.firstRow > row) {
        return across;
      }
      this.#next += 1;
      const value = cells[merge.firstColumn] ?? '';
      if (merge.firstRow === row && value !== '') {
        across = Math.max(across, widthOf(merge));
        if (this.#isFilling && merge.lastRow > row) {
          this.#open.push({ merge, value });
        }
      }
    }
  }
}
