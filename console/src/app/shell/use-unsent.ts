import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { hasUnsent } from '../../session/account-state.ts';
import { useViewer } from '../../session/viewer.ts';

/** Sends what was tapped on a route and not sent before the page was loaded anew, whichever screen is open. */
export function useUnsent(): void {
  const client = useApolloClient();
  const account = useViewer().id ?? '';
  useEffect(
    function sendWhatWaits() {
      if (hasUnsent(account, 'route')) {
        // Who has no network now gets it with the route's screen, or with the next page.
        import('../../screens/collection-route/sender.ts').then(
          ({ startSending }) => startSending(client, account),
          () => undefined,
        );
      }
    },
    [client, account],
  );
}
