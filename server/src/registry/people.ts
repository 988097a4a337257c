import { sql, type SqlBool } from 'kysely';
import type { Condition } from '../records/record.ts';
import { hasAllWords, wordsOf } from './filters.ts';

/** What lists of people are filtered by: accounts, and members of orgs and managers. */
export interface PeopleFilter {
  /** Words of the name and the address, case and diacritics apart. */
  q?: string | null | undefined;
}

/** The order of people, of the row `r`: by name, or by address where there is none. */
export const peopleOrder = [
  {
    key: { by: sql`sort_key(coalesce(nullif(r.name, ''), r.email, ''))`, type: 'text' },
    name: 'name',
    direction: 'asc',
  },
  { key: { by: sql`r.id`, type: 'uuid' }, name: 'id', direction: 'asc' },
] as const;

/** Holds for the people whom a filter asks for, of the row `r`. */
export const peopleMatching = (filter: PeopleFilter | null | undefined): Condition =>
  filter?.q ? hasAllWords(sql`search_text(concat_ws(' ', r.name, r.email))`, wordsOf(filter.q)) : sql<SqlBool>`true`;
