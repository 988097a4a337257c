import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../api/failure.ts';
import { canDraw } from '../../../map/can-draw.ts';
import { IconMap } from '../../../ui/icons.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { StatusMap } from '../../container-status/map/StatusMap.tsx';
import { useLivePoints } from './use-live-points.ts';

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
