import { readBuildingRow, type BuildingRow } from '@noa/domain/imports/import-building-row.ts';
import type { StatedEntrance } from '@noa/domain/imports/entrances/entrances.ts';
import type { DataKeys, Aad } from '../../database/keys/sealing.ts';
import { stageCards } from '../cards/card-rows.ts';
import { sealStaged, stageOccupier, type SealStaged } from '../occupiers/staged-occupier.ts';
import type { RowStager } from '../reading/stage.ts';
import { stagedColumns } from './columns.ts';

/** Reads a row of a list of tower blocks into a staged row for each of its entrances. */
export function buildingRows(keys: DataKeys, aad: Aad): RowStager {
  const seal = sealStaged(keys, aad);
  return {
    columns: stagedColumns,
    read: (cell) => {
      const { row, problems } = readBuildingRow(cell);
      return { rows: row ? stageEntrances(row, seal) : [], problems };
    },
  };
}

/** A staged row for each entrance, and for each card that its apartment is handed. */
function stageEntrances(row: BuildingRow, seal: SealStaged) {
  const occupier = stageOccupier(row, seal);
  const cards = stageCards(row.serialNumbers);
  return row.entrances.flatMap((entrance) =>
    cards.map((card) => ({ ...stageEntrance(row, entrance), ...occupier, ...card })),
  );
}

const stageEntrance = (row: BuildingRow, { addrSc, first, last }: StatedEntrance) => ({
  source_ref: row.sourceRef,
  county: row.county,
  locality: row.locality,
  uat: row.uat,
  siruta: row.siruta,
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
});
