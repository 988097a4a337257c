import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { validationFailed } from '@noa/domain/errors.ts';
import { requireSize } from './size.ts';
import { isColumnText, type ColumnType } from '../database/column-text.ts';
import type { Permission } from '@noa/domain/permissions.ts';

/** Rows a page may have at most (api.graphql). */
export const maxPageSize = 200;
export const defaultPageSize = 50;

export type Direction = 'asc' | 'desc';

/** What a list may be ordered by: an expression over the row `r` that is never null, and its PostgreSQL type. */
export interface SortKey {
  readonly by: RawBuilder<unknown>;
  readonly type: ColumnType;
  /** To be ordered by it tells as much as the value does: a list in this order lies within that permission as well. */
  readonly needs?: Permission;
}

export interface OrderBy {
  readonly key: SortKey;
  /** Names the key inside cursors, so that a cursor of another order is recognised. */
  readonly name: string;
  readonly direction: Direction;
}

/** Relay-style arguments, as they came in. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

export interface Page<Row> {
  readonly edges: readonly { readonly row: Row; readonly cursor: string }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

interface PagePlan {
  readonly size: number;
  readonly backward: boolean;
  readonly cursor: readonly string[] | null;
}

/**
 * Decides what `args` ask for.
 *
 * @throws {AppError} `LimitExceeded` above 200 rows; `ValidationFailed` for a cursor of another list or order, for both
 * directions at once, or for a size under 1.
 */
function planPage(args: PageArgs, order: readonly OrderBy[]): PagePlan {
  const backward = typeof args.last === 'number' || typeof args.before === 'string';
  if (backward && (typeof args.first === 'number' || typeof args.after === 'string')) {
    throw validationFailed({ last: 'page.oneDirection' }, 'Ask for first/after or for last/before, not both');
  }
  const size = (backward ? args.last : args.first) ?? defaultPageSize;
  requireSize({ [backward ? 'last' : 'first']: size }, maxPageSize);
  const text = backward ? args.before : args.after;
  return { size, backward, cursor: text ? decodeCursor(text, order, backward ? 'before' : 'after') : null };
}

const signature = (order: readonly OrderBy[]) => order.map(({ name, direction }) => `${name} ${direction}`).join(',');

/** A cursor, of the order that it belongs to and the values of its row there: a list of texts in JSON. */
export const cursorOf = (json: string): string => Buffer.from(json).toString('base64url');

/** The values of a row in a cursor; undefined if it does not belong to the order, which is of so many columns. */
export function valuesOf(cursor: string, order: string, columns: number): unknown[] | undefined {
  const parsed = parseJson(Buffer.from(cursor, 'base64url').toString());
  const [of, ...values] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
  return of === order && values.length === columns ? values : undefined;
}

function decodeCursor(text: string, order: readonly OrderBy[], argument: string): string[] {
  const values = valuesOf(text, signature(order), order.length);
  const texts = values?.filter((value, index) => isColumnText(order[index]?.key.type ?? 'text', value));
  if (texts?.length !== order.length) {
    throw validationFailed({ [argument]: 'page.badCursor' }, 'The cursor does not belong to this list and order');
  }
  return texts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not one of ours: the caller says so
  }
}

/** The order's columns beside a row's values of them, in the direction that the page is read. */
const columnsOf = (order: readonly OrderBy[], values: readonly string[], backward: boolean) =>
  order.map(({ key, direction }, index) => ({
    by: key.by,
    value: sql`${values[index]}::${sql.raw(key.type)}`,
    ascending: (direction === 'asc') !== backward,
  }));

/** Rows up to the one with these values, and where directions differ, some behind it. */
function upTo(order: readonly OrderBy[], values: readonly string[], backward: boolean): RawBuilder<SqlBool> {
  const columns = columnsOf(order, values, backward);
  const ascending = columns[0]?.ascending ?? true;
  const compared = columns.slice(0, columns.every((column) => column.ascending === ascending) ? undefined : 1);
  return sql<SqlBool>`(${sql.join(compared.map(({ by }) => by))}) ${ascending ? sql`<=` : sql`>=`}
    (${sql.join(compared.map(({ value }) => value))})`;
}

