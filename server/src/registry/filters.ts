import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Permission } from '@noa/domain/permissions.ts';
import { asSeen } from '@noa/domain/text.ts';
import { isUuid, recordSorts, searchCondition, restricted, type Condition } from '../records/record.ts';
import type { RegistryTable } from '../database/tables.ts';

/** More words than this in one filter are not looked at: the rest cannot narrow a sane search. */
const maxWords = 10;

/** Signs of a word that are looked at: nothing is kept with longer ones, and PostgreSQL's text search takes 2,046 bytes. */
const maxSigns = 200;

const allWordsOf = (text: string): string[] =>
  asSeen(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > maxSigns ? Array.from(word).slice(0, maxSigns).join('') : word));

/** The words of what somebody typed: letters and digits; what stands between them does not matter. */
export const wordsOf = (text: string): string[] => allWordsOf(text).slice(0, maxWords);

const addressLabels = new Set(['bl', 'sc', 'ap', 'nr']);

/** The words of an address, without the labels that addresses are written with (`bl. B1, sc. A`) but not stored. */
export function addressWordsOf(text: string): string[] {
  const words = allWordsOf(text);
  const meaningful = words.filter((word) => !addressLabels.has(word.toLowerCase()));
  return (meaningful.length > 0 ? meaningful : words).slice(0, maxWords);
}

/** Whether two texts are the same address or name: the same words in any order, case, diacritics and labels apart. */
export function isSameAddress(one: string, other: string): boolean {
  const wordsIn = (text: string) =>
    addressWordsOf(text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()).toSorted().join(' ');
  return wordsIn(one) !== '' && wordsIn(one) === wordsIn(other);
}

/** The same, asked of PostgreSQL. */
export const hasSameAddress = (label: RawBuilder<unknown>, text: string): Condition => sql<SqlBool>`(
  select array_agg(word collate "C" order by word collate "C") from unnest(string_to_array(search_text(${label}), ' ')) as word
  where word <> '' and word <> all(${[...addressLabels]}::text[])
) = (
  select array_agg(fold(word) collate "C" order by fold(word) collate "C") from unnest(${addressWordsOf(text)}::text[]) as word)`;

/** Holds when a word of `searched`, as `search_text` writes it, begins with `word`, case and diacritics apart. */
export const hasWord = (searched: RawBuilder<unknown>, word: string): Condition =>
  sql<SqlBool>`strpos(${searched}, ' ' || fold(${word})) > 0`;

/**
 * Holds when each of `words` begins a word of `searched`, as `search_text` writes it. Without any word it holds for nothing:
 * somebody typed signs alone.
 */
export const hasAllWords = (searched: RawBuilder<unknown>, words: readonly string[]): Condition =>
  words.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(
        words.map((word) => hasWord(searched, word)),
        sql` and `,
      )})`;

/**
 * The same, of what is searched in a kind, with the index that finds it.
 *
 * @param searched - what the kind's migration calls searchable (`make_searchable`), over the row `r`, as `search_text` writes it.
 */
export const hasWords = (table: RegistryTable, searched: RawBuilder<unknown>, words: readonly string[]): Condition =>
  searchCondition(
    hasAllWords(searched, words),
    (most) => sql`select found as id from word_candidates(${table}, ${words}::text[], ${most}) as found`,
  );

/** Holds when `column` of the row is `id`; a text that cannot be an id matches nothing. */
export const idIs = (column: string, id: string): Condition =>
  isUuid(id) ? sql<SqlBool>`${sql.ref(`r.${column}`)} = ${id}::uuid` : sql<SqlBool>`false`;

/**
 * Holds when the columns are the ids they are asked to be; those that were not asked for are left alone.
 *
 * @param asked - column, id, and what one must be allowed to read to be told by it; absent for what whoever reads the row knows.
 */
export const idsAre = (
  asked: readonly (readonly [column: string, id: string | null | undefined, needs?: Permission])[],
): Condition[] =>
  asked.flatMap(([column, id, needs]) => {
    if (id === null || id === undefined) {
      return [];
    }
    return [needs ? restricted(needs, idIs(column, id)) : idIs(column, id)];
  });

/** A key that is unique within an org, asked for org by org, as its index has it: what a text says when one record is meant. */
export const uniqueKeyIs = (table: RegistryTable, column: string) => (text: string) =>
  sql<SqlBool>`(r.org_id, r.id) in (
    select k.org_id, k.id from org o
    join ${sql.table(table)} k on k.org_id = o.id and ${sql.ref(`k.${column}`)} = sort_key(${text}))`;

/**
 * What a flag asks for: that a condition holds, or that it does not or nobody knows; one that is absent asks for nothing.
 *
 * @param needs - what one must be allowed to read to be told, where whoever reads the row is not.
 */
export function flagged(asked: boolean | null | undefined, holds: Condition, needs?: Permission): Condition[] {
  if (typeof asked !== 'boolean') {
    return [];
  }
  const condition = asked ? sql<SqlBool>`(${holds})` : sql<SqlBool>`(${holds}) is not true`;
  return [needs ? restricted(needs, condition) : condition];
}

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
