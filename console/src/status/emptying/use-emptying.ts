import { useState } from 'react';
import type { BulkOffer } from '../../crud/bulk/bulk-offer.ts';
import { useBulk } from '../../crud/bulk/use-bulk.ts';
import type { Chosen } from '../../crud/bulk/use-selection.ts';

export const markEmptied: BulkOffer = { action: 'mark_containers_emptied' };

/** A container that may be marked. */
interface Markable {
  readonly id: string;
  /** Without a label where the page itself is of it. */
  readonly container: { readonly rowId: string; readonly label?: string };
}

const offers = [markEmptied];
const none: readonly Markable[] = [];

/**
 * Marking containers emptied: those that are picked, or one.
 *
 * @param filter - what the list that they stand in asks for.
 * @param stale - the rows answer another question than the one asked now.
 */
export function useEmptying(filter: unknown, rows: readonly Markable[] = none, stale = false) {
  const listed = rows.map(({ id, container }) => ({ id, rowId: container.rowId }));
  const { selection, jobId, showJob } = useBulk(offers, listed, filter, stale);
  const [single, setSingle] = useState<Chosen | null>(null);
  return {
    /** Undefined for those who may not tell of containers. */
    selection,
    /** The row that is to be marked alone, while its confirmation is open. */
    single,
    markOne: ({ id, container: { rowId, label } }: Markable) =>
      setSingle({ picked: new Map([[id, rowId]]), everything: false, called: label }),
    discard: () => setSingle(null),
    /** The job that is looked at, from the address. */
    jobId,
    showJob,
  };
}

export type Emptying = ReturnType<typeof useEmptying>;
