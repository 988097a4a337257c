import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Condition } from '../../records/record.ts';

/**
 * Whether one of `servingOrgIds` served, at some moment of the version `r`, an apartment by which it reaches the record.
 *
 * @param versions - of what leads from the serving (`s`) to the record, joined by their ids.
 * @param leads - that they lead to the record of `r`.
 * @param aliases - of those versions, all of which must have been valid at one moment of `r`.
 */
export const wereTogether = (
  servingOrgIds: readonly string[],
  versions: RawBuilder<unknown>,
  leads: Condition | RawBuilder<unknown>,
  aliases: readonly string[],
): Condition => {
  const ofAll = (column: 'valid_from' | 'valid_to') =>
    sql.join([...aliases, 'r'].map((alias) => sql.ref(`${alias}.${column}`)));
  return sql<SqlBool>`exists (
    select from ${versions}
    where s.serving_org_id = any(${servingOrgIds}::uuid[]) and ${leads}
      and greatest(${ofAll('valid_from')}) < least(${ofAll('valid_to')}))`;
};
