import { sql, type RawBuilder } from 'kysely';
import type { Permission } from '@noa/domain/permissions.ts';
import { findRows, getValue } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import { keysetPage, type OrderBy, type Page, type PageArgs } from '../records/page.ts';
import { byOrg, type Orgs } from '../records/record-list.ts';
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
  /** Whose rows they are, where an index has each org's in this order and nothing is joined: pages are then read org by org. */
  readonly orgs?: Orgs | undefined;
}

/** One page of the list, as far as the transaction's scope reaches. */
export async function listRows<Row>(
  tx: Tx,
  { from, columns, joined, conditions, order, orgs }: RowList<Row>,
  args: PageArgs,
): Promise<Page<Row>> {
  const page = keysetPage<Row>(args, order);
  const holds = allOf([...conditions, page.where]);
  const source = orgs ? await byOrg(tx, orgs, from, holds, page) : sql`${from} r ${joined ?? sql``} where ${holds}`;
  const rows = await findRows<Row & { page_cursor: string[] }>(tx)`
    select ${columns ?? sql`r.*`}, ${page.cursorColumns} from ${source}
    ${page.orderAndLimit}`;
  return page.toPage(rows);
}

/** How many rows the list has in all. */
export async function countRows(tx: Tx, { from, conditions }: RowList<unknown>): Promise<number> {
  const where = conditions.length > 0 ? sql`where ${allOf(conditions)}` : sql``;
  return getValue<number>(tx)`select count(*)::int as count from ${from} r ${where}`;
}

/** The newest first, by a column of `r`, and by what tells rows of one moment apart. */
export const newestFirst = (
  column: string,
  id: { readonly column: string; readonly type: 'int8' | 'uuid' } = { column: 'id', type: 'uuid' },
): readonly OrderBy[] => [
  { key: { by: sql.ref(`r.${column}`), type: 'timestamptz' }, name: column, direction: 'desc' },
  { key: { by: sql.ref(`r.${id.column}`), type: id.type }, name: 'id', direction: 'desc' },
];

/** Reads in a transaction of its own. */
type Read = <T>(work: (tx: Tx, scope: Scope) => Promise<T>) => Promise<T>;

/**
 * One page of a list, and its total should it be asked for.
 *
 * @param listWithin - the list, given how far what is read reaches; row-level security keeps to that anyway.
 */
export const rowSource = async <Row>(
  read: Read,
  listWithin: (scope: Scope) => RowList<Row>,
  args: PageArgs,
): Promise<ConnectionSource<Row>> => ({
  page: await read((tx, scope) => listRows(tx, listWithin(scope), args)),
  count: () => read((tx, scope) => countRows(tx, listWithin(scope))),
});

/** As {@link rowSource}, of a list that is read by `permission`. @throws {AppError} `Forbidden`. */
export const rowConnection = <Row>(
  context: Context,
  permission: Permission,
  listWithin: (scope: Scope) => RowList<Row>,
  args: PageArgs,
): Promise<ConnectionSource<Row>> => rowSource((work) => context.read(permission, work), listWithin, args);
