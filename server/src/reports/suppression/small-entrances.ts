import { sql } from 'kysely';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import { poolOf } from '../../database/connection/statement-bounds.ts';
import { findRows } from '../../database/statements.ts';
import type { Db } from '../../database/database.ts';
import { PerDatabase } from '../../database/per-database.ts';
import { everything, type Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';

/** How many live behind an entrance, as far as it matters for who may have opened something. */
export interface Entrance {
  readonly orgId: string;
  readonly id: string;
  /** Apartments that hold a card now. */
  readonly holders: number;
  /** Whether events may tell of it: somebody behind it holds a card, or did. */
  readonly isKnown: boolean;
}

/**
 * The entrances whose events are told under no household to whoever may not know who: those behind which fewer than five apartments
 * hold a card, and, in an org where all of these together are fewer than five, the next smallest besides. Without that one, the rest
 * of the org would be what is left of the org's own figure.
 */
export function smallOf(entrances: readonly Entrance[]): string[] {
  return [...Map.groupBy(entrances, ({ orgId }) => orgId).values()].flatMap((ofOrg) => {
    const ordered = ofOrg.toSorted((one, other) => one.holders - other.holders || (one.id < other.id ? -1 : 1));
    const small = ordered.filter(({ holders }) => holders < reportLimits.smallestGroup);
    const held = small.reduce((sum, { holders }) => sum + holders, 0);
    const isAlone = held < reportLimits.smallestGroup && small.some(({ isKnown }) => isKnown);
    return ordered.slice(0, small.length + (isAlone ? 1 : 0)).map(({ id }) => id);
  });
}

/** Milliseconds for which what was found is used again: nobody reads many reports while the fifth card is handed out. */
const keptMs = 2_000;
const lastFound = new PerDatabase(
  () => new Map<string, { readonly until: number; readonly found: Promise<string[]> }>(),
);

/** The small entrances of the orgs that a scope reaches into, by {@link smallOf}; found once in two seconds. */
export function listSmallEntrances(db: Db, { all, orgIds, managerIds, apartmentIds }: Scope): Promise<string[]> {
  const pool = poolOf(db);
  const ofAll = all || managerIds.length > 0 || apartmentIds.length > 0;
  const key = ofAll ? '' : orgIds.toSorted().join();
  const known = lastFound.of(db);
  const now = performance.now();
  const before = known.get(key);
  if (before && before.until > now) {
    return before.found;
  }
  for (const [each, { until }] of known) {
    if (until <= now) {
      known.delete(each);
    }
  }
  const found = findEntrances(pool, ofAll ? null : orgIds).then(smallOf);
  known.set(key, { until: now + keptMs, found });
  found.catch(() => known.delete(key)); // whoever asked is told; the next one tries again
  return found;
}

async function findEntrances(db: Db, orgIds: readonly string[] | null): Promise<Entrance[]> {
  const ofOrgs = (alias: string) => (orgIds ? sql`${sql.ref(`${alias}.org_id`)} = any(${orgIds}::uuid[])` : sql`true`);
  return read(
    db,
    everything,
    (tx) => findRows<Entrance>(tx)`
    select e.org_id as "orgId", e.id, coalesce(c.holders, 0)::int as holders, c.id is not null as "isKnown"
    from entrance e
    left join (
      select a.entrance_id as id, count(distinct h.apartment_id) filter (where h.active) as holders
      from apartment_card h join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
      where ${ofOrgs('h')} group by 1) c on c.id = e.id
    where ${ofOrgs('e')}
    union all
    select distinct v.org_id, v.id, 0, true from entrance_version v
    where ${ofOrgs('v')} and not exists (select from entrance e where e.org_id = v.org_id and e.id = v.id)`,
  );
}
