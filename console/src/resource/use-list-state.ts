import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { Filter } from './define-resource.ts';
import {
  formatSort,
  nextSort,
  pageSizes,
  parseSort,
  readNarrowing,
  type ListOptions,
  type ListState,
  type PageSize,
} from './list-state.ts';

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
  readonly filterBy: (id: string, value: string | null, history?: 'push' | 'replace') => void;
  readonly resetFilters: () => void;
  readonly resize: (size: PageSize) => void;
  readonly goTo: (cursor: { after: string } | { before: string }) => void;
  /** Takes out of the address what makes no sense there. */
  readonly dropIgnored: () => void;
  /** To page one without a trace: the cursor was no good. */
  readonly dropCursor: () => void;
}

/**
 * The state of a list in the address, and the ways to change it.
 *
 * @param declared - all filters of the list; `options.filters` are those of them that the viewer may use.
 */
export function useListState(declared: readonly Filter[], options: ListOptions): ListControls {
  const parsers = useMemo(
    () => ({ ...ownParsers, ...Object.fromEntries(declared.map(({ id }) => [id, parseAsString])) }),
    [declared],
  );
  const [values, setValues] = useQueryStates(parsers, { shallow: false, scroll: false });
  const { q, after, before, size, ...narrowing } = values as { [key in keyof typeof ownParsers]: string } & Record<
    string,
    string | null
  >;
  const state: ListState = {
    q: q ?? '',
    after: after ?? null,
    before: before ?? null,
    size: Number(size),
    ...readNarrowing(options, narrowing),
  };
  const none = Object.fromEntries(declared.map(({ id }) => [id, null]));

  return {
    state,
    search: (text) => void setValues({ q: text || null, ...firstPage }, { history: 'replace' }),
    sortBy: (field) =>
      void setValues({ sort: formatSort(nextSort(parseSort(state.sort), field)), ...firstPage }, discrete),
    filterBy: (id, value, history = 'push') => void setValues({ [id]: value, ...firstPage }, { history }),
    resetFilters: () => void setValues({ ...none, q: null, ...firstPage }, discrete),
    dropIgnored: () =>
      void setValues(Object.fromEntries(state.ignored.map((id) => [id, null])), { history: 'replace' }),
    resize: (next) => void setValues({ size: String(next), ...firstPage }, discrete),
    goTo: (cursor) => void setValues({ ...firstPage, ...cursor }, discrete),
    dropCursor: () => void setValues(firstPage, { history: 'replace' }),
  };
}
