import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { execute, findMap, findRow, getValue } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import {
  inScope,
  uuidOf,
  recordSorts,
  searchCondition,
  restricted,
  type Condition,
  type Kind,
} from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import { staircaseLabel, staircases } from '../address.ts';
import { wereTogether } from '../apartment-orgs/served.ts';
import { kindOf, sortsOf } from '../declared/columns.ts';
import { declaredConditions, type FilterOf } from '../declared/conditions.ts';
import { addressWordsOf, hasWord, hasWords, wordsOf } from '../filters.ts';

const ownReach = {
  // Gathered once: joined, the entrances of a manager would be looked through for each apartment wherever few are expected.
  managers: (ids: readonly string[]) =>
    sql<SqlBool>`r.entrance_id = any(array(select id from entrance where manager_id = any(${ids}::uuid[])))`,
  apartments: (ids: readonly string[]) => sql<SqlBool>`r.id = any(${ids}::uuid[])`,
};

/** How managers reach what belongs to an apartment (`apartment_id`): by the entrances that they look after. */
export const managersOfApartment = (ids: readonly string[]): RawBuilder<SqlBool> => sql`r.apartment_id in (
  select a.id from apartment a join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
  where e.manager_id = any(${ids}::uuid[]))`;

/** Of a kind whose records are made for an apartment, and are not its residents', who give out neither cards nor codes for others: newest first. */
export const madeForApartment = {
  reach: { managers: managersOfApartment, apartments: () => sql<SqlBool>`false` },
  sorts: { ...recordSorts, created_at: { by: sql`r.created_at`, type: 'timestamptz' } },
  defaultSort: [{ field: 'created_at', direction: 'desc' }],
} as const;

/** Entrance by entrance, as their own list has them; a list of apartments is of one entrance. */
const byAddress = sql`(
  select e.address_key from entrance e where e.org_id = r.org_id and e.id = r.entrance_id), r.addr_ap_key`;

export const apartments = {
  ...kindOf(apartment),
  reach: {
    ...ownReach,
    servingOrgs: (ids) =>
      sql<SqlBool>`r.id in (select apartment_id from apartment_org where serving_org_id = any(${ids}::uuid[]))`,
    servedWithout: ['apartment:revealIdNumber'],
    servedVersions: (ids) => wereTogether(ids, sql`apartment_org_version s`, sql`s.apartment_id = r.id`, ['s']),
  },
  sorts: {
    ...sortsOf(apartment),
    entrance_id: { by: sql`r.entrance_id`, type: 'uuid' },
    // Occupiers without one come first, ascending.
    occupier_id_number: { by: sql`r.occupier_id_number_key`, type: 'text', needs: 'apartment:readOccupier' },
  },
  defaultSort: [
    { field: 'entrance_id', direction: 'asc' },
    { field: 'addr_ap', direction: 'asc' },
  ],
  // At request, after the term, and with an import that is undone (decision 95).
  erasable: {
    column: 'occupier_erased',
    fields: ['occupierKind', 'occupierName', 'occupierFirstName', 'occupierIdNumber'],
  },
  called: {
    labels: sql`select a.id, ${staircaseLabel} || ', ap. ' || a.addr_ap as label ${staircases}
      join apartment a on a.org_id = e.org_id and a.entrance_id = e.id`,
    permission: 'apartment:read',
  },
  search: [
    { permission: 'apartment:read', matching: (q) => apartmentConditions({ q }), order: byAddress },
    {
      permission: 'apartment:readOccupier',
      // What has no three letters together is a number or a mark, and half a town's names begin with each letter of it.
      order: byAddress,
      matching: (occupierName) => (/\p{L}{3}/u.test(occupierName) ? apartmentConditions({ occupierName }) : []),
    },
  ],
  dependsOn: { entrance: 'entrance_id' },
} as const satisfies Kind<'apartment'>;

/** Apartments as one may write them: orgs that merely serve an apartment see it, and no more (domain.md, "Words"). */
export const ownApartments = { ...apartments, reach: ownReach } as const satisfies Kind<'apartment'>;

export interface ApartmentFilter extends FilterOf<typeof apartment> {
  /** Words of the occupier's names; all must occur. */
  occupierName?: string | null | undefined;
  /** Keyed hash of the whole number. */
  occupierIdNumberHashes?: readonly Buffer[] | undefined;
}

