import { sql, type SqlBool } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { inScope, recordSorts, type Kind } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';

/** An org that serves an apartment of another: both see that it does, the owner decides. */
export const apartmentOrgs = {
  name: 'apartmentOrg',
  table: 'apartment_org',
  reach: {
    servingOrgs: (ids) => sql<SqlBool>`r.serving_org_id = any(${ids}::uuid[])`,
    managers: (ids) => sql<SqlBool>`r.apartment_id in (
      select a.id from apartment a join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
      where e.manager_id = any(${ids}::uuid[]))`,
  },
  sorts: recordSorts,
  fields: { apartmentId: 'apartment_id', servingOrgId: 'serving_org_id' },
  defaultSort: [{ field: 'id', direction: 'asc' }],
} as const satisfies Kind<'apartment_org'>;

/** Serving orgs that are listed within an apartment at most. */
export const maxListed = 50;

/** The orgs that serve each apartment of `ids`, in the order they were added, as far as `scope` reaches. */
export async function listApartmentOrgsBy(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Row<'apartment_org'>[]>> {
  const { rows } = await sql<Row<'apartment_org'>>`
    select listed.* from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select r.* from apartment_org r
      where r.apartment_id = wanted.id and ${inScope(apartmentOrgs, scope)}
      order by r.id limit ${maxListed}) listed`.execute(tx);
  return Map.groupBy(rows, (row) => row.apartment_id);
}
