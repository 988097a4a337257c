import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useConnection } from '../loading/connection.ts';
import { isRefusal } from './failure.ts';

/** `opening`: for the first time; `live`: changes come by themselves; `lost`: they do not, and are asked for again and again. */
export type Feed = 'opening' | 'live' | 'lost';

/** Milliseconds before another try to be told: the first, and the longest. What was told for as long before it ended begins anew. */
const retryMs = { first: 1_000, longest: 15_000 } as const;

interface FeedOptions<Data, Variables extends OperationVariables> {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables?: Variables;
  readonly isOn: boolean;
  readonly onData: (data: Data) => void;
}

/**
 * Has every change told as it comes. When that ends it is tried again, later and later, and at once when the server answers
 * again. Who is refused is told nothing, and asks no more.
 */
export function useFeed<Data, Variables extends OperationVariables>({
  query,
  variables,
  isOn,
  onData,
}: FeedOptions<Data, Variables>): Feed {
  const client = useApolloClient();
  const works = useConnection();
  const [attempt, setAttempt] = useState(0);
  // Of the current attempt: whether the server listens, and how many before it ended before long. Another object for each end: the number may
  // be as it was.
  const [isOpen, setIsOpen] = useState<boolean>();
  const [before, setBefore] = useState({ failures: 0 });
  const tell = useEffectEvent(onData);
  const asked = JSON.stringify(variables ?? {});

  useEffect(
    function listen() {
      if (!works || !isOn) {
        return;
      }
      let isRefused = false;
      let openedAt = Infinity;
      const handleEnd = () => {
        setIsOpen(false);
        if (!isRefused) {
          const lasted = performance.now() - openedAt > retryMs.longest;
          setBefore(({ failures }) => ({ failures: lasted ? 1 : failures + 1 }));
        }
      };
      const subscription = client
        .subscribe({
          query,
          variables: JSON.parse(asked) as Variables,
          fetchPolicy: 'no-cache',
          context: {
            onOpen: () => {
              openedAt = performance.now();
              setIsOpen(true);
            },
          },
        })
        .subscribe({
          next: ({ data, error }) => {
            if (error) {
              // A stream that is refused has been opened all the same; its end follows.
              isRefused = isRefusal(error);
              setIsOpen(false);
            } else if (data) {
              tell(data);
            }
          },
          error: handleEnd,
          complete: handleEnd,
        });
      return () => {
        subscription.unsubscribe();
        setIsOpen(false);
      };
    },
    [client, works, isOn, attempt, query, asked],
  );

  useEffect(
    function tryAgain() {
      if (!works || isOpen || before.failures === 0) {
        return;
      }
      const wait = Math.min(retryMs.longest, retryMs.first * 2 ** (before.failures - 1));
      const timer = setTimeout(() => setAttempt((count) => count + 1), wait);
      return () => clearTimeout(timer);
    },
    [works, isOpen, before],
  );

  return isOpen === undefined ? 'opening' : isOpen ? 'live' : 'lost';
}
