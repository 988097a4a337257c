import { useSyncExternalStore } from 'react';
import {
  accountState,
  changeAccountState,
  isInPageAlone,
  onAccountState,
  type AccountState,
} from '../../session/account-state.ts';
import { noRoute, type CollectionRoute } from './route.ts';

/** The routes of states that were read: what reads it again and again gets the same object while nothing changed. */
const routes = new WeakMap<AccountState, CollectionRoute>();

/** After a session that ended, what was not sent is all there is. */
function routeOf(state: AccountState | null): CollectionRoute {
  if (state === null) {
    return noRoute;
  }
  const route = routes.get(state) ?? { ...noRoute, ...(state as Partial<CollectionRoute>) };
  routes.set(state, route);
  return route;
}

/** The route of an account as this browser has it now, whichever tab wrote it. */
export const readRoute = (account: string): CollectionRoute => routeOf(accountState(account, 'route'));

/**
 * Changes the route, of which another tab may have written a newer state than is shown here.
 *
 * @param change - is made again where this page alone has it and another tab writes: it gives the same for the same route.
 */
export function changeRoute(account: string, change: (route: CollectionRoute) => CollectionRoute): void {
  changeAccountState(account, 'route', (state) => {
    const route = routeOf(state);
    const changed = change(route);
    return changed === route ? state : changed;
  });
}

/** The route of an account, as it changes. */
export const useSavedRoute = (account: string): CollectionRoute =>
  useSyncExternalStore(onAccountState, () => readRoute(account));

/** Whether this page alone has the route, as it changes: the browser is full, or keeps nothing. */
export const useIsInPageAlone = (account: string): boolean =>
  useSyncExternalStore(onAccountState, () => isInPageAlone(account, 'route'));
