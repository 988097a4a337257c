import { useSyncExternalStore } from 'react';
import { Listeners } from '../../listeners.ts';

/** One step of the way to a page; the page itself has no address. */
export interface Crumb {
  readonly label: string;
  readonly to?: string;
}

/** Where the user is, as the header shows it. Pages write it, the shell reads it. */
let breadcrumbs: readonly Crumb[] = [];
const listeners = new Listeners();

/** Tells the header where the user is. */
export function setBreadcrumbs(crumbs: readonly Crumb[]): void {
  breadcrumbs = crumbs;
  listeners.tell();
}

/** The way to the page that is open, outermost first. */
export const useBreadcrumbs = (): readonly Crumb[] => useSyncExternalStore(listeners.add, () => breadcrumbs);

/** The title of a page, as tabs and histories show it. */
export const documentTitle = (title: string): string => `${title} · Noa`;
