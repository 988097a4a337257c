import type { Filter } from '../define-resource.ts';
import { readFilter, type FilterValue } from './filter-value.ts';
import { pageSizes } from '../list/list-state.ts';

/** A list with something left out: the address that shows it, and the filter by which it is counted. */
export interface Narrowed {
  readonly to: string;
  readonly filter: Readonly<Record<string, FilterValue>>;
}

/**
 * Both are made of the same words here, by the rule by which the list reads its address: built apart, a count and its list
 * drift apart.
 *
 * @param asked - filters of the list with their text in the address; none for the whole list, which then says so, because an
 *   address without anything opens the view that its reader has chosen.
 * @throws {Error} for a text that the list would not understand.
 */
export function narrowed(path: string, asked: readonly (readonly [filter: Filter, text: string])[]): Narrowed {
  const address = new URLSearchParams(asked.map(([{ id }, text]) => [id, text]));
  const filter = asked.map(([each, text]): [string, FilterValue] => {
    const value = readFilter(each, text);
    if (value === undefined) {
      throw new Error(`A list has no ${each.id} of ${text}`);
    }
    return [each.id, value];
  });
  const search = asked.length > 0 ? address.toString() : `size=${pageSizes[0]}`;
  return { to: `${path}?${search}`, filter: Object.fromEntries(filter) };
}
