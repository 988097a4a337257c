import type { Filter } from '../define-resource.ts';
import { viewOf } from '../list/list-state.ts';

/** A list as it is shown: its address, and the columns that are put away. */
interface Shown {
  readonly search: string;
  readonly hiddenColumns: readonly string[];
}

/**
 * Whether a list shows what a view says.
 *
 * @param columns - that may be put away here: what a view says of others, which its reader may not see, is of no moment.
 */
export const showsView = (
  list: Shown,
  view: Shown,
  { filters, columns }: { readonly filters: readonly Filter[]; readonly columns: readonly string[] },
): boolean =>
  viewOf(new URLSearchParams(list.search), filters) === viewOf(new URLSearchParams(view.search), filters) &&
  columns.every((id) => list.hiddenColumns.includes(id) === view.hiddenColumns.includes(id));
