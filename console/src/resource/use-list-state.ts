import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { Filter } from './define-resource.ts';
import { formatSort, nextSort, pageSizes, parseSort, type ListState, type PageSize } from './list-state.ts';

const sizes = pageSizes.map(String);

const ownParsers = {
  q: parseAsString.withDefault(''),
  sort: parseAsString,
  after: parseAsString,
  before: parseAsString,
  size: parseAsStringLiteral(sizes).withDefault('25'),
};

/** Any change of what the list holds or of its order makes the cursor meaningless. */
const firstPage = { after: null, before: null } as const;
const discrete = { history: 'push' } as const;

export interface ListControls {
  readonly state: ListState;
  /** Typing replaces the address, so that Back does not go letter by letter. */
  readonly search: (q: string) => void;
  readonly sortBy: (field: string) => void;
  /** @param value - null removes the filter. */
  readonly filterBy: (id: string, value: string | null) => void;
  readonly resetFilters: () => void;
  readonly resize: (size: PageSize) => void;
  readonly goTo: (cursor: { after: string } | { before: string }) => void;
  /** To page one without a trace: the cursor was no good. */
  readonly dropCursor: () => void;
}

/** The state of a list in the address, and the ways to change it. */
export function useListState(filters: readonly Filter[], defaultSort: string): ListControls {
  const parsers = useMemo(
    () => ({ ...ownParsers, ...Object.fromEntries(filters.map(({ id }) => [id, parseAsString])) }),
    [filters],
  );
  const [values, setValues] = useQueryStates(parsers, { shallow: false, scroll: false });
  const { q, sort, after, before, size, ...rest } = values as { [key in keyof typeof ownParsers]: string } & Record<
    string,
    string | null
  >;
  const state: ListState = {
    q: q ?? '',
    sort: sort ?? defaultSort,
    after: after ?? null,
    before: before ?? null,
    size: Number(size),
    filters: Object.fromEntries(
      Object.entries(rest).flatMap(([id, value]) => (typeof value === 'string' && value !== '' ? [[id, value]] : [])),
    ),
  };
  const none = Object.fromEntries(filters.map(({ id }) => [id, null]));

  return {
    state,
    search: (text) => void setValues({ q: text || null, ...firstPage }, { history: 'replace' }),
    sortBy: (field) =>
      void setValues({ sort: formatSort(nextSort(parseSort(state.sort), field)), ...firstPage }, discrete),
    filterBy: (id, value) => void setValues({ [id]: value, ...firstPage }, discrete),
    resetFilters: () => void setValues({ ...none, q: null, ...firstPage }, discrete),
    resize: (next) => void setValues({ size: String(next), ...firstPage }, discrete),
    goTo: (cursor) => void setValues({ ...firstPage, ...cursor }, discrete),
    dropCursor: () => void setValues(firstPage, { history: 'replace' }),
  };
}
