import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Tx } from './database.ts';
import { keysetPage, type KeysetPage, type OrderBy, type Page, type SortKey } from './page.ts';
import {
  allOf,
  idType,
  inScope,
  recordSorts,
  type AnyKind,
  type Condition,
  type Kind,
  type ListArgs,
  type SearchCondition,
} from './record.ts';
import type { Scope } from './scope.ts';
import type { RegistryTable, Row } from './tables.ts';

/**
 * One keyset page of the rows that `scope` reaches and all `conditions` hold for. By any sort field, the first page and one
 * in the middle of a million rows cost the same few milliseconds (decision 9).
 */
export async function listRecords<Table extends RegistryTable, SortField extends string>(
  tx: Tx,
  kind: Kind<Table, SortField>,
  scope: Scope,
  conditions: readonly Condition[],
  args: ListArgs<SortField>,
): Promise<Page<Row<Table>>> {
  const page = keysetPage<Row<Table>>(args, orderOf(kind, args.sort));
  const few = await findFew(tx, kind, conditions);
  const holds = allOf([inScope(kind, scope), ...(few ? [few] : []), ...conditions, page.where]);
  const orgs = few ? undefined : orgsOf(kind, scope);
  const source = orgs
    ? byOrg(sql.table(kind.table), holds, page, orgs)
    : sql`${sql.table(kind.table)} as r where ${holds}`;
  const { rows } = await sql<Row<Table> & { page_cursor: string[] }>`
    select r.*, ${page.cursorColumns} from ${source} ${page.orderAndLimit}`.execute(tx);
  return page.toPage(rows);
}

/** Above so many candidates a list is read in its own order: on the way to a page it meets enough of them. */
const mostCandidates = 10_000;

/** The rows that one of `conditions` may hold for, by their ids; undefined when each of them holds for many. */
async function findFew(tx: Tx, { table }: AnyKind, conditions: readonly Condition[]): Promise<Condition | undefined> {
  for (const condition of conditions) {
    if ('candidates' in condition) {
      const candidates = (condition as SearchCondition).candidates(mostCandidates + 1);
      const { rows } = await candidates.execute(tx);
      if (rows.length <= mostCandidates) {
        return sql<SqlBool>`r.id = any(${rows.map(({ id }) => id)}::${sql.raw(idType(table))}[])`;
      }
    }
  }
  return undefined;
}

/** The orgs a list is read from. */
interface Orgs {
  /** A query for their `id`. */
  readonly query: RawBuilder<unknown>;
  /** Whether they are so many that a page cannot have rows of all of them. */
  readonly many: boolean;
}

/** Up to here, taking a whole page from each org costs less than finding out first which ones come into question. */
const manyOrgs = 16;

/** @returns undefined where the rows do not belong to orgs, or are not reached by belonging to one. */
function orgsOf({ reach, table }: AnyKind, scope: Scope): Orgs | undefined {
  if (reach.orgs || table === 'org') {
    return undefined;
  }
  if (scope.all) {
    return { query: sql`select id from org`, many: true };
  }
  if (scope.managerIds.length > 0 || scope.apartmentIds.length > 0) {
    return undefined;
  }
  // The owners of rows that the scope's orgs merely serve, besides.
  const ids = sql`${scope.orgIds}::uuid[]`;
  const query = reach.servingOrgs
    ? sql`select distinct unnest(${ids} || scope_served_orgs()) as id`
    : sql`select unnest(${ids}) as id`;
  return { query, many: scope.orgIds.length > manyOrgs };
}

/**
 * Reads a page org by org, each in the order of an index that begins with the org, and merges them. Where there are many
 * orgs, only those with the first rows of all can have one on the page: they are found by one look into each.
 */
function byOrg(
  table: RawBuilder<unknown>,
  holds: Condition,
  page: Pick<KeysetPage<never>, 'order' | 'limit' | 'orderAndLimit'>,
  { query, many }: Orgs,
) {
  const firstRows = (orgs: RawBuilder<unknown>, count: number) => sql`
    (${orgs}) as o cross join lateral (
      select r.* from ${table} as r where r.org_id = o.id and ${holds} ${page.order} limit ${count}) as r`;
  const orgs = many ? sql`select o.id from ${firstRows(query, 1)} ${page.orderAndLimit}` : query;
  return firstRows(orgs, page.limit);
}

function orderOf<Table extends RegistryTable, SortField extends string>(
  kind: Kind<Table, SortField>,
  sort: ListArgs<SortField>['sort'],
): OrderBy[] {
  const asked = sort && sort.length > 0 ? sort : kind.defaultSort;
  const order = asked.map(({ field, direction }) => ({ key: kind.sorts[field], name: String(field), direction }));
  const direction = order.at(-1)?.direction ?? 'asc';
  const id = 'id' in kind.sorts ? (kind.sorts['id'] as SortKey) : recordSorts.id;
  return order.some(({ name }) => name === 'id') ? order : [...order, { key: id, name: 'id', direction }];
}

/** How many rows a list has in all; asked for only when somebody wants to see it. */
export async function countRecords<Table extends RegistryTable, SortField extends string>(
  tx: Tx,
  kind: Kind<Table, SortField>,
  scope: Scope,
  conditions: readonly Condition[],
): Promise<number> {
  const few = await findFew(tx, kind, conditions);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(kind.table)} as r
    where ${allOf([inScope(kind, scope), ...(few ? [few] : []), ...conditions])}`.execute(tx);
  return rows[0]?.count ?? 0;
}
