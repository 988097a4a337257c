import type { TypedDocumentNode } from '@apollo/client';
import { useEffect } from 'react';
import { useFeed } from '../api/use-feed.ts';

/** Milliseconds between two looks at a job that nothing is told of: behind a proxy that holds streams back, none ever is. */
const pollMs = 2_000;

interface JobFeedOptions<Data> {
  /** The subscription that tells of it. */
  readonly query: TypedDocumentNode<Data, { id: string }>;
  readonly id: string;
  /** Whether more will come of the job. */
  readonly runs: boolean;
  readonly onData: (data: Data) => void;
  readonly startPolling: (ms: number) => void;
  readonly stopPolling: () => void;
}

/** Follows a job while it runs, at whichever server: by what is told of it, and by looking now and then while nothing can be told. */
export function useJobFeed<Data>({ query, id, runs, onData, startPolling, stopPolling }: JobFeedOptions<Data>): void {
  const feed = useFeed({ query, variables: { id }, isOn: runs, onData });
  const looks = runs && feed !== 'live';
  useEffect(
    function lookMeanwhile() {
      if (!looks) {
        return undefined;
      }
      startPolling(pollMs);
      return stopPolling;
    },
    [looks, startPolling, stopPolling],
  );
}
