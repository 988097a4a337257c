import type { ImportKind } from '@noa/domain/import.ts';
import { IdNumberVault } from '../../registry/apartments/id-number-vault.ts';
import { buildingRows } from '../buildings/building-rows.ts';
import { sirutaRows } from '../siruta/siruta-rows.ts';
import type { RowStager } from './stage.ts';

/** How a file's thread reads the rows of each kind; what is done with them, `import-works.ts` says. */
export const rowReaders: Readonly<Record<ImportKind, (dataKey: Uint8Array) => RowStager>> = {
  buildings: (dataKey) => buildingRows(new IdNumberVault(Buffer.from(dataKey))),
  siruta: () => sirutaRows,
};
