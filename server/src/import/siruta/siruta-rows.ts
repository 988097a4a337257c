import { readSirutaRow } from '@noa/domain/imports/import-siruta-row.ts';
import { columnsIn } from '../reading/column-batch.ts';
import type { RowStager } from '../reading/stage.ts';

/** What is read of a row: one county, UAT or locality. */
export const stagedColumns = columnsIn('siruta integer, kind text, name text, official_name text, parent integer');

export const sirutaRows: RowStager = {
  columns: stagedColumns,
  read: (cell) => {
    const { row, problems } = readSirutaRow(cell);
    return { rows: row ? [{ ...row, official_name: row.officialName }] : [], problems };
  },
};
