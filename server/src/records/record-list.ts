import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from 'kysely';
import { findMap, findRow, getValue } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { keysetPage, type KeysetPage, type OrderBy, type Page, type SortKey } from './page.ts';
import {
  allOf,
  inScope,
  recordSorts,
  type AnyKind,
  type Condition,
  type Kind,
  type ListArgs,
  type Reach,
  type SearchCondition,
} from './record.ts';
import { openingMark } from '../database/connection/pipelined-connection.ts';
import { asAverageOrg } from '../database/connection/planning.ts';
import { repeated } from '../database/connection/prepared.ts';
import { namedText, withoutTree } from '../database/connection/statement-names.ts';
import { columnsOf } from './row-columns.ts';
import type { Scope } from '../database/scope.ts';
import type { OneStatement } from '../database/transaction.ts';
import type { RegistryTable, Row } from '../database/tables.ts';

/**
 * One keyset page of the rows that `scope` reaches and all `conditions` hold for. By any sort field, the first page and one
 * in the middle of a million rows cost the same few milliseconds (decision 9).
 */
export const listRecords = async <Table extends RegistryTable, SortField extends string>(
  tx: Tx,
  kind: Kind<Table, SortField>,
  scope: Scope,
  conditions: readonly Condition[],
  args: ListArgs<SortField>,
): Promise<Page<Row<Table>>> => {
  const selected = { columns: await columnsOf(tx, kind.table), cursors: true, tellsMore: true };
  return askPage(tx, await pageStatement<Row<Table>, Table, SortField>(tx, kind, scope, conditions, args, selected));
};

/** What is read of each row of a page. */
export interface Selected {
  readonly columns: RawBuilder<unknown>;
  /** Whether cursors are: a page without them does not know where it lies. */
  readonly cursors: boolean;
  /** Whether it is asked if there are rows beyond the page. */
  readonly tellsMore: boolean;
  /** Whether other rows hang on each: to plan that for certain parameters takes longer than to read it. */
  readonly isNested?: boolean;
}

type Paged<Given> = Given & { readonly page_cursor: readonly string[] };

/** A page as it is asked for. */
export interface PageStatement<Given> extends OneStatement<Paged<Given>> {
  /** Whether it is planned for any parameters: what any org is asked in the same words. */
  readonly isRepeated: boolean;
  readonly toPage: KeysetPage<Given>['toPage'];
}

/** The statement that {@link listRecords} asks, with other columns. */
export async function pageStatement<Given, Table extends RegistryTable, SortField extends string>(
  tx: Tx,
  kind: Kind<Table, SortField>,
  scope: Scope,
  conditions: readonly Condition[],
  args: ListArgs<SortField>,
  { columns, cursors, tellsMore, isNested = false }: Selected,
): Promise<PageStatement<Given>> {
  const order = orderOf(kind, args.sort);
  const page = keysetPage<Given>(args, order, tellsMore);
  const few = await findFew(tx, conditions);
  const orgs = few ? undefined : orgsOf(kind, scope, order);
  // Rows of the only org are what the scope reaches.
  const reached = orgs?.only === undefined ? [inScope(kind, scope)] : [];
  const holds = allOf([...reached, ...(few ? [few] : []), ...conditions, page.where]);
  const source = orgs
    ? await byOrg(tx, orgs, sql.table(kind.table), holds, page)
    : sql`${sql.table(kind.table)} as r where ${holds}`;
  // What any org is asked in the same words is planned once: its rows lie beside each other in the order of each index.
  const isRepeated = orgs?.only !== undefined && conditions.length === 0;
  const selected = cursors ? sql`${columns}, ${page.cursorColumns}` : columns;
  const made = sql`${isRepeated ? repeated : sql``} select ${selected} from ${source} ${page.orderAndLimit}`.compile(
    tx,
  );
  const query = withoutTree(made) as CompiledQuery<Paged<Given>>;
  return { query, isRepeated, isPlannedOnce: isRepeated && isNested, toPage: page.toPage };
}

/** Says how statements that are prepared are planned from here on: once, or as PostgreSQL finds better. It leaves with the next one. */
const planning = (mode: 'force_generic_plan' | 'auto') =>
  namedText(`${openingMark} select set_config('plan_cache_mode', '${mode}', true)`);
const [planOnce, planAsUsual] = [planning('force_generic_plan'), planning('auto')];

/** Asks for a page. */
export async function askPage<Given>(tx: Tx, statement: PageStatement<Given>): Promise<Page<Given>> {
  const { query, isPlannedOnce, toPage } = statement;
  if (!isPlannedOnce) {
    return toPage((await tx.executeQuery(query)).rows);
  }
  await tx.executeQuery(planOnce);
  const { rows } = await tx.executeQuery(query);
  await tx.executeQuery(planAsUsual);
  return toPage(rows);
}

/** Above so many candidates a list is read in its own order: on the way to a page it meets enough of them. */
const mostCandidates = 5_000;

/** The rows that one of `conditions` may hold for, by their ids; undefined when each of them holds for many. */
async function findFew(tx: Tx, conditions: readonly Condition[]): Promise<Condition | undefined> {
  for (const condition of conditions) {
    if ('candidates' in condition) {
      const candidates = (condition as SearchCondition).candidates(mostCandidates + 1);
      const count = await getValue<number>(tx)`select count(*)::int from (${candidates}) as c`;
      if (count <= mostCandidates) {
        return sql<SqlBool>`r.id = any(array(${candidates}))`;
      }
    }
  }
  return undefined;
}

