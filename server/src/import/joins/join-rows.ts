import { namesIn, readJoinedRow, type JoinColumn } from '@noa/domain/imports/import-joins.ts';
import type { DeclaredKind } from '../declared/declared-kind.ts';
import { declaredRows } from '../declared/declared-rows.ts';
import type { RowStager } from '../reading/stage.ts';

/** Reads a row of a list whose records are joined to others into a staged row for each of those; one without, where it names none. */
export function joinedRows(kind: DeclaredKind, join: JoinColumn): RowStager {
  const declared = declaredRows(kind, (cell) => readJoinedRow(kind.declared, join, cell));
  return {
    columns: [...declared.columns, ['joined', 'text']],
    read: (cell) => {
      const { rows, problems } = declared.read(cell);
      const names = namesIn(join, cell(join.field));
      const joined = names.length === 0 ? [null] : names;
      return { rows: rows.flatMap((row) => joined.map((name) => ({ ...row, joined: name }))), problems };
    },
  };
}
