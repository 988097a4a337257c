import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { useViewer } from '../../session/viewer.ts';
import { currentSpot } from './position.ts';
import {
  dropUnsent,
  endRoute,
  markEmptied,
  orderFrom,
  sendAgain,
  skip,
  startAnew,
  takeBack,
  type CollectionRoute,
  type SkipReason,
  type Unsent,
} from './route.ts';
import { changeRoute, useIsInPageAlone, useSavedRoute } from './saved-route.ts';
import { startSending } from './sender.ts';

/** The viewer's route and all that is done to it; what is tapped is sent by itself. */
export function useCollectionRoute() {
  const account = useViewer().id ?? '';
  const client = useApolloClient();
  const route = useSavedRoute(account);
  const isInPageAlone = useIsInPageAlone(account);
  useEffect(() => startSending(client, account), [client, account]);

  const change = (how: (route: CollectionRoute) => CollectionRoute) => changeRoute(account, how);
  return {
    account,
    route,
    /** The browser does not keep the route: it would go with this page. */
    isInPageAlone,
    markEmptied: (id: string) => {
      const at = new Date().toISOString();
      change((kept) => markEmptied(kept, id, at));
    },
    skip: (id: string, reason: SkipReason | { readonly text: string }) => {
      const at = new Date().toISOString();
      change((kept) => skip(kept, id, { at, reason }));
    },
    takeBack: (id: string) => change((kept) => takeBack(kept, id)),
    /** Sends once more what the server did not take. */
    retry: (told: Unsent) => change((kept) => sendAgain(kept, told)),
    /** Gives up what the server did not take. */
    drop: (told: Unsent) => change((kept) => dropUnsent(kept, told)),
    /** @returns whether the device said where it is. */
    orderFromHere: async () => {
      const spot = await currentSpot();
      change((kept) => orderFrom(kept, spot));
      return spot !== null;
    },
    end: () => change(endRoute),
    /** Begins a new route with the stops that were not visited. */
    startAnew: () => {
      const at = new Date().toISOString();
      change((kept) => startAnew(kept, at));
    },
  };
}

export type RouteControls = ReturnType<typeof useCollectionRoute>;
