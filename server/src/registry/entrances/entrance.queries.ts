import { sql, type SqlBool } from 'kysely';
import { recordSorts, telling, type Condition, type Kind } from '../../database/record.ts';
import { staircaseLabel, staircases } from '../address.ts';
import { addressWordsOf, hasWords, idsAre, recordConditions, type RecordFilter } from '../filters.ts';

export const entrances = {
  name: 'entrance',
  table: 'entrance',
  reach: {
    servingOrgs: (ids) => sql<SqlBool>`r.id in (
      select a.entrance_id from apartment_org s join apartment a on a.org_id = s.org_id and a.id = s.apartment_id
      where s.serving_org_id = any(${ids}::uuid[]))`,
    managers: (ids) => sql<SqlBool>`r.manager_id = any(${ids}::uuid[])`,
    apartments: (ids) => sql<SqlBool>`r.id in (select entrance_id from apartment where id = any(${ids}::uuid[]))`,
  },
  sorts: {
    ...recordSorts,
    addr_sc: { by: sql`r.addr_sc_key`, type: 'text' },
    // Block by block, by address and staircase: the block's id would put the list into no order that anybody knows.
    tower_block_id: { by: sql`r.address_key`, type: 'text' },
    access_group_id: { by: sql`r.access_group_key`, type: 'uuid', needs: 'accessGroup:read' },
    manager_id: { by: sql`r.manager_key`, type: 'uuid', needs: 'manager:read' },
  },
  fields: {
    towerBlockId: 'tower_block_id',
    addrSc: 'addr_sc',
    accessGroupId: 'access_group_id',
    managerId: 'manager_id',
  },
  defaultSort: [{ field: 'tower_block_id', direction: 'asc' }],
  called: { labels: sql`select e.id, ${staircaseLabel} as label ${staircases}`, permission: 'entrance:read' },
  search: [{ permission: 'entrance:read', matching: (q) => entranceConditions({ q }) }],
  dependsOn: { access_group: 'access_group_id', manager: 'manager_id' },
} as const satisfies Kind<'entrance'>;

export interface EntranceFilter extends RecordFilter {
  /** Words of the block's address and the entrance's name, case and diacritics apart; all must occur. */
  q?: string | null | undefined;
  orgId?: string | null | undefined;
  towerBlockId?: string | null | undefined;
  accessGroupId?: string | null | undefined;
  managerId?: string | null | undefined;
  withoutAccessGroup?: boolean | null | undefined;
  withoutManager?: boolean | null | undefined;
}

export function entranceConditions(filter: EntranceFilter | null | undefined): Condition[] {
  const conditions = recordConditions(filter);
  if (filter?.q) {
    conditions.push(hasWords('entrance', sql`r.search`, addressWordsOf(filter.q)));
  }
  conditions.push(
    ...idsAre([
      ['org_id', filter?.orgId, 'org:read'],
      ['tower_block_id', filter?.towerBlockId, 'towerBlock:read'],
      ['access_group_id', filter?.accessGroupId, 'accessGroup:read'],
      ['manager_id', filter?.managerId, 'manager:read'],
    ]),
  );
  if (filter?.withoutAccessGroup) {
    conditions.push(telling('accessGroup:read', sql`r.access_group_id is null`));
  }
  if (filter?.withoutManager) {
    conditions.push(telling('manager:read', sql`r.manager_id is null`));
  }
  return conditions;
}
