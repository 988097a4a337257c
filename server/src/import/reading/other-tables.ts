import { headerWords } from '@noa/domain/imports/import-headers.ts';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { foldHeader, type ImportKind } from '@noa/domain/imports/import.ts';
import type { FileFormat, FileRow } from './file-format.ts';
import { countKnown, distinct } from './header.ts';

/** Every word that stands in the headers of any kind; looking one up is a thousandth of understanding a header, and most rows have none. */
const vocabulary = headerWords(Object.values(importForms).flatMap(({ headers }) => Object.values(headers).flat()));

const wordsOf = (cell: string) =>
  foldHeader(cell.replaceAll(/[([].*?[)\]]/g, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')).split(' ');

const beginsWithDigit = (cell: string) => {
  const code = cell.charCodeAt(0);
  return code >= 48 && code <= 57;
};

/** Whether a row of data has words of headers in most of its cells: at least two, as a record may be called *Bloc*. */
function isHeaderLike(cells: readonly string[]): boolean {
  const stated = cells.filter((cell) => cell !== '');
  const alike = stated.filter((cell) => wordsOf(cell).every((word) => vocabulary.has(word)));
  return alike.length > 1 && 2 * alike.length > stated.length && 2 * countKnown(alike) > stated.length;
}

/** Tells what a row is that may be the header of a table below the first. */
export function findingTables(
  kind: ImportKind,
  { header, address }: FileFormat,
  columns: readonly (readonly [string, number])[],
): (row: FileRow) => 'same' | 'other' | null {
  const form = importForms[kind];
  const own = address ? address.first : header.length;
  return ({ cells }) => {
    // As nearly all rows have.
    if (cells.some(beginsWithDigit)) {
      return null;
    }
    const words = cells.slice(0, own);
    if (!isHeaderLike(words)) {
      return null;
    }
    const names = words.reduce<string[]>((all, cell) => [...all, distinct(cell, all)], []);
    const guess = form.guessMapping(names);
    const meansTheSame = ([field, column]: readonly [string, number]) =>
      column < own
        ? names[column] !== undefined && names[column] === guess[field]
        : /adres/.test(foldHeader(names[address?.column ?? -1] ?? ''));
    return columns.every(meansTheSame) ? 'same' : 'other';
  };
}
