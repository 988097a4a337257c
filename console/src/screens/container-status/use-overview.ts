import type { WasteStream } from '@noa/domain/vocabulary.ts';
import { useAddress } from '../../ui/page/use-address.ts';
import { formatBox, readOverview, type Box, type Level } from './overview.ts';
import type { Cursor } from '../../ui/page/PageButtons.tsx';

/** Another choice is another list, which has a first page of its own. */
const firstPage = { after: null, before: null } as const;

/** What the overview shows, in the address, and the ways to change it. */
export function useOverview() {
  const [address, set] = useAddress();
  return {
    overview: readOverview(address),
    /** Typing replaces the address, so that Back does not go letter by letter. */
    search: (q: string) => set({ q: q || null, ...firstPage }, 'replace'),
    /** The one level to show, or null for all. Each count is of all states: choosing one takes the place of the one before. */
    showLevel: (level: Level | null) => set({ level, stale: null, ...firstPage }),
    /** Only containers whose locks are silent, whatever their level; or all. */
    showStale: (stale: boolean) => set({ stale: stale ? 'true' : null, level: null, ...firstPage }),
    showAllStates: () => set({ level: null, stale: null, ...firstPage }),
    showStream: (stream: WasteStream | null) => set({ stream, ...firstPage }),
    /** The part of the map that the list follows; null: it does not follow. Moving replaces, as typing does. */
    showBox: (box: Box | null) => set({ bbox: box && formatBox(box), ...firstPage }, 'replace'),
    goTo: (cursor: Cursor) => set({ ...firstPage, ...cursor }),
    openTab: (tab: string) => set({ tab: tab === 'list' ? null : tab }, 'replace'),
    reset: () => set({ q: null, level: null, stream: null, stale: null, bbox: null, ...firstPage }),
    /** To the first page without a trace: the cursor was no good. */
    dropCursor: () => set(firstPage, 'replace'),
  };
}

export type OverviewControls = ReturnType<typeof useOverview>;
