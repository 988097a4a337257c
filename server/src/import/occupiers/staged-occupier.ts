import { maskIdNumber } from '@noa/domain/codes/id-number.ts';
import { importedFields, type ImportedField, type ImportedValues } from '@noa/domain/imports/import-fields.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { Sealer, type Aad, type DataKeys } from '../../database/keys/sealing.ts';
import { IdNumberVault, type SealedIdNumber } from '../../registry/apartments/id-number-vault.ts';
import { columnOf } from '../../registry/declared/columns.ts';
import type { Value } from '../reading/column-batch.ts';

export type SealStaged = (number: string) => SealedIdNumber;

/** Which apartment a number is of is found out later: until then it is bound to the file (seal-planned.ts). */
export function sealStaged(keys: DataKeys, aad: Aad): SealStaged {
  const [sealer, vault] = [stagedNumberSealer(keys), new IdNumberVault(keys)];
  return (number) => ({
    cipher: sealer.seal(Buffer.from(number), aad),
    hash: vault.hash(number),
    mask: maskIdNumber(number),
  });
}

/** For numbers that are staged and not yet of an apartment. */
export const stagedNumberSealer = (keys: DataKeys): Sealer => new Sealer(keys, 'staged-id-number');

/** The fields that are stored as they are stated, with their columns. */
const stated = importedFields(apartment).flatMap(([name, field]) =>
  field.stored === false ? [] : [[name as ImportedField<typeof apartment>, columnOf(name, field)] as const],
);

/** What a row says of the occupier of its apartment. */
export function stageOccupier(row: ImportedValues<typeof apartment>, seal: SealStaged) {
  const idNumber = row.occupierIdNumber === null ? null : seal(row.occupierIdNumber);
  const staged: Record<string, Value> = {
    id_number_cipher: idNumber?.cipher ?? null,
    id_number_hash: idNumber?.hash ?? null,
    id_number_mask: idNumber?.mask ?? null,
  };
  for (const [name, column] of stated) {
    staged[column] = row[name];
  }
  return staged;
}