/** Rows behind the cursor: (a, b, id) > (x, y, z) in the page's own direction, column by column when directions differ. */
function past(order: readonly OrderBy[], cursor: readonly string[], backward: boolean): RawBuilder<SqlBool> {
  const columns = columnsOf(order, cursor, backward);
  if (columns.every(({ ascending }) => ascending === columns[0]?.ascending)) {
    const operator = columns[0]?.ascending ? sql`>` : sql`<`;
    return sql<SqlBool>`(${sql.join(columns.map((c) => c.by))}) ${operator} (${sql.join(columns.map((c) => c.value))})`;
  }
  const steps = columns.map(({ by, value, ascending }, index) => {
    const equal = columns.slice(0, index).map((before) => sql`${before.by} = ${before.value}`);
    return sql`(${sql.join([...equal, sql`${by} ${ascending ? sql`>` : sql`<`} ${value}`], sql` and `)})`;
  });
  // Says no more than the steps do, but it says it of one column, which is what an index can begin at.
  const [first] = columns;
  const from = first ? sql`${first.by} ${first.ascending ? sql`>=` : sql`<=`} ${first.value}` : sql`true`;
  return sql<SqlBool>`(${from} and (${sql.join(steps, sql` or `)}))`;
}

/** A row of a page. Few ask for all cursors, and to write one costs more than all else about a row. */
class PageEdge<Row> {
  readonly row: Row & { readonly page_cursor: readonly string[] };
  readonly #order: readonly OrderBy[];

  constructor(row: Row & { readonly page_cursor: readonly string[] }, order: readonly OrderBy[]) {
    this.row = row;
    this.#order = order;
  }

  get cursor(): string {
    return cursorOf(JSON.stringify([signature(this.#order), ...this.row.page_cursor]));
  }
}

/** The pieces of SQL that one keyset page needs, and how to read its rows. */
export interface KeysetPage<Row> {
  /** Selected beside the row's own columns: the cursor's values, exact, as text. */
  readonly cursorColumns: RawBuilder<unknown>;
  /** What a cursor is made of ({@link cursorOf}). */
  readonly cursorJson: RawBuilder<unknown>;
  readonly isBackward: boolean;
  /** Whether it goes on from a cursor. */
  readonly goesOn: boolean;
  /** To be and-ed to the list's own conditions. */
  readonly where: RawBuilder<SqlBool>;
  /** `order by …`. */
  readonly order: RawBuilder<unknown>;
  /** Rows to fetch: one more than asked for, which spares a count, where it is asked if there are more. */
  readonly limit: number;
  /** Holds for all rows before the one with these cursor values, and for it; perhaps for some behind it. */
  readonly upTo: (values: readonly string[]) => RawBuilder<SqlBool>;
  /** `order by … limit …`. */
  readonly orderAndLimit: RawBuilder<unknown>;
  readonly toPage: (rows: readonly (Row & { readonly page_cursor: readonly string[] })[]) => Page<Row>;
}

/**
 * Keyset paging, written once: rows that are inserted or removed meanwhile shift nothing, and a page deep inside costs what
 * the first one does.
 *
 * @param order - at least one entry; the last one must be unique (`id`), or rows of equal value would be lost.
 * @param tellsMore - whether it is asked if rows follow: if not, none beyond the page is read, nor what hangs on it.
 */
export function keysetPage<Row>(args: PageArgs, order: readonly OrderBy[], tellsMore = true): KeysetPage<Row> {
  const { size, backward, cursor } = planPage(args, order);
  const keys = order.map(({ key, direction }) => {
    const ascending = (direction === 'asc') !== backward;
    return sql`${key.by} ${ascending ? sql`asc` : sql`desc`}`;
  });
  const orderBy = sql`order by ${sql.join(keys)}`;
  const limit = tellsMore ? size + 1 : size;
  const cursorValues = order.map(({ key }) => sql`(${key.by})::text`);
  return {
    cursorColumns: sql`array[${sql.join(cursorValues)}] as page_cursor`,
    cursorJson: sql`to_json(array[${sql.join([sql.lit(signature(order)), ...cursorValues])}])`,
    isBackward: backward,
    goesOn: cursor !== null,
    where: cursor ? past(order, cursor, backward) : sql<SqlBool>`true`,
    order: orderBy,
    limit,
    upTo: (values) => upTo(order, values, backward),
    // Not a parameter: a plan that is made for any number of rows sorts all there are.
    orderAndLimit: sql`${orderBy} limit ${sql.lit(limit)}`,
    toPage: (rows) => {
      const more = rows.length > size;
      const kept = rows.slice(0, size);
      const edges = (backward ? kept.toReversed() : kept).map((row) => new PageEdge<Row>(row, order));
      return {
        edges,
        hasNextPage: backward ? cursor !== null : more,
        hasPreviousPage: backward ? more : cursor !== null,
      };
    },
  };
}
