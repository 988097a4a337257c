import { Text } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../api/failure.ts';
import { useFeed } from '../../../api/use-feed.ts';
import { canDraw } from '../../../map/can-draw.ts';
import { IconMap } from '../../../ui/icons.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { createStatusChanges } from '../../container-status/changes.ts';
import {
  ContainerStatusChangedDocument,
  ContainerStatusPointsDocument,
} from '../../container-status/container-status.graphql.ts';
import { StatusMap } from '../../container-status/map/StatusMap.tsx';
import { baseOf } from '../../container-status/news.ts';
import { useAnswer } from '../../container-status/use-answer.ts';
import { useLooks } from '../../container-status/use-looks.ts';

const everywhere = { level: null, stale: false, bbox: null } as const;

interface Props {
  /** The container that is pointed at in the list. */
  pointed: string | null;
  /** These are pointed at here: several may stand where the pointer is. */
  onPoint: (ids: readonly string[]) => void;
}

/** Where the containers of the list beside it stand, all others faint; or why there is no map. */
export function ProblemsMap(props: Props) {
  const { t } = useTranslation('containerStatus');
  const [draws] = useState(canDraw);
  return draws ? (
    <LiveMap {...props} />
  ) : (
    <EmptyState icon={IconMap} title={t('map.none')}>
      {t('map.noneText')}
    </EmptyState>
  );
}

function LiveMap({ pointed, onPoint }: Props) {
  const { t, i18n } = useTranslation(['home', 'containerStatus', 'common']);
  const { base, changes, failure } = useLivePoints();
  if (failure) {
    return (
      <Text role="status" fz="sm">
        {failure.code === 'LimitExceeded' ? t('problems.tooMany') : failureText(t, failure)}
      </Text>
    );
  }
  if (base?.points.size === 0) {
    return <Text fz="sm">{t('problems.noPlaces')}</Text>;
  }
  return (
    <StatusMap
      key={i18n.language}
      base={base}
      overview={everywhere}
      changes={changes}
      pointed={pointed}
      isQuiet
      onPoint={(_id, within) => onPoint(within)}
    />
  );
}

const ofAll = {};

/**
 * All containers that have a place, and what is told of them from now on, while somebody can see it: home stands open in many tabs, and a
 * browser has six connections to a server that does not speak HTTP/2.
 */
function useLivePoints() {
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
