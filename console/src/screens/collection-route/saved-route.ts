import { useSyncExternalStore } from 'react';
import { accountStateText, isInPageAlone, keepAccountState, onAccountState } from '../../session/account-state.ts';
import { noRoute, type CollectionRoute } from './route.ts';

/** What was read last: what reads it again and again gets the same object while nothing changed. */
let last: { readonly text: string | null; readonly route: CollectionRoute } = { text: null, route: noRoute };

/** The route of an account as this browser has it now, whichever tab wrote it. */
export function readRoute(account: string): CollectionRoute {
  const text = accountStateText(account, 'route');
  if (text !== last.text) {
    last = { text, route: parse(text) };
  }
  return last.route;
}

function parse(text: string | null): CollectionRoute {
  try {
    return { ...noRoute, ...(JSON.parse(text ?? '{}') as Partial<CollectionRoute>) };
  } catch {
    return noRoute; // nobody but us writes there; what cannot be read is lost already
  }
}

/** Changes the route, of which another tab may have written a newer state than is shown here. */
export function changeRoute(account: string, change: (route: CollectionRoute) => CollectionRoute): void {
  const route = readRoute(account);
  const changed = change(route);
  if (changed !== route) {
    keepAccountState(account, 'route', changed);
  }
}

/** The route of an account, as it changes. */
export const useSavedRoute = (account: string): CollectionRoute =>
  useSyncExternalStore(onAccountState, () => readRoute(account));

/** Whether this page alone has the route, as it changes: the browser is full, or keeps nothing. */
export const useIsInPageAlone = (account: string): boolean =>
  useSyncExternalStore(onAccountState, () => isInPageAlone(account, 'route'));
