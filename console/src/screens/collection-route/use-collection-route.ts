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
  takeBack,
  type CollectionRoute,
  type SkipReason,
  type Unsent,
} from './route.ts';
import { changeRoute, useIsInPageAlone, useSavedRoute } from './saved-route.ts';
import { startSending } from './sender.ts';

export interface RouteControls {
  readonly account: string;
  readonly route: CollectionRoute;
  /** The browser does not keep the route: it would go with this page. */
  readonly isInPageAlone: boolean;
  readonly markEmptied: (id: string) => void;
  readonly skip: (id: string, reason: SkipReason | { readonly text: string }) => void;
  readonly takeBack: (id: string) => void;
  /** Sends once more what the server did not take. */
  readonly retry: (told: Unsent) => void;
  /** Gives up what the server did not take. */
  readonly drop: (told: Unsent) => void;
  /** @returns whether the device said where it is. */
  readonly orderFromHere: () => Promise<boolean>;
  readonly end: () => void;
}

/** The viewer's route and all that is done to it; what is tapped is sent by itself. */
export function useCollectionRoute(): RouteControls {
  const account = useViewer().id ?? '';
  const client = useApolloClient();
  const route = useSavedRoute(account);
  const isInPageAlone = useIsInPageAlone(account);
  useEffect(() => startSending(client, account), [client, account]);

  const change = (how: (route: CollectionRoute) => CollectionRoute) => changeRoute(account, how);
  return {
    account,
    route,
    isInPageAlone,
    markEmptied: (id) => {
      const at = new Date().toISOString();
      change((kept) => markEmptied(kept, id, at));
    },
    skip: (id, reason) => {
      const at = new Date().toISOString();
      change((kept) => skip(kept, id, { at, reason }));
    },
    takeBack: (id) => change((kept) => takeBack(kept, id)),
    retry: (told) => change((kept) => sendAgain(kept, told)),
    drop: (told) => change((kept) => dropUnsent(kept, told)),
    orderFromHere: async () => {
      const spot = await currentSpot();
      change((kept) => orderFrom(kept, spot));
      return spot !== null;
    },
    end: () => change(endRoute),
  };
}
