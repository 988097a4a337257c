import { bulkActions } from '@noa/domain/bulk.ts';
import { useViewer } from '../../session/viewer.ts';
import { useAddress } from '../../ui/page/use-address.ts';
import type { BulkOffer } from './bulk-offer.ts';
import { useSelection, type Listed, type Selection } from './use-selection.ts';

interface ListBulk {
  /** What the viewer may do to many of the list's records. */
  readonly offers: readonly BulkOffer[];
  /** Undefined in a list in which nothing can be done to many. */
  readonly selection: Selection | undefined;
  /** The job that is looked at; in the address, so that it survives a reload and may be shown to others. */
  readonly jobId: string | null;
  readonly showJob: (id: string | null) => void;
}

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
): ListBulk {
  const viewer = useViewer();
  const offers = (bulk ?? []).filter(({ action }) => viewer.may(bulkActions[action].permission));
  const selection = useSelection(rows, JSON.stringify(filter), stale);
  const [address, set] = useAddress();
  const offered = offers.length > 0;
  return {
    offers,
    selection: offered ? selection : undefined,
    jobId: offered ? address.get('job') : null,
    showJob: (id) => set({ job: id }),
  };
}
