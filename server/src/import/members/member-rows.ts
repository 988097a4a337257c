import { readMemberRow } from '@noa/domain/imports/import-member-row.ts';
import { columnsIn } from '../reading/column-batch.ts';
import type { RowStager } from '../reading/stage.ts';

export const memberColumns = columnsIn('email text, name text, role text, of_org boolean, manager text');

/** Reads a row of a list of members into a staged row for each manager that it names; one without, where it names none. */
export const memberRows: RowStager = {
  columns: memberColumns,
  read: (cell) => {
    const { row, problems } = readMemberRow(cell);
    if (!row) {
      return { rows: [], problems };
    }
    const { email, name, role, isOfOrg } = row;
    const managers = row.managers.length === 0 ? [null] : row.managers;
    return { rows: managers.map((manager) => ({ email, name, role, of_org: isOfOrg, manager })), problems };
  },
};
