import type { WasteStream } from '@noa/domain/vocabulary.ts';
import { useAddress } from '../../ui/page/use-address.ts';
import { formatBox, readOverview, type Box, type Level, type Overview } from './overview.ts';

/** Another choice is another list, which has a first page of its own. */
const firstPage = { after: null, before: null } as const;

export interface OverviewControls {
  readonly overview: Overview;
  /** Typing replaces the address, so that Back does not go letter by letter. */
  readonly search: (q: string) => void;
  /** The one level to show, or null for all. Each count is of all states: choosing one takes the place of the one before. */
  readonly showLevel: (level: Level | null) => void;
  /** Only containers whose locks are silent, whatever their level; or all. */
  readonly showStale: (stale: boolean) => void;
  readonly showAllStates: () => void;
  readonly showStream: (stream: WasteStream | null) => void;
  /** The part of the map that the list follows; null: it does not follow. Moving replaces, as typing does. */
  readonly showBox: (box: Box | null) => void;
  readonly goTo: (cursor: { after: string } | { before: string }) => void;
  readonly openTab: (tab: string) => void;
  readonly reset: () => void;
  /** To the first page without a trace: the cursor was no good. */
  readonly dropCursor: () => void;
}

/** What the overview shows, in the address, and the ways to change it. */
export function useOverview(): OverviewControls {
  const [address, set] = useAddress();
  return {
    overview: readOverview(address),
    search: (q) => set({ q: q || null, ...firstPage }, 'replace'),
    showLevel: (level) => set({ level, stale: null, ...firstPage }),
    showStale: (stale) => set({ stale: stale ? 'true' : null, level: null, ...firstPage }),
    showAllStates: () => set({ level: null, stale: null, ...firstPage }),
    showStream: (stream) => set({ stream, ...firstPage }),
    showBox: (box) => set({ bbox: box && formatBox(box), ...firstPage }, 'replace'),
    goTo: (cursor) => set({ ...firstPage, ...cursor }),
    openTab: (tab) => set({ tab: tab === 'list' ? null : tab }, 'replace'),
    reset: () => set({ q: null, level: null, stream: null, stale: null, bbox: null, ...firstPage }),
    dropCursor: () => set(firstPage, 'replace'),
  };
}
