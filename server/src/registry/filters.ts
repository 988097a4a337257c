import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isUuid, recordSorts, type Condition } from '../database/record.ts';

/** More words than this in one filter are not looked at: the rest cannot narrow a sane search. */
const maxWords = 8;

/**
 * Holds when every word of `text` occurs in `haystack`, which must be folded already (lower case, no diacritics).
 * `%` and `_` are ordinary characters here.
 */
export function containsAllWords(haystack: RawBuilder<unknown>, text: string): Condition {
  const words = text.trim().split(/\s+/).slice(0, maxWords);
  return sql`(${sql.join(
    words.map((word) => sql`strpos(${haystack}, fold(${word})) > 0`),
    sql` and `,
  )})`;
}

/** Holds when `column` of the row is `id`; a text that cannot be an id matches nothing. */
export const idIs = (column: string, id: string): Condition =>
  isUuid(id) ? sql<SqlBool>`${sql.ref(`r.${column}`)} = ${id}::uuid` : sql<SqlBool>`false`;

/** What `IntRange` and `PercentRange` of the API bring. */
export interface Range {
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
}

/** What `DateTimeRange` of the API brings. */
export interface Period {
  readonly from?: Date | null | undefined;
  readonly to?: Date | null | undefined;
}

/** Conditions that keep `value` between two ends, both included; an absent end is open. */
export function inRange(value: RawBuilder<unknown>, range: Range | null | undefined): Condition[] {
  const { min, max } = range ?? {};
  return [
    ...(typeof min === 'number' ? [sql<SqlBool>`${value} >= ${min}`] : []),
    ...(typeof max === 'number' ? [sql<SqlBool>`${value} <= ${max}`] : []),
  ];
}

/** Conditions that keep a moment in `[from, to)`; an absent end is open. */
export function inPeriod(moment: RawBuilder<unknown>, period: Period | null | undefined): Condition[] {
  const { from, to } = period ?? {};
  return [...(from ? [sql<SqlBool>`${moment} >= ${from}`] : []), ...(to ? [sql<SqlBool>`${moment} < ${to}`] : [])];
}

/** The filters that the list of every kind has. */
export interface RecordFilter {
  updatedAt?: Period | null | undefined;
}

/** The conditions of the filters that the list of every kind has. */
export const recordConditions = (filter: RecordFilter | null | undefined): Condition[] =>
  inPeriod(recordSorts.updated_at.by, filter?.updatedAt);
