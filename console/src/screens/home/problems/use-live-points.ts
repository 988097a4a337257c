import { useDocumentVisibility } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useFeed } from '../../../api/use-feed.ts';
import type { Failure } from '../../../api/failure.ts';
import { createStatusChanges, type StatusChanges } from '../../container-status/changes.ts';
import {
  ContainerStatusChangedDocument,
  ContainerStatusPointsDocument,
} from '../../container-status/container-status.graphql.ts';
import { baseOf, type Base } from '../../container-status/news.ts';
import { useAnswer } from '../../container-status/use-answer.ts';
import { useLooks } from '../../container-status/use-looks.ts';

interface LivePoints {
  /** Undefined until it is here. */
  readonly base: Base | undefined;
  readonly changes: StatusChanges;
  readonly failure: Failure | undefined;
}

const ofAll = {};

/**
 * All containers that have a place, and what is told of them from now on, while somebody can see it: home stands open in many tabs, and a
 * browser has six connections to a server that does not speak HTTP/2.
 */
export function useLivePoints(): LivePoints {
  const [changes] = useState(() => createStatusChanges());
  const [round, setRound] = useState(0);
  const index = useAnswer(ContainerStatusPointsDocument, { filter: ofAll }, { round, mark: changes.mark });
  const points = index.data?.containerStatusPoints;
  const base = useMemo(
    () => points && baseOf(points, changes.allSince(index.mark), changes.mark()),
    [points, index.mark, changes],
  );
  const isOn = useDocumentVisibility() === 'visible';
  const feed = useFeed({
    query: ContainerStatusChangedDocument,
    isOn,
    onData: ({ containerStatusChanged }) => changes.receive(containerStatusChanged),
  });
  const onRefused = () => setRound((count) => count + 1);
  useLooks({ changes, feed, base, shown: '', filter: '{}', isOn, onRefused });
  return { base, changes, failure: index.failure };
}
