import { sql } from 'kysely';
import { namesNothing, validationFailed } from '@noa/domain/errors.ts';
import { findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { inScope } from '../records/record.ts';
import type { Scope } from '../database/scope.ts';
import { idIs } from './filters.ts';
import { orgs } from './orgs/org.queries.ts';

/**
 * The org that will own a new record: the one asked for, or the only one in reach.
 *
 * @throws {AppError} `ValidationFailed` on `orgId` when there are several, `NotFound` when the one asked for is out of reach.
 */
export async function owningOrg(tx: Tx, scope: Scope, orgId: string | null | undefined): Promise<string> {
  const asked = orgId ? idIs('id', orgId) : sql`true`;
  const rows = await findRows<{ id: string }>(tx)`
    select r.id from org r where ${asked} and ${inScope(orgs, scope)} limit 2`;
  const [org] = rows;
  if (!org) {
    throw namesNothing('orgId');
  }
  if (rows.length > 1) {
    throw validationFailed({ orgId: 'form.required' }, 'Name the org: there are several');
  }
  return org.id;
}
