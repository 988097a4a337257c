import { snake } from '@noa/domain/kinds/names.ts';
import type { Filter, ListVariables } from '../define-resource.ts';
import { readFilter, type FilterValue } from '../filters/filter-value.ts';

export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

export interface Sort {
  /** Value of the GraphQL sort enum. */
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** The state of a list, as its address tells it. */
export interface ListState {
  readonly q: string;
  readonly sort: string;
  readonly after: string | null;
  readonly before: string | null;
  readonly size: number;
  /** Set filters that make sense, by their id, as they stand in the address. */
  readonly filters: Readonly<Record<string, string>>;
  /** Ids of filters, or `sort`, of which the address says something that makes no sense here: it is left alone and not used. */
  readonly ignored: readonly string[];
}

const toCamel = (text: string) => text.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `-updatedAt` is `updated_at` descending. */
export const parseSort = (text: string): Sort => ({
  field: snake(text.replace(/^-/, '')),
  direction: text.startsWith('-') ? 'desc' : 'asc',
});

/** The reverse of `parseSort`. */
export const formatSort = ({ field, direction }: Sort): string => (direction === 'desc' ? '-' : '') + toCamel(field);

/** The sort after a click on the header of `field`: ascending first, then the other way round. */
export const nextSort = (current: Sort, field: string): Sort => ({
  field,
  direction: current.field === field && current.direction === 'asc' ? 'desc' : 'asc',
});

/** What a list may be asked for. */
export interface ListOptions {
  /** The filters the viewer may use. */
  readonly filters: readonly Filter[];
  /** Values of the GraphQL sort enum. */
  readonly sorts: readonly string[];
  readonly defaultSort: string;
}

/** The part of a list's state that has to be understood: what makes no sense is ignored, and said so. */
export function readNarrowing(
  { filters, sorts, defaultSort }: ListOptions,
  asked: Readonly<Record<string, string | null | undefined>>,
): Pick<ListState, 'filters' | 'sort' | 'ignored'> {
  const set = Object.entries(asked).filter((entry): entry is [string, string] => entry[0] !== 'sort' && !!entry[1]);
  const makesSense = ([id, text]: readonly [string, string]) => {
    const filter = filters.find((each) => each.id === id);
    return filter !== undefined && readFilter(filter, text) !== undefined;
  };
  const sort = asked['sort'] || defaultSort;
  const sortable = sort === defaultSort || sorts.includes(parseSort(sort).field);
  return {
    filters: Object.fromEntries(set.filter(makesSense)),
    sort: sortable ? sort : defaultSort,
    ignored: [...(sortable ? [] : ['sort']), ...set.filter((each) => !makesSense(each)).map(([id]) => id)],
  };
}

/** Whether the address asks for anything but the whole list. */
export const isNarrowed = ({ q, filters }: ListState): boolean => q !== '' || Object.keys(filters).length > 0;

/** What puts those that are equal in an order into one: a street's by their numbers, and not by ids, which nobody knows. */
const goesOnBy: Readonly<Record<string, readonly string[]>> = { addr_street: ['addr_nr', 'addr_bl'] };

/**
 * What to ask the server for.
 *
 * @param declared - the filters of the list.
 * @param fixed - conditions the list always has: the parent of a related list.
 */
export function toVariables(
  { q, sort, after, before, size, filters }: ListState,
  declared: readonly Filter[],
  fixed: Readonly<Record<string, string>> = {},
): ListVariables {
  const filter: Record<string, FilterValue> = { ...fixed };
  for (const each of declared) {
    const text = filters[each.id];
    const value = text === undefined ? undefined : readFilter(each, text);
    if (value !== undefined) {
      filter[each.id] = value;
    }
  }
  if (q !== '') {
    filter['q'] = q;
  }
  const { field, direction } = parseSort(sort);
  return {
    ...(before ? { last: size, before } : { first: size, after }),
    // The kinds' own types are checked where a kind declares its query; here any of them may come by.
    filter: filter as Record<string, never>,
    sort: [field, ...(goesOnBy[field] ?? [])].map((each) => ({ field: each as never, direction })),
  };
}

/** The part of a list's address that makes a view of it: not the page in it, the moment, or a job that is shown beside it. */
export function viewOf(search: URLSearchParams, filters: readonly Filter[]): string {
  const kept = ['q', 'sort', 'size', ...filters.map(({ id }) => id)].toSorted();
  return new URLSearchParams(
    kept.flatMap((key): [string, string][] => {
      const value = search.get(key);
      return value ? [[key, value]] : [];
    }),
  ).toString();
}
