import { randomUUID } from 'node:crypto';
import { apartment, fitsOccupier } from '@noa/domain/kinds/apartment.ts';
import { createInput, updateInput } from '@noa/domain/kinds/input.ts';
import { validationFailed } from '@noa/domain/errors.ts';
import { idNumberKind, maskedIdNumberKind } from '@noa/domain/codes/id-number.ts';
import { parseInput, parseNew } from '@noa/domain/input.ts';
import type { OccupierKind } from '@noa/domain/vocabulary.ts';
import { findRow } from '../../database/statements.ts';
import { namingFields } from '../../database/constraint.ts';
import { deleteRecord, lockVersion, updateRecord, inScope } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import type { Tx } from '../../database/database.ts';
import type { Keyring } from '../../database/keys/keyring.ts';
import { columnsFrom, constraintsOf } from '../declared/columns.ts';
import { insertRecord, orgOf, type RecordService, type Version } from '../declared/record-service.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { entrances } from '../entrances/entrance.queries.ts';
import { apartments, closeBelongings, ownApartments } from './apartment.queries.ts';
import { IdNumberVault } from './id-number-vault.ts';

type Apartment = Row<'apartment'>;

const constraints = constraintsOf('apartment', apartment);
const inputs = { create: createInput(apartment), update: updateInput(apartment) };

/** The columns of the occupier's ID number, which is stored sealed, hashed and masked; absent stays absent, null clears. */
async function idNumberColumns(
  { tx, keys }: { readonly tx: Tx; readonly keys: Keyring },
  own: { readonly org_id: string; readonly id: string },
  { occupierIdNumber: number }: { readonly occupierIdNumber?: string | null | undefined },
) {
  if (number === undefined) {
    return {};
  }
  const none = { cipher: null, hash: null, mask: null };
  const sealed = number === null ? none : new IdNumberVault(await keys.forWriting(tx)).seal(number, own);
  return {
    occupier_id_number_cipher: sealed.cipher,
    occupier_id_number_hash: sealed.hash,
    occupier_id_number_mask: sealed.mask,
  };
}

/**
 * @param number - the new number; undefined when the one behind `mask` stays.
 * @throws {AppError} `ValidationFailed` if the apartment would be left with a number that is not of its occupier's kind.
 */
function requireFittingIdNumber(kind: OccupierKind, number: string | null | undefined, mask: string | null): void {
  const idKind = number ? idNumberKind(number) : number === undefined && mask ? maskedIdNumberKind(mask) : undefined;
  if (idKind && !fitsOccupier(kind, idKind)) {
    throw validationFailed({ occupierIdNumber: 'form.badIdNumber' }, 'The ID number is not one of such an occupier');
  }
}

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
function create(context: Context, input: unknown): Promise<Apartment> {
  const values = parseNew(inputs.create, input);
  requireFittingIdNumber(values.occupierKind ?? 'unknown', values.occupierIdNumber, null);
  return namingFields(constraints, () =>
    context.write('apartment:write', async (tx, scope) => {
      const org_id = await orgOf(tx, scope, { field: 'entranceId', kind: entrances }, values);
      const own = { org_id, id: randomUUID() };
      const sealed = await idNumberColumns({ tx, keys: context.keys }, own, values);
      return insertRecord(tx, apartments, { ...own, ...columnsFrom(apartment, values), ...sealed });
    }),
  );
}

/**
 * Changes the address with `apartment:write`, the occupier alone with `apartment:updateOccupier`, which reaches further.
 *
 * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`.
 */
function update(
  context: Context,
  version: Version,
  input: unknown,
  check?: (tx: Tx) => Promise<void>,
): Promise<Apartment> {
  const values = parseInput(inputs.update, input);
  const movesOrRenames = values.entranceId !== undefined || values.addrAp !== undefined;
  return namingFields(constraints, () =>
    context.write(movesOrRenames ? 'apartment:write' : 'apartment:updateOccupier', async (tx, scope) => {
      // Changes nothing, but holds the version, so that what is checked of it still holds when it is written.
      const current = await lockVersion(tx, ownApartments, scope, version);
      await check?.(tx);
      requireFittingIdNumber(
        values.occupierKind ?? current.occupier_kind,
        values.occupierIdNumber,
        current.occupier_id_number_mask,
      );
      return updateRecord(tx, ownApartments, scope, version, {
        ...columnsFrom<'apartment'>(apartment, values),
        ...(await idNumberColumns({ tx, keys: context.keys }, current, values)),
      });
    }),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while it has active cards; `Forbidden`. */
function remove(context: Context, version: Version): Promise<Apartment> {
  return context.write('apartment:write', (tx, scope) =>
    deleteRecord(tx, ownApartments, scope, version, async (row) => {
      await closeBelongings(tx, row); // leaves active cards, which are what it is refused for
      await refuseWhileDependants(tx, 'apartment', row, [
        { kind: 'card', table: 'apartment_card', column: 'apartment_id' },
      ]);
    }),
  );
}

/** How apartments are written, with their occupiers. */
export const apartmentService: RecordService<'apartment'> = { create, update, remove };

/**
 * The occupier's ID number of an older version of an apartment, for it to be written again: history shows but its mask.
 *
 * @returns undefined if it is the one of today, which then stays as it is; null if there was none.
 */
export async function readIdNumberOf(
  context: Context,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<{ occupierIdNumber: string | null | undefined }> {
  const { differing, keys } = await context.read('apartment:updateOccupier', async (tx, scope) => ({
    differing: await findRow<{ org_id: string; cipher: Buffer | null }>(tx)`
      select r.org_id, v.occupier_id_number_cipher as cipher
      from apartment r join apartment_version v on v.id = r.id
      where r.id = ${id} and v.row_id = ${version} and ${inScope(ownApartments, scope)}
        and v.occupier_id_number_hash is distinct from r.occupier_id_number_hash`,
    keys: await context.keys.forReading(tx),
  }));
  const cipher = differing?.cipher;
  if (!cipher) {
    return { occupierIdNumber: differing && null };
  }
  const open = () => new IdNumberVault(keys).open(cipher, { org_id: differing.org_id, id });
  return { occupierIdNumber: context.opening({ occupierIdNumber: 'form.idNumberUnreadable' }, open) };
}
