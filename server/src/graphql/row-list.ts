import { sql, type RawBuilder } from 'kysely';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import { keysetPage, type OrderBy, type Page, type PageArgs } from '../records/page.ts';
import { allOf, type Condition } from '../records/record.ts';
import type { Context } from '../request/context.ts';
import type { ConnectionSource } from './connection.ts';

/** A list of rows `r` that are no kind's records. `Row` is what its columns give. */
export interface RowList<Row> {
  /** A table, or a query in brackets. */
  readonly from: RawBuilder<unknown>;
  /** What is selected, where it is not all of `r`. */
  readonly columns?: RawBuilder<Row>;
  /** What the columns take from elsewhere: left joins, which change nothing of how many rows there are. */
  readonly joined?: RawBuilder<unknown>;
  readonly conditions: readonly Condition[];
  /** Ends in what is unique. */
  readonly order: readonly OrderBy[];
}

/** One page of the list, as far as the transaction's scope reaches. */
export async function listRows<Row>(
  tx: Tx,
  { from, columns, joined, conditions, order }: RowList<Row>,
  args: PageArgs,
): Promise<Page<Row>> {
  const page = keysetPage<Row>(args, order);
  const { rows } = await sql<Row & { page_cursor: string[] }>`
    select ${columns ?? sql`r.*`}, ${page.cursorColumns} from ${from} r ${joined ?? sql``}
    where ${allOf([...conditions, page.where])}
    ${page.orderAndLimit}`.execute(tx);
  return page.toPage(rows);
}

/** How many rows the list has in all. */
export async function countRows(tx: Tx, { from, conditions }: RowList<unknown>): Promise<number> {
  const where = conditions.length > 0 ? sql`where ${allOf(conditions)}` : sql``;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from} r ${where}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * One page of a list that is read by `permission`, and its total should it be asked for.
 *
 * @param listWithin - the list, given how far the permission reaches; row-level security keeps to that anyway.
 * @throws {AppError} `Forbidden`.
 */
export const rowConnection = async <Row>(
  context: Context,
  permission: Permission,
  listWithin: (scope: Scope) => RowList<Row>,
  args: PageArgs,
): Promise<ConnectionSource<Row>> => ({
  page: await context.read(permission, (tx, scope) => listRows(tx, listWithin(scope), args)),
  count: () => context.read(permission, (tx, scope) => countRows(tx, listWithin(scope))),
});
