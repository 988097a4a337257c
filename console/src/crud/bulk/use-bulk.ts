import { bulkActions } from '@noa/domain/bulk.ts';
import { useViewer } from '../../session/viewer.ts';
import { useAddress } from '../../ui/page/use-address.ts';
import type { BulkOffer } from './bulk-offer.ts';
import { useSelection, type Listed } from './use-selection.ts';

/**
 * The part of a list that is about many of its records at once.
 *
 * @param bulk - what the kind offers; nothing where the past is shown.
 * @param filter - what the list asks for.
 * @param stale - the rows answer another question than the one asked now.
 */
export function useBulk(
  bulk: readonly BulkOffer[] | undefined,
  rows: readonly Listed[] = [],
  filter: unknown,
  stale: boolean,
) {
  const viewer = useViewer();
  const offers = (bulk ?? []).filter(({ action }) => viewer.may(bulkActions[action].permission));
  const selection = useSelection(rows, JSON.stringify(filter), stale);
  const [address, set] = useAddress();
  const offered = offers.length > 0;
  return {
    /** What the viewer may do to many of the list's records. */
    offers,
    /** Undefined in a list in which nothing can be done to many. */
    selection: offered ? selection : undefined,
    /** The job that is looked at; in the address, so that it survives a reload and may be shown to others. */
    jobId: offered ? address.get('job') : null,
    showJob: (id: string | null) => set({ job: id }),
  };
}
