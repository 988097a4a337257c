import { keepText } from '@noa/domain/imports/spreadsheet.ts';

export type Cell = string | number;

/** A table as a spreadsheet in Romanian opens it, and gives it back: semicolons, decimal commas, and a byte order mark before its UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(written).join(';')}\r\n`).join('')}`;

const written = (cell: Cell): string =>
  typeof cell === 'number' ? String(cell).replace('.', ',') : `"${keepText(cell).replaceAll('"', '""')}"`;
