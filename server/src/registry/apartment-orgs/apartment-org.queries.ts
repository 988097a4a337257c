import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { recordSorts, type Kind } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import { managersOfApartment } from '../apartments/apartment.queries.ts';
import { listByParent } from '../listed.ts';

/** An org that serves an apartment of another: both see that it does, the owner decides. */
export const apartmentOrgs = {
  name: 'apartmentOrg',
  table: 'apartment_org',
  reach: {
    servingOrgs: (ids) => sql<SqlBool>`r.serving_org_id = any(${ids}::uuid[])`,
    servedVersions: (ids) => sql<SqlBool>`r.serving_org_id = any(${ids}::uuid[])`,
    managers: managersOfApartment,
  },
  sorts: recordSorts,
  fields: { apartmentId: 'apartment_id', servingOrgId: 'serving_org_id' },
  defaultSort: [{ field: 'id', direction: 'asc' }],
} as const satisfies Kind<'apartment_org'>;

/** Serving orgs that are listed within an apartment at most. */
export const maxListed = 50;

/** The orgs that serve each apartment, in the order they were added. */
export const listApartmentOrgsBy = (tx: Tx, scope: Scope, ids: readonly string[]) =>
  listByParent(tx, apartmentOrgs, scope, { column: 'apartment_id', order: sql`r.id`, most: maxListed }, ids);
