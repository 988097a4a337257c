import { randomUUID } from 'node:crypto';
import {
  createApartmentInput,
  fitsOccupier,
  updateApartmentInput,
  type UpdateApartmentInput,
} from '@noa/domain/apartment.ts';
import { validationFailed } from '@noa/domain/errors.ts';
import { idNumberKind, maskedIdNumberKind } from '@noa/domain/id-number.ts';
import { parseInput } from '@noa/domain/input.ts';
import type { OccupierKind } from '@noa/domain/vocabulary.ts';
import { namingFields } from '../../database/constraint.ts';
import { deleteRecord, findRecord, updateRecord, lockVersion } from '../../database/record.ts';
import { reachesOrg } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../graphql/context.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { entrances } from '../entrances/entrance.queries.ts';
import { closeBelongings, ownApartments } from './apartment.queries.ts';
import type { Tx } from '../../database/database.ts';
import type { Keyring } from '../../database/keyring.ts';
import { IdNumberVault } from './id-number-vault.ts';

type Apartment = Row<'apartment'>;
type Version = { id: string; rowId: string };

const constraints = {
  apartment_addr_ap_taken: 'addrAp',
  apartment_org_id_entrance_id_fkey: 'entranceId',
};

type OccupierInput = Omit<UpdateApartmentInput, 'entranceId' | 'addrAp'>;

/** The columns of what the input says of the occupier; absent stays absent, null clears. */
async function occupierColumns(
  { tx, keys }: { readonly tx: Tx; readonly keys: Keyring },
  apartment: { readonly org_id: string; readonly id: string },
  { occupierKind, occupierName, occupierFirstName, occupierIdNumber }: OccupierInput,
) {
  const sealed =
    occupierIdNumber === undefined
      ? undefined
      : occupierIdNumber === null
        ? { cipher: null, hash: null, mask: null }
        : new IdNumberVault(await keys.forWriting(tx)).seal(occupierIdNumber, apartment);
  return {
    ...(occupierKind !== undefined && { occupier_kind: occupierKind }),
    ...(occupierName !== undefined && { occupier_name: occupierName }),
    ...(occupierFirstName !== undefined && { occupier_first_name: occupierFirstName }),
    ...(sealed && {
      occupier_id_number_cipher: sealed.cipher,
      occupier_id_number_hash: sealed.hash,
      occupier_id_number_mask: sealed.mask,
    }),
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
export function createApartment(context: Context, input: unknown): Promise<Apartment> {
  const { entranceId, addrAp, ...occupier } = parseInput(createApartmentInput, input);
  requireFittingIdNumber(occupier.occupierKind ?? 'unknown', occupier.occupierIdNumber, null);
  return namingFields(constraints, () =>
    context.write('apartment:write', async (tx, scope) => {
      const entrance = await findRecord(tx, entrances, scope, entranceId);
      if (!entrance || !reachesOrg(scope, entrance.org_id)) {
        throw validationFailed({ entranceId: 'form.notFound' });
      }
      const own = { org_id: entrance.org_id, id: randomUUID() };
      const columns = await occupierColumns({ tx, keys: context.keys }, own, occupier);
      return tx
        .insertInto('apartment')
        .values({ ...own, entrance_id: entrance.id, addr_ap: addrAp, ...columns })
        .returningAll()
        .executeTakeFirstOrThrow();
    }),
  );
}

/**
 * Changes the address with `apartment:write`, the occupier alone with `apartment:updateOccupier`, which reaches further.
 *
 * @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`.
 */
export function updateApartment(context: Context, version: Version, input: unknown): Promise<Apartment> {
  const { entranceId, addrAp, ...occupier } = parseInput(updateApartmentInput, input);
  const movesOrRenames = entranceId !== undefined || addrAp !== undefined;
  return namingFields(constraints, () =>
    context.write(movesOrRenames ? 'apartment:write' : 'apartment:updateOccupier', async (tx, scope) => {
      // Changes nothing, but holds the version, so that what is checked of it still holds when it is written.
      const current = await lockVersion(tx, ownApartments, scope, version);
      requireFittingIdNumber(
        occupier.occupierKind ?? current.occupier_kind,
        occupier.occupierIdNumber,
        current.occupier_id_number_mask,
      );
      return updateRecord(tx, ownApartments, scope, version, {
        entrance_id: entranceId,
        addr_ap: addrAp,
        ...(await occupierColumns({ tx, keys: context.keys }, current, occupier)),
      });
    }),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while it has active cards; `Forbidden`. */
export function deleteApartment(context: Context, version: Version): Promise<Apartment> {
  return context.write('apartment:write', (tx, scope) =>
    deleteRecord(tx, ownApartments, scope, version, async (row) => {
      await closeBelongings(tx, row); // leaves active cards, which are what it is refused for
      await refuseWhileDependants(tx, 'apartment', row, [
        { kind: 'card', table: 'apartment_card', column: 'apartment_id' },
      ]);
    }),
  );
}
