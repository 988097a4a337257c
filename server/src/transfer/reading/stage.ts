import { readBuildingRow, type BuildingRow } from '@noa/domain/import-building-row.ts';
import type { BuildingField } from '@noa/domain/import-buildings.ts';
import type { ImportMapping } from '@noa/domain/import.ts';
import type { IdNumberVault } from '../../registry/apartments/id-number-vault.ts';
import { problemColumns, stagedColumns, type ColumnBatch } from '../buildings/columns.ts';
import { ColumnWriter } from './column-writer.ts';
import type { FileFormat } from './file-format.ts';
import { isBlank, readRows } from './look.ts';

/** Rows gathered before they are handed on. */
const batchRows = 5_000;

export interface StagedBatch {
  readonly staged: ColumnBatch;
  readonly problems: ColumnBatch;
  /** Rows of the file read so far. */
  readonly rowsDone: number;
}

/** Reads all rows below the header as `mapping` says, batch by batch. */
export async function* stageRows(
  bytes: Uint8Array,
  format: FileFormat,
  mapping: ImportMapping,
  vault: IdNumberVault,
): AsyncGenerator<StagedBatch> {
  const columnOf = new Map(Object.entries(mapping).map(([field, header]) => [field, format.header.indexOf(header)]));
  const staged = new ColumnWriter(stagedColumns);
  const problems = new ColumnWriter(problemColumns);
  let rowsDone = 0;
  for await (const row of readRows(bytes, format)) {
    if (row.number <= format.headerRow || isBlank(row)) {
      continue;
    }
    rowsDone += 1;
    const reading = readBuildingRow((field: BuildingField) => {
      const column = columnOf.get(field);
      return column === undefined ? undefined : (row.cells[column] ?? '');
    });
    if (reading.problems) {
      reading.problems.forEach((problem) => problems.add({ row_number: row.number, ...problem }));
    } else {
      addRow(staged, row.number, reading.row, vault);
    }
    if (staged.length + problems.length >= batchRows) {
      yield { staged: staged.take(), problems: problems.take(), rowsDone };
    }
  }
  yield { staged: staged.take(), problems: problems.take(), rowsDone };
}

type StagedWriter = ColumnWriter<(typeof stagedColumns)[number][0]>;

function addRow(writer: StagedWriter, number: number, row: BuildingRow, vault: IdNumberVault): void {
  const idNumber = row.occupierIdNumber === null ? null : vault.seal(row.occupierIdNumber);
  for (const { addrSc, first, last } of row.entrances) {
    writer.add({
      row_number: number,
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
    });
  }
}
