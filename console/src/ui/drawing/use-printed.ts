import { useSyncExternalStore } from 'react';

const paper = window.matchMedia('print');

function subscribe(notify: () => void): () => void {
  paper.addEventListener('change', notify);
  return () => paper.removeEventListener('change', notify);
}

/** Whether the page is being printed: what is drawn to measure is drawn anew for a sheet, which no observer of sizes sees. */
export const usePrinted = (): boolean => useSyncExternalStore(subscribe, () => paper.matches);
