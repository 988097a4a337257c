import type { ListVariables } from './define-resource.ts';

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
  /** Set filters only, by their id. */
  readonly filters: Readonly<Record<string, string>>;
}

const toSnake = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamel = (text: string) => text.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `-updatedAt` is `updated_at` descending. */
export const parseSort = (text: string): Sort => ({
  field: toSnake(text.replace(/^-/, '')),
  direction: text.startsWith('-') ? 'desc' : 'asc',
});

/** The reverse of `parseSort`. */
export const formatSort = ({ field, direction }: Sort): string => (direction === 'desc' ? '-' : '') + toCamel(field);

/** The sort after a click on the header of `field`: ascending first, then the other way round. */
export const nextSort = (current: Sort, field: string): Sort => ({
  field,
  direction: current.field === field && current.direction === 'asc' ? 'desc' : 'asc',
});

/** Whether the address asks for anything but the whole list. */
export const isNarrowed = ({ q, filters }: ListState): boolean => q !== '' || Object.keys(filters).length > 0;

/**
 * What to ask the server for.
 *
 * @param flags - ids of the filters that are on or absent, and travel as booleans.
 * @param fixed - conditions the list always has: the parent of a related list.
 */
export function toVariables(
  { q, sort, after, before, size, filters }: ListState,
  flags: readonly string[],
  fixed: Readonly<Record<string, string>> = {},
): ListVariables {
  const filter: Record<string, string | boolean> = { ...fixed };
  for (const [id, value] of Object.entries(filters)) {
    filter[id] = flags.includes(id) ? true : value;
  }
  if (q !== '') {
    filter['q'] = q;
  }
  return {
    ...(before ? { last: size, before } : { first: size, after }),
    // The kinds' own types are checked where a kind declares its query; here any of them may come by.
    filter: filter as Record<string, never>,
    sort: [parseSort(sort) as { field: never; direction: 'asc' | 'desc' }],
  };
}
