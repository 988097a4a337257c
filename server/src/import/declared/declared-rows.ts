import { readDeclaredRow, type DeclaredRow } from '@noa/domain/imports/import-declared-row.ts';
import type { CellOf, RowReading } from '@noa/domain/imports/import-row-reader.ts';
import type { RowStager } from '../reading/stage.ts';
import { stagedColumns, type DeclaredKind } from './declared-kind.ts';

/**
 * Reads the rows of a declared kind.
 *
 * @param read - where more is read of a row than is declared.
 */
export function declaredRows(
  kind: DeclaredKind,
  read: (cell: CellOf) => RowReading<DeclaredRow, string> = (cell) => readDeclaredRow(kind.declared, cell),
): RowStager {
  const names = [
    ...kind.own.map(({ name, column }) => [name, column] as const),
    ...kind.references.map(({ field, staged }) => [field, staged] as const),
  ];
  return {
    columns: stagedColumns(kind),
    read: (cell) => {
      const { row, problems } = read(cell);
      return {
        rows: row ? [Object.fromEntries(names.map(([name, column]) => [column, row[name] ?? null]))] : [],
        problems,
      };
    },
  };
}