/** The orgs a list is read from, or smaller parts of them. */
export interface Orgs {
  /** A query for their `id`, or for what `matches` looks at. */
  readonly query: RawBuilder<unknown>;
  /** Which rows `r` are those of one, `o`, as an index begins; by their org, unless it is said. */
  readonly matches?: Condition;
  /** Whether it pays to find out first how far the page goes, as there may be many of them. */
  readonly isBounded: boolean;
  /** The one there is, where that is known. */
  readonly only?: string;
}

/** Up to here, taking a whole page from each org costs less than finding out first how far to go. */
const manyOrgs = 16;

/** @returns undefined where the rows do not belong to orgs, or are not reached by belonging to one. */
export function orgsOf(
  { reach, table }: { readonly reach: Reach; readonly table: string },
  scope: Scope,
  order: readonly OrderBy[],
): Orgs | undefined {
  if (reach.orgs || table === 'org') {
    return undefined;
  }
  // By id and by version all orgs share an index as well: PostgreSQL would read it between the bounds, for each org anew.
  const isBounded = order[0]?.name !== 'id' && order[0]?.name !== 'row_id';
  if (scope.all) {
    return { query: sql`select id from org`, isBounded };
  }
  if (scope.managerIds.length > 0 || scope.apartmentIds.length > 0) {
    return undefined;
  }
  // The owners of rows that the scope's orgs merely serve, besides.
  const ids = sql`${scope.orgIds}::uuid[]`;
  const query = reach.servingOrgs
    ? sql`select distinct unnest(${ids} || scope_served_orgs()) as id`
    : sql`select unnest(${ids}) as id`;
  const [only, ...others] = scope.orgIds;
  return {
    query,
    isBounded: isBounded && scope.orgIds.length > manyOrgs,
    ...(only !== undefined && others.length === 0 && !reach.servingOrgs && { only }),
  };
}

type Order = Pick<KeysetPage<never>, 'order' | 'limit' | 'upTo' | 'cursorColumns'>;

/** The first rows of each org, each org's in the order of an index that begins with the org. */
const firstOf = (orgs: Orgs, table: RawBuilder<unknown>, holds: Condition, { order }: Order, count: number) => sql`
  (${orgs.query}) as o cross join lateral (
    select r.* from ${table} as r where ${orgs.matches ?? sql<SqlBool>`r.org_id = o.id`} and ${holds} ${order} limit ${count}) as r`;

/** Rows of each org that are looked at to find out how far a page goes. */
const firstLook = 5;

/**
 * Reads a page org by org, and merges what they have. Where there are many orgs, a first look at a few rows of each gives a
 * bound: as many rows as the page wants lie before it, so that nobody need look behind it.
 *
 * @returns what is behind `from`, its conditions included; order and limit follow.
 */
export async function byOrg(
  tx: Tx,
  orgs: Orgs,
  table: RawBuilder<unknown>,
  holds: Condition,
  page: Order,
): Promise<RawBuilder<unknown>> {
  if (orgs.only !== undefined) {
    return sql`${table} as r where r.org_id = ${asAverageOrg(orgs.only)} and ${holds}`;
  }
  if (!orgs.isBounded) {
    return firstOf(orgs, table, holds, page, page.limit);
  }
  const row = await findRow<{ page_cursor: string[] }>(tx)`
    select ${page.cursorColumns} from ${firstOf(orgs, table, holds, page, firstLook)} ${page.order}
    offset ${page.limit - 1} limit 1`;
  const bounded = row ? allOf([holds, page.upTo(row.page_cursor)]) : holds;
  return firstOf(orgs, table, bounded, page, page.limit);
}

/** The order of a list, which `id` ends. */
export function orderOf<Table extends RegistryTable, SortField extends string>(
  kind: Kind<Table, SortField>,
  sort: ListArgs<SortField>['sort'],
): OrderBy[] {
  const asked = sort && sort.length > 0 ? sort : kind.defaultSort;
  const byField = new Map<SortField, OrderBy>();
  for (const { field, direction } of asked) {
    // One that comes again orders nothing more, however often it is sent.
    if (!byField.has(field)) {
      byField.set(field, { key: kind.sorts[field], name: String(field), direction });
    }
  }
  const order = [...byField.values()];
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
  const few = await findFew(tx, conditions);
  const holds = allOf([inScope(kind, scope), ...(few ? [few] : []), ...conditions]);
  // Org by org where some may be served: no index begins with that, and all orgs' rows would be looked at.
  const orgs = few || scope.all || !kind.reach.servingOrgs ? undefined : orgsOf(kind, scope, []);
  return orgs
    ? getValue<number>(tx)`
        select coalesce(sum(c.count), 0)::int as count from (${orgs.query}) as o cross join lateral (
          select count(*) as count from ${sql.table(kind.table)} as r where r.org_id = o.id and ${holds}) as c`
    : getValue<number>(tx)`select count(*)::int as count from ${sql.table(kind.table)} as r where ${holds}`;
}

/**
 * How many rows that `scope` reaches hang on each of `parents`: the records that `column` names. Parents with none are left
 * out.
 */
export const countByParent = (
  tx: Tx,
  kind: AnyKind,
  scope: Scope,
  column: string,
  parents: readonly string[],
): Promise<Map<string, number>> => findMap<number>(tx)`
  select ${sql.ref(`r.${column}`)}, count(*)::int from ${sql.table(kind.table)} as r
  where ${sql.ref(`r.${column}`)} = any(${parents}::uuid[]) and ${inScope(kind, scope)}
  group by 1`;
