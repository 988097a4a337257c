import { sql, type SqlBool } from 'kysely';
import { entrance } from '@noa/domain/kinds/entrance.ts';
import type { Condition, Kind } from '../../records/record.ts';
import { staircaseLabel, staircases } from '../address.ts';
import { wereTogether } from '../apartment-orgs/served.ts';
import { kindOf, sortsOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { addressWordsOf, flagged, hasWords } from '../filters.ts';

export const entrances = {
  ...kindOf(entrance),
  reach: {
    servingOrgs: (ids) => sql<SqlBool>`r.id in (
      select a.entrance_id from apartment_org s join apartment a on a.org_id = s.org_id and a.id = s.apartment_id
      where s.serving_org_id = any(${ids}::uuid[]))`,
    servedWithout: ['accessGroup:read', 'manager:read'],
    servedVersions: (ids) =>
      wereTogether(
        ids,
        sql`apartment_org_version s join apartment_version a on a.org_id = s.org_id and a.id = s.apartment_id`,
        sql`a.entrance_id = r.id`,
        ['s', 'a'],
      ),
    managers: (ids) => sql<SqlBool>`r.manager_id = any(${ids}::uuid[])`,
    apartments: (ids) => sql<SqlBool>`r.id in (select entrance_id from apartment where id = any(${ids}::uuid[]))`,
  },
  sorts: {
    ...sortsOf(entrance),
    // Block by block, by address and staircase: the block's id would put the list into no order that anybody knows.
    tower_block_id: { by: sql`r.address_key`, type: 'text' },
  },
  defaultSort: [{ field: 'tower_block_id', direction: 'asc' }],
  called: { labels: sql`select e.id, ${staircaseLabel} as label ${staircases}`, permission: 'entrance:read' },
  search: [{ permission: 'entrance:read', matching: (q) => entranceConditions({ q }) }],
  dependsOn: { access_group: 'access_group_id', manager: 'manager_id' },
} as const satisfies Kind<'entrance'>;

export interface EntranceFilter extends FilterOf<typeof entrance> {
  withoutAccessGroup?: boolean | null | undefined;
  withoutManager?: boolean | null | undefined;
}

export const entranceConditions = (filter: EntranceFilter | null | undefined): Condition[] => [
  ...(filter?.q ? [hasWords('entrance', sql`r.search`, addressWordsOf(filter.q))] : []),
  ...declaredConditions(entrance, filter),
  ...flagged(filter?.withoutAccessGroup, sql`r.access_group_id is null`, 'accessGroup:read'),
  ...flagged(filter?.withoutManager, sql`r.manager_id is null`, 'manager:read'),
];
