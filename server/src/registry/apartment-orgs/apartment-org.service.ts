import { addApartmentOrgInput } from '@noa/domain/apartment-org.ts';
import { namesNothing, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { getRow } from '../../database/statements.ts';
import { namingFields } from '../../database/constraint.ts';
import { deleteRecord, getRecord } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { ownApartments } from '../apartments/apartment.queries.ts';
import { orgs } from '../orgs/org.queries.ts';
import { apartmentOrgs } from './apartment-org.queries.ts';

/**
 * Lets a further org see an apartment. The org must be one that the caller may see: root names any, others one they are
 * members of.
 *
 * @throws {AppError} `NotFound` for the apartment or the org; `ValidationFailed` on `orgId` for an org that owns the
 * apartment or serves it already; `Forbidden`.
 */
export async function addApartmentOrg(
  context: Context,
  input: { apartmentId: string; orgId: string },
): Promise<Row<'apartment_org'>> {
  const { apartmentId, orgId } = parseInput(addApartmentOrgInput, input);
  const org = await context.load(orgs, 'org:read', orgId);
  if (!org) {
    throw namesNothing('orgId');
  }
  return namingFields({ apartment_org_taken: 'orgId' }, () =>
    context.write('apartmentOrg:write', async (tx, scope) => {
      const apartment = await getRecord(tx, ownApartments, scope, apartmentId);
      if (apartment.org_id === org.id) {
        throw validationFailed({ orgId: 'form.ownsApartment' }, 'The org owns the apartment, and sees it anyway');
      }
      return getRow<Row<'apartment_org'>>(tx)`
        insert into apartment_org (org_id, apartment_id, serving_org_id)
        values (${apartment.org_id}, ${apartment.id}, ${org.id}) returning *`;
    }),
  );
}

/** The org no longer sees the apartment. @throws {AppError} `NotFound`; `Conflict`; `Forbidden`. */
export function removeApartmentOrg(
  context: Context,
  version: { id: string; rowId: string },
): Promise<Row<'apartment_org'>> {
  return context.write('apartmentOrg:write', (tx, scope) =>
    deleteRecord(tx, apartmentOrgs, scope, version, () => Promise.resolve()),
  );
}
