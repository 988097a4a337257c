import { readOccupierRow } from '@noa/domain/imports/import-occupier-row.ts';
import type { Aad, DataKeys } from '../../database/keys/sealing.ts';
import { stagedColumns } from '../buildings/columns.ts';
import { stageCards } from '../cards/card-rows.ts';
import type { RowStager } from '../reading/stage.ts';
import { sealStaged, stageOccupier } from './staged-occupier.ts';

/** Reads a row of a list of occupiers into the columns of a list of tower blocks: what it does not say of those is null. */
export function occupierRows(keys: DataKeys, aad: Aad): RowStager {
  const seal = sealStaged(keys, aad);
  const nothing = Object.fromEntries(stagedColumns.map(([name]) => [name, null]));
  return {
    columns: stagedColumns,
    read: (cell) => {
      const { row, problems } = readOccupierRow(cell);
      if (!row) {
        return { rows: [], problems };
      }
      const apartment = {
        ...nothing,
        source_ref: row.sourceRef,
        county: row.county,
        locality: row.locality,
        uat: row.uat,
        addr_street: row.addrStreet,
        addr_nr: row.addrNr,
        addr_bl: row.addrBl,
        addr_sc: row.addrSc,
        addr_ap: row.addrAp,
        ...stageOccupier(row, seal),
      };
      return { rows: stageCards(row.serialNumbers).map((card) => ({ ...apartment, ...card })), problems };
    },
  };
}
