import { validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { createOrgInput, updateOrgInput, type CreateOrgInput, type UpdateOrgInput } from '@noa/domain/org.ts';
import { namingFields } from '../../database/constraint.ts';
import { getRecord, updateRecord } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../graphql/context.ts';
import { orgs } from './org.queries.ts';

const taken = { org_name_taken: 'name' };

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
export function createOrg(context: Context, input: unknown): Promise<Row<'org'>> {
  const { name, addr }: CreateOrgInput = parseInput(createOrgInput, input);
  return namingFields(taken, () =>
    context.write('org:write', (tx) =>
      tx
        .insertInto('org')
        .values({ name, addr: addr ?? '' })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`. */
export function updateOrg(
  context: Context,
  version: { id: string; rowId: string },
  input: unknown,
): Promise<Row<'org'>> {
  const patch: UpdateOrgInput = parseInput(updateOrgInput, input);
  return namingFields(taken, () =>
    context.write('org:write', (tx, scope) => updateRecord(tx, orgs, scope, version, { ...patch })),
  );
}

/**
 * Lets a gateway of the lock network serve the org's containers; once is enough.
 *
 * @param clientId - the gateway's OAuth client at the identity provider.
 * @throws {AppError} `NotFound`; `ValidationFailed` on `clientId`; `Forbidden`.
 */
export function bindGateway(
  context: Context,
  { orgId, clientId }: { orgId: string; clientId: string },
): Promise<Row<'org'>> {
  if (!/^[\w.:-]{1,120}$/.test(clientId)) {
    throw validationFailed({ clientId: 'form.badCharacter' });
  }
  return context.write('org:write', async (tx, scope) => {
    const org = await getRecord(tx, orgs, scope, orgId);
    await tx
      .insertInto('gateway_client')
      .values({ org_id: org.id, client_id: clientId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return org;
  });
}
