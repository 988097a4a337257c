import { ApolloLink, type ApolloClient } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';

/** Where the tabs of a browser tell each other that something was changed. */
const name = 'noa changes';
let channel: BroadcastChannel | undefined;

/** Tells the other tabs of each change that the server has answered, once this one follows them. */
export const tellOtherTabs = (): ApolloLink =>
  new ApolloLink(function tell(operation, forward) {
    const isChange = operation.operationType === OperationTypeNode.MUTATION;
    return isChange ? forward(operation).pipe(tap(() => channel?.postMessage(null))) : forward(operation);
  });

/**
 * Asks anew for what is shown here when one comes back to this tab after something was changed in another; not before, as nothing is to move
 * under the hand.
 *
 * @returns how to follow them no more.
 */
export function followOtherTabs(client: Pick<ApolloClient, 'refetchQueries'>): () => void {
  const followed = new BroadcastChannel(name);
  channel = followed;
  let isOld = false;
  followed.addEventListener('message', () => {
    isOld = true;
  });
  function handleVisibility() {
    if (isOld && !document.hidden) {
      isOld = false;
      // What cannot be read again says so where it is shown.
      void Promise.resolve(client.refetchQueries({ include: 'active' })).catch(() => null);
    }
  }
  document.addEventListener('visibilitychange', handleVisibility);
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility);
    followed.close();
    channel = undefined;
  };
}
