import { sql, type SqlBool } from 'kysely';
import { towerBlock } from '@noa/domain/kinds/tower-block.ts';
import type { Condition, Kind } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import { streetLabel } from '../address.ts';
import { wereTogether } from '../apartment-orgs/served.ts';
import { calledBy, kindOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { addressWordsOf, hasWords, wordsOf } from '../filters.ts';

export const towerBlocks = {
  ...kindOf(towerBlock),
  reach: {
    servingOrgs: (ids) => sql<SqlBool>`r.id in (
      select e.tower_block_id from apartment_org s
      join apartment a on a.org_id = s.org_id and a.id = s.apartment_id
      join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
      where s.serving_org_id = any(${ids}::uuid[]))`,
    servedVersions: (ids) =>
      wereTogether(
        ids,
        sql`apartment_org_version s
          join apartment_version a on a.org_id = s.org_id and a.id = s.apartment_id
          join entrance_version e on e.org_id = a.org_id and e.id = a.entrance_id`,
        sql`e.tower_block_id = r.id`,
        ['s', 'a', 'e'],
      ),
    managers: (ids) =>
      sql<SqlBool>`r.id in (select tower_block_id from entrance where manager_id = any(${ids}::uuid[]))`,
    apartments: (ids) => sql<SqlBool>`r.id in (
      select e.tower_block_id from entrance e join apartment a on a.org_id = e.org_id and a.entrance_id = e.id
      where a.id = any(${ids}::uuid[]))`,
  },
  defaultSort: [
    { field: 'addr_street', direction: 'asc' },
    { field: 'addr_nr', direction: 'asc' },
    { field: 'addr_bl', direction: 'asc' },
  ],
  called: calledBy(towerBlock, streetLabel('r')),
  search: [
    {
      permission: 'towerBlock:read',
      matching: (q) => towerBlockConditions({ q }),
      describe: ({ locality, county }: Row<'tower_block'>) => [locality, county].filter(Boolean).join(', ') || null,
    },
  ],
  dependsOn: { org: 'org_id' },
} as const satisfies Kind<'tower_block'>;

export interface TowerBlockFilter extends FilterOf<typeof towerBlock> {
  addrStreet?: string | null | undefined;
}

export function towerBlockConditions(filter: TowerBlockFilter | null | undefined): Condition[] {
  const { q, addrStreet } = filter ?? {};
  const conditions = declaredConditions(towerBlock, filter);
  if (q) {
    conditions.push(hasWords('tower_block', sql`search_text(r.search)`, addressWordsOf(q)));
  }
  if (addrStreet) {
    // An address that has the words may have them elsewhere than in the street: its candidates are to be looked at again.
    const words = wordsOf(addrStreet);
    conditions.push(
      hasWords('tower_block', sql`search_text(r.search)`, words),
      hasWords('tower_block', sql`search_text(r.addr_street)`, words),
    );
  }
  return conditions;
}
