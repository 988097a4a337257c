import { sql, type RawBuilder } from 'kysely';
import { builder } from '../graphql/builder.ts';
import { pageArgs } from '../graphql/list.ts';
import type { RowList } from '../graphql/row-list.ts';
import { hasAllWords, wordsOf } from './filters.ts';

/** What lists of people are filtered by: accounts, and members of orgs and managers. */
export interface PeopleFilter {
  /** Words of the name and the address, case and diacritics apart. */
  q?: string | null | undefined;
}

/** By name, or by address where there is none. */
const order = [
  {
    key: { by: sql`sort_key(coalesce(nullif(r.name, ''), r.email, '')) collate "C"`, type: 'text' },
    name: 'name',
    direction: 'asc',
  },
  { key: { by: sql`r.id`, type: 'uuid' }, name: 'id', direction: 'asc' },
] as const;

/**
 * Those of some people whom a filter asks for, by name.
 *
 * @param from - has `id`, `name` and `email`.
 */
export const listOfPeople = <Row>(
  from: RowList<Row>['from'],
  filter: PeopleFilter | null | undefined,
  columns?: RawBuilder<Row>,
): RowList<Row> => ({
  from,
  ...(columns && { columns }),
  conditions: filter?.q ? [hasAllWords(sql`search_text(concat_ws(' ', r.name, r.email))`, wordsOf(filter.q))] : [],
  order,
});

/** The input of such a filter, and the arguments of such a list. */
export function peopleArgs(name: string) {
  const filter = builder.inputType(name, {
    fields: (t) => ({ q: t.string({ description: 'Words of the name and the address.' }) }),
  });
  return { ...pageArgs, ...builder.args((t) => ({ filter: t.field({ type: filter }) })) };
}
