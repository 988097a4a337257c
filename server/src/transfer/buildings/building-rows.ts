import { readBuildingRow, type BuildingRow } from '@noa/domain/import-building-row.ts';
import type { IdNumberVault } from '../../registry/apartments/id-number-vault.ts';
import type { RowStager } from '../reading/stage.ts';
import { stagedColumns } from './columns.ts';

/** Reads a row of a list of tower blocks into a staged row for each of its entrances. */
export const buildingRows = (vault: IdNumberVault): RowStager => ({
  columns: stagedColumns,
  read: (cell) => {
    const { row, problems } = readBuildingRow(cell);
    return { rows: row ? stageEntrances(row, vault) : [], problems };
  },
});

function stageEntrances(row: BuildingRow, vault: IdNumberVault) {
  const idNumber = row.occupierIdNumber === null ? null : vault.seal(row.occupierIdNumber);
  return row.entrances.map(({ addrSc, first, last }) => ({
    source_ref: row.sourceRef,
    county: row.county,
    locality: row.locality,
    addr_street: row.addrStreet,
    addr_nr: row.addrNr,
    addr_bl: row.addrBl,
    lat: row.lat,
    lng: row.lng,
    addr_sc: addrSc,
    first_ap: first,
    last_ap: last,
    addr_ap: row.addrAp,
    manager: row.manager,
    access_group: row.accessGroup,
    occupier_kind: row.occupierKind,
    occupier_name: row.occupierName,
    occupier_first_name: row.occupierFirstName,
    id_number_cipher: idNumber?.cipher ?? null,
    id_number_hash: idNumber?.hash ?? null,
    id_number_mask: idNumber?.mask ?? null,
  }));
}
