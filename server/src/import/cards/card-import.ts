import { orgOf } from '../declared/declared-import.ts';
import type { ImportWork } from '../import-work.ts';
import { cardPart } from './card-part.ts';
import { stagedCardColumns } from './card-rows.ts';
import { findDoors, findUnknownDoors } from './doors.ts';

/** Cards of a delivery as they are declared, and who holds them. */
export const cardImport: ImportWork = {
  ...cardPart,
  columns: stagedCardColumns,
  staging: 'declared',
  tables: { ...cardPart.tables, staged: [['row_number', 'integer'], ...stagedCardColumns] },
  measured: 'cards',
  match: (tx, target) => findDoors(tx, orgOf(target)),
  findClashes: async (tx, target) => {
    await findUnknownDoors(tx);
    await cardPart.findClashes(tx, target);
  },
};
