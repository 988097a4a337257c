import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useConnection } from '../../api/connection.ts';
import { ContainerStatusChangedDocument } from './container-status.graphql.ts';
import type { StatusChange } from './changes.ts';

/** `opening`: for the first time; `live`: changes come by themselves; `lost`: they do not, and are asked for again and again. */
export type Feed = 'opening' | 'live' | 'lost';

/** Milliseconds before another try to be told: the first, and the longest. */
const retryMs = { first: 1_000, longest: 15_000 } as const;

/**
 * Has every change told as it comes. When that ends it is tried again, later and later, and at once when the server answers
 * again.
 */
export function useFeed(onChange: (change: StatusChange) => void, isOn: boolean): Feed {
  const client = useApolloClient();
  const works = useConnection();
  const [attempt, setAttempt] = useState(0);
  // Of the current attempt: whether the server listens, and how many before it did not come so far.
  const [isOpen, setIsOpen] = useState<boolean>();
  const [failures, setFailures] = useState(0);

  useEffect(
    function listen() {
      if (!works || !isOn) {
        return;
      }
      const handleEnd = () => {
        setIsOpen(false);
        setFailures((count) => count + 1);
      };
      const subscription = client
        .subscribe({
          query: ContainerStatusChangedDocument,
          fetchPolicy: 'no-cache',
          context: {
            onOpen: () => {
              setIsOpen(true);
              setFailures(0);
            },
          },
        })
        .subscribe({
          next: ({ data }) => data && onChange(data.containerStatusChanged),
          error: handleEnd,
          complete: handleEnd,
        });
      return () => {
        subscription.unsubscribe();
        setIsOpen(false);
      };
    },
    [client, works, isOn, attempt, onChange],
  );

  useEffect(
    function tryAgain() {
      if (!works || failures === 0) {
        return;
      }
      const wait = Math.min(retryMs.longest, retryMs.first * 2 ** (failures - 1));
      const timer = setTimeout(() => setAttempt((count) => count + 1), wait);
      return () => clearTimeout(timer);
    },
    [works, failures],
  );

  return isOpen === undefined ? 'opening' : isOpen ? 'live' : 'lost';
}
