import type { LabelledTable } from '../../registry/kinds.ts';

/** How rows tell which record they are of. */
export interface RecordColumn {
  readonly by: string;
  /** The table that gives the `id` of each `key` in the column; null where the column has the ids themselves. */
  readonly ids: string | null;
}

/** What the builder of a report's query (decision 17) is given where engines write SQL differently; all else they have in common. */
export interface Dialect {
  /** What stands in the text for the value at a position, from 1 on. */
  readonly bound: (position: number, type: string) => string;
  /** Before a query of `with` that is used more than once: it is to run once. */
  readonly once: string;
  /** And before one that is to run wherever it is used. */
  readonly inline: string;
  /** 100 × part / whole with one decimal, halves away from nought; null where `whole` is 0. */
  readonly percentage: (part: string, whole: string) => string;
  readonly recordOf: (table: LabelledTable) => RecordColumn;
  /** Whether a column has, as `recordOf` says, one of the records whose ids are bound. */
  readonly isOneOf: (column: string, table: LabelledTable, bound: readonly string[]) => string;
  /** The records whose ids are bound as one text with commas between, as a query with one column of what `recordOf` says. */
  readonly recordsIn: (table: LabelledTable, text: string) => string;
  /** Whether each column has the value beside it, null being a value; true for none. */
  readonly isSame: (values: readonly Compared[]) => string;
  /** Whether a row that is found has the values of this one, null being a value; true for any row found if there are none. */
  readonly isAmong: (values: readonly Compared[], found: Found) => string;
}

/** A column of a row that is found, and what it is compared with. */
type Compared = readonly [column: string, value: string];

interface Found {
  readonly from: string;
  readonly where: readonly string[];
}

/** Ids out of one text, as a query with the one column `id`. */
export const idsIn = (text: string): string =>
  `select s::uuid as id from (select unnest(string_to_array(nullif(${text}, ''), ',')) as s) as split`;

const isAmong =
  (isSame: Dialect['isSame']): Dialect['isAmong'] =>
  (values, { from, where }) =>
    `exists (select 1 from ${from} where ${[isSame(values), ...where].join(' and ')})`;

const isSame = (values: readonly Compared[]): string =>
  values.map(([column, value]) => `${column} is not distinct from ${value}`).join(' and ') || 'true';

/** As SQL is everywhere else. */
export const standard = {
  once: 'materialized',
  inline: 'not materialized',
  percentage: (part, whole) => `round(100.0 * ${part} / nullif(${whole}, 0), 1)`,
  recordOf: (table) => ({ by: `${table}_id`, ids: null }),
  isOneOf: (column, _table, bound) => `${column} in (${bound.join(', ')})`,
  recordsIn: (_table, text) => idsIn(text),
  isSame,
  isAmong: isAmong(isSame),
} satisfies Partial<Dialect>;

/** Types that PostgreSQL has as well; words have types of their own where events are counted, and are text there. */
const sharedTypes = ['date', 'float8', 'integer', 'timestamp', 'uuid'];

/** PostgreSQL would compare each row with each: it joins by hashes what is equal, and in arrays null is. */
const isSameArray = (values: readonly Compared[]): string =>
  [0, 1].map((side) => `array[${values.map((each) => `${each[side]}::text`).join(', ')}]::text[]`).join(' = ');

export const registryDialect: Dialect = {
  ...standard,
  isSame: isSameArray,
  isAmong: isAmong(isSameArray),
  bound: (position, type) => `$${position}::${sharedTypes.includes(type) ? type : 'text'}`,
};
