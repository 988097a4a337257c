import { useState } from 'react';
import { useAddress } from '../../ui/page/use-address.ts';
import type { Filter } from '../define-resource.ts';
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
import type { Cursor } from '../../ui/page/PageButtons.tsx';

const defaultSize: PageSize = 25;

/** Any change of what the list holds or of its order makes the cursor meaningless. */
const firstPage = { after: null, before: null } as const;

const ids = (filters: readonly Filter[]) => filters.map(({ id }) => id);
const none = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, null]));

/**
 * The state of a list in the address, and the ways to change it.
 *
 * @param declared - all filters of the list; `options.filters` are those of them that the viewer may use.
 */
export function useListState(declared: readonly Filter[], options: ListOptions) {
  const [address, set] = useAddress();
  const [resets, setResets] = useState(0);
  const state: ListState = {
    q: address.get('q') ?? '',
    after: address.get('after'),
    before: address.get('before'),
    size: pageSizes.find((size) => String(size) === address.get('size')) ?? defaultSize,
    ...readNarrowing(options, Object.fromEntries(['sort', ...ids(declared)].map((key) => [key, address.get(key)]))),
  };

  return {
    state,
    /** Typing replaces the address, so that Back does not go letter by letter. */
    search: (text: string) => set({ q: text || null, ...firstPage }, 'replace'),
    sortBy: (field: string) => set({ sort: formatSort(nextSort(parseSort(state.sort), field)), ...firstPage }),
    /** @param value - null removes the filter. */
    filterBy: (id: string, value: string | null, history?: 'push' | 'replace') =>
      set({ [id]: value, ...firstPage }, history),
    resetFilters: () => {
      set({ ...none(ids(declared)), q: null, ...firstPage });
      setResets(resets + 1);
    },
    /** How often that was done: fields forget with it what they hold that never came into the address. */
    resets,
    /** Takes out of the address what makes no sense there. */
    dropIgnored: () => set(none(state.ignored), 'replace'),
    resize: (size: PageSize) => set({ size: size === defaultSize ? null : String(size), ...firstPage }),
    goTo: (cursor: Cursor) => set({ ...firstPage, ...cursor }),
    /** To page one without a trace: the cursor was no good. */
    dropCursor: () => set(firstPage, 'replace'),
  };
}

export type ListControls = ReturnType<typeof useListState>;
