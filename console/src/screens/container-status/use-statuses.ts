import { useEffect, useMemo, useState } from 'react';
import { useFeed } from '../../api/use-feed.ts';
import {
  ContainerStatusChangedDocument,
  ContainerStatusCountsDocument,
  ContainerStatusesDocument,
  ContainerStatusPointsDocument,
} from './container-status.graphql.ts';
import { baseOf } from './news.ts';
import { countFilter, indexFilter, listFilter, type Overview } from './overview.ts';
import { createStatusChanges } from './changes.ts';
import { useAnswer } from './use-answer.ts';
import { pageSize, useLooks } from './use-looks.ts';

/** Milliseconds between two counts while changes come. */
const recountMs = 5_000;

/** Everything the screen shows, kept up to date without anything moving by itself. */
export function useStatuses(overview: Overview) {
  const [changes] = useState(() => createStatusChanges());
  const [round, setRound] = useState(0);
  const [recount, setRecount] = useState(0);
  const { level, stale, after, before } = overview;
  const { mark } = changes;

  const page = before === null ? { first: pageSize, after } : { last: pageSize, before };
  const list = useAnswer(ContainerStatusesDocument, { ...page, filter: listFilter(overview) }, { mark, round });
  const filter = indexFilter(overview);
  const index = useAnswer(ContainerStatusPointsDocument, { filter }, { mark, round });
  const counts = useAnswer(
    ContainerStatusCountsDocument,
    { filter: countFilter(overview) },
    { mark, round: round + recount },
  );

  const points = index.data?.containerStatusPoints;
  const indexMark = index.mark;
  /** What the map and the news start from; undefined until it is here. */
  const base = useMemo(
    () => points && baseOf(points, changes.allSince(indexMark), changes.mark()),
    // Another choice starts from what is known by then.
    [points, indexMark, changes, level, stale], // eslint-disable-line react-hooks/exhaustive-deps
  );

  const feed = useFeed({
    query: ContainerStatusChangedDocument,
    isOn: true,
    onData: ({ containerStatusChanged }) => changes.receive(containerStatusChanged),
  });
  const shown = list.data?.containerStatuses.nodes.map(({ id }) => id).join() ?? '';
  /** Asks for everything anew: rows may come, go and move. */
  const refresh = () => setRound((count) => count + 1);
  const answeredAt = useLooks({
    changes,
    feed,
    base,
    shown,
    filter: JSON.stringify(filter),
    isOn: true,
    // What is shown is asked for anew, and the refusal takes its place.
    onRefused: refresh,
  });
  useEffect(
    function countAgain() {
      let counted = changes.mark();
      const timer = setInterval(() => {
        if (changes.mark() > counted) {
          counted = changes.mark();
          setRecount((count) => count + 1);
        }
      }, recountMs);
      return () => clearInterval(timer);
    },
    [changes],
  );

  return { changes, feed, list, index, counts, base, answeredAt, refresh };
}

export type Statuses = ReturnType<typeof useStatuses>;
