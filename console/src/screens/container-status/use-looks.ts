import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { ContainerStatusesDocument, ContainerStatusPointsDocument } from './container-status.graphql.ts';
import { differs, type Base } from './news.ts';
import type { StatusChanges } from './changes.ts';
import { isRefusal } from '../../api/failure.ts';
import type { Feed } from '../../api/use-feed.ts';

/** Rows of a page. */
export const pageSize = 50;

/** Milliseconds between two looks at everything: when changes do not come by themselves, and when they do. */
const lookMs = { opening: 15_000, lost: 15_000, live: 120_000 } as const;

interface LookOptions {
  changes: StatusChanges;
  feed: Feed;
  base: Base | undefined;
  /** Ids of the rows that are shown, by commas. */
  shown: string;
  /** What the points are asked with, as JSON. */
  filter: string;
  isOn: boolean;
  /** The server no longer says it to this account. */
  onRefused: () => void;
}

/**
 * Fetches what may have been missed: now and then, often while changes do not come by themselves, and once when they come
 * again. It goes the way of the changes, so nothing moves for it either.
 *
 * @returns when the server last answered.
 */
export function useLooks({ changes, feed, base, shown, filter, isOn, onRefused }: LookOptions): number {
  const client = useApolloClient();
  const [answeredAt, setAnsweredAt] = useState(() => Date.now());

  const look = useCallback(
    async function look() {
      const mark = changes.mark();
      const [rows, points] = await Promise.all([
        shown !== '' &&
          client.query({
            query: ContainerStatusesDocument,
            variables: { first: pageSize, filter: { ids: shown.split(',') } },
            fetchPolicy: 'no-cache',
          }),
        base &&
          client.query({
            query: ContainerStatusPointsDocument,
            variables: { filter: JSON.parse(filter) as object },
            fetchPolicy: 'no-cache',
          }),
      ]);
      // What has come by itself since we asked is newer than the answer.
      const overtaken = new Set(changes.allSince(mark).map(({ id }) => id));
      const others = (points?.data?.containerStatusPoints ?? []).filter((point) => {
        const known = changes.since(point.id, 0) ?? base?.points.get(point.id);
        return known !== undefined && differs(known, point);
      });
      for (const change of [...others, ...((rows && rows.data?.containerStatuses.nodes) || [])]) {
        if (!overtaken.has(change.id)) {
          changes.receive(change);
        }
      }
      setAnsweredAt(Date.now());
    },
    [client, changes, base, shown, filter],
  );

  // The server may well not answer; the banner says so.
  const lookQuietly = useEffectEvent(() => void look().catch((error: unknown) => isRefusal(error) && onRefused()));

  useEffect(
    function lookNowAndThen() {
      if (!isOn) {
        return;
      }
      const timer = setInterval(() => lookQuietly(), lookMs[feed]);
      return () => clearInterval(timer);
    },
    [isOn, feed],
  );

  useEffect(
    function catchUp() {
      // What changed before the server listened was not told; the first time the question may have been answered before.
      const timer = feed === 'live' ? setTimeout(() => lookQuietly()) : undefined;
      return () => clearTimeout(timer);
    },
    [feed],
  );

  return answeredAt;
}