export function apartmentConditions(filter: ApartmentFilter): Condition[] {
  const { q, occupierName, occupierIdNumberHashes } = filter;
  const conditions = [...(q ? [hasAddress(addressWordsOf(q))] : []), ...declaredConditions(apartment, filter)];
  if (occupierName) {
    const named = hasWords('apartment', sql`r.occupier_search`, wordsOf(occupierName));
    conditions.push(restricted('apartment:readOccupier', named));
  }
  if (occupierIdNumberHashes) {
    const numbered = sql<SqlBool>`r.occupier_id_number_hash = any(${occupierIdNumberHashes}::bytea[])`;
    // Whether it is the one that somebody thinks of tells the whole number, of which others see three digits.
    conditions.push(restricted('apartment:revealIdNumber', numbered));
  }
  return conditions;
}

/**
 * Holds when each of `words` begins a word of the entrance's address, or one of them the apartment's number; by number, 5 is
 * 5 and 5A, but not 50.
 */
function hasAddress(words: readonly string[]): Condition {
  if (words.length === 0) {
    return sql<SqlBool>`false`;
  }
  const ofEntrance = (some: readonly string[]) => some.map((word) => hasWord(sql`e.search`, word));
  const numbered = (word: string) =>
    sql<SqlBool>`r.addr_ap_key >= key_beginning(${word}) and r.addr_ap_key < after_key(key_beginning(${word}))`;
  const ways = [
    ofEntrance(words),
    ...words.map((word, index) => [numbered(word), ...ofEntrance(words.toSpliced(index, 1))]),
  ].map((conditions) => sql`(${sql.join(conditions, sql` and `)})`);
  return searchCondition(
    // Asked of each row by itself, so that a list is read in its own order.
    sql<SqlBool>`(
      select ${sql.join(ways, sql` or `)} from entrance e where e.org_id = r.org_id and e.id = r.entrance_id)`,
    (most) => sql`select found as id from apartment_candidates(${words}::text[], ${most}) as found`,
  );
}

/** Apartments in each tower block of `ids`, as far as `scope` reaches; blocks with none are left out. */
export const countByTowerBlock = (tx: Tx, scope: Scope, ids: readonly string[]) => findMap<number>(tx)`
  select e.tower_block_id, count(*)::int
  from entrance e join apartment r on r.org_id = e.org_id and r.entrance_id = e.id
  where e.tower_block_id = any(${ids}::uuid[]) and ${inScope(apartments, scope)}
  group by 1`;

/** Active cards of each apartment of `ids`, as far as `scope` reaches; what it does not reach is left out. */
export const countActiveCards = (tx: Tx, scope: Scope, ids: readonly string[]) => findMap<number>(tx)`
  select r.id, count(h.id)::int
  from apartment r
  left join apartment_card h on h.org_id = r.org_id and h.apartment_id = r.id and h.active
  where r.id = any(${ids}::uuid[]) and ${inScope(ownApartments, scope)}
  group by r.id`;

/** Closes what hangs on an apartment that goes: hand-outs that ended, served-by entries, claim codes, card requests. History keeps them. */
export async function closeBelongings(tx: Tx, { org_id, id }: { org_id: string; id: string }): Promise<void> {
  await execute(tx)`delete from apartment_card where org_id = ${org_id} and apartment_id = ${id} and not active`;
  await execute(tx)`delete from apartment_org where org_id = ${org_id} and apartment_id = ${id}`;
  await execute(tx)`delete from claim_code where org_id = ${org_id} and apartment_id = ${id}`;
  await execute(tx)`delete from card_request where org_id = ${org_id} and apartment_id = ${id}`;
}

/** What is left of an apartment: the record, or the version it ended with. */
export interface LastVersion {
  readonly org_id: string;
  readonly id: string;
  readonly deleted: boolean;
}

/** The newest version of an apartment, deleted or not; undefined when it never was, or is out of scope. */
export const findLastVersion = (tx: Tx, scope: Scope, id: string) => findRow<LastVersion>(tx)`
  select r.org_id, r.id, not exists (select from apartment a where a.org_id = r.org_id and a.id = r.id) as deleted
  from apartment_version r where r.id = ${uuidOf(id)} and ${inScope(ownApartments, scope)}
  order by r.row_id desc limit 1`;

/**
 * Removes what was kept of an apartment's occupiers beside it, before its versions are emptied: kept reports, saved views, reasons and
 * values of imports that name them. @returns how many kept reports went.
 */
export const eraseOccupierTraces = (tx: Tx, { org_id, id }: LastVersion): Promise<number> =>
  getValue<number>(tx)`select erase_occupier_traces(${org_id}, ${id}) as gone`;

/** Empties what former versions of an apartment say of occupiers. @returns how many did say something. */
export const eraseOccupierVersions = (tx: Tx, { org_id, id }: LastVersion): Promise<number> => getValue<number>(tx)`
  select erase_occupier_versions(${org_id}, ${id}) as emptied`;
