import type { ApolloClient } from '@apollo/client';
import { isConnected, onConnection } from '../../loading/connection.ts';
import { CreateStatusUpdateDocument } from '../../api/mutations/generated/create-status-update.graphql.ts';
import { onAccountState } from '../../session/account-state.ts';
import type { Unsent } from './route.ts';
import { changeRoute, readRoute } from './saved-route.ts';
import { sendUnsent } from './sending.ts';

/** Milliseconds until the next try, where the network works and the server does not. */
const retryMs = 15_000;
/** Milliseconds for which an answer is waited for: a weak network may swallow it. */
const answerMs = 20_000;

let started = false;

/**
 * From now on sends what was tapped on the route of an account as soon as there is network, whichever screen is open, for as long
 * as the page lives: who signs out leaves it.
 */
export function startSending(client: ApolloClient, account: string): void {
  if (started) {
    return;
  }
  started = true;
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const route = {
    read: () => readRoute(account),
    change: (change: Parameters<typeof changeRoute>[1]) => changeRoute(account, change),
  };
  const send = ({ containerId, at }: Unsent) =>
    client.mutate({
      mutation: CreateStatusUpdateDocument,
      variables: { input: { containerId, kind: 'emptying_detected', at } },
      context: { fetchOptions: { signal: AbortSignal.timeout(answerMs) } },
    });

  async function sendNow(): Promise<void> {
    if (isSending || !isConnected()) {
      return;
    }
    clearTimeout(timer);
    isSending = true;
    const isDone = await sendUnsent(route, send).finally(() => {
      isSending = false;
    });
    if (!isDone) {
      timer = setTimeout(() => void sendNow(), retryMs);
    }
  }

  onConnection(() => void sendNow());
  onAccountState(() => void sendNow());
  void sendNow();
}
