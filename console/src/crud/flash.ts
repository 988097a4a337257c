import { useEffect, useSyncExternalStore } from 'react';
import { Listeners } from '../listeners.ts';

/** Milliseconds within which a saved row still flashes when its list comes back into view. */
const freshMs = 60_000;
/** Milliseconds a flash lasts; as in `RecordTable.module.css`. */
const flashMs = 2_000;

let saved: { id: string; at: number } | null = null;
const listeners = new Listeners();

function set(next: typeof saved): void {
  saved = next;
  listeners.tell();
}

/** The row of this record is to flash where it is seen next. */
export const markSaved = (id: string): void => set({ id, at: Date.now() });

/** The flash has been seen. */
function forgetSaved(id: string): void {
  if (saved?.id === id) {
    set(null);
  }
}

/** The id of the record saved just now, for its row to flash, once. */
export function useFlash(): string | null {
  const id = useSyncExternalStore(listeners.add, () => (saved && saved.at > Date.now() - freshMs ? saved.id : null));
  useEffect(
    function endFlash() {
      if (id === null) {
        return undefined;
      }
      const timer = setTimeout(() => forgetSaved(id), flashMs);
      return () => clearTimeout(timer);
    },
    [id],
  );
  return id;
}
