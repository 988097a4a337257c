import { readBuildingRow, type BuildingRow } from '@noa/domain/imports/import-building-row.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { maskIdNumber } from '@noa/domain/codes/id-number.ts';
import { Sealer, type DataKeys, type Aad } from '../../database/keys/sealing.ts';
import { IdNumberVault, type SealedIdNumber } from '../../registry/apartments/id-number-vault.ts';
import { columnsFrom } from '../../registry/declared/columns.ts';
import type { Value } from '../reading/column-writer.ts';
import type { RowStager } from '../reading/stage.ts';
import { stagedColumns } from './columns.ts';

/** Reads a row of a list of tower blocks into a staged row for each of its entrances. */
export function buildingRows(keys: DataKeys, aad: Aad): RowStager {
  const seal = stagedNumbers(keys, aad);
  return {
    columns: stagedColumns,
    read: (cell) => {
      const { row, problems } = readBuildingRow(cell);
      return { rows: row ? stageEntrances(row, seal) : [], problems };
    },
  };
}

type SealStaged = (number: string) => SealedIdNumber;

/** Which apartment a number is of is found out later: until then it is bound to the file (seal-planned.ts). */
function stagedNumbers(keys: DataKeys, aad: Aad): SealStaged {
  const [sealer, vault] = [stagedNumberSealer(keys), new IdNumberVault(keys)];
  return (number) => ({
    cipher: sealer.seal(Buffer.from(number), aad),
    hash: vault.hash(number),
    mask: maskIdNumber(number),
  });
}

/** For numbers that are staged and not yet of an apartment. */
export const stagedNumberSealer = (keys: DataKeys): Sealer => new Sealer(keys, 'staged-id-number');

function stageEntrances(row: BuildingRow, seal: SealStaged) {
  const idNumber = row.occupierIdNumber === null ? null : seal(row.occupierIdNumber);
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
    ...(columnsFrom(apartment, row) as Readonly<Record<string, Value>>),
    id_number_cipher: idNumber?.cipher ?? null,
    id_number_hash: idNumber?.hash ?? null,
    id_number_mask: idNumber?.mask ?? null,
  }));
}
