import { failureText } from '../../../api/failure.ts';
import { Alert, Checkbox, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canDraw } from '../../../map/can-draw.ts';
import { whenIdle } from '../../../map/when-idle.ts';
import { IconInfo, IconMap } from '../../../ui/icons.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import classes from '../ContainerStatus.module.css';
import type { Box } from '../overview.ts';
import type { OverviewControls } from '../use-overview.ts';
import type { Statuses } from '../use-statuses.ts';
import { part } from '../../../loading/part.ts';

const StatusMap = part(async () => (await import('./StatusMap.tsx')).StatusMap);

interface Props {
  /** The list stands that it is seen beside: nothing of the map is loaded before, which would keep the list waiting for seconds. */
  isReady: boolean;
  statuses: Statuses;
  controls: OverviewControls;
  pointed: string | null;
  onPoint: (id: string | null) => void;
}

/** The map's side of the screen, with what decides whether the list follows it; or why there is no map. */
export function MapPanel({ isReady, statuses, controls, pointed, onPoint }: Props) {
  const { t, i18n } = useTranslation(['containerStatus', 'common']);
  // Undefined until it has been tried, which takes a while by itself.
  const [draws, setDraws] = useState<boolean>();
  const [moved, setMoved] = useState<Box | null>(null);
  const { overview, showBox } = controls;
  const { base, changes, index } = statuses;
  const isTried = draws !== undefined;
  useEffect(
    function openWhenIdle() {
      return isReady && !isTried ? whenIdle(() => setDraws(canDraw())) : undefined;
    },
    [isReady, isTried],
  );
  if (draws === false) {
    return (
      <section className={classes.side} aria-label={t('map.side')}>
        <EmptyState icon={IconMap} title={t('map.none')}>
          {t('map.noneText')}
        </EmptyState>
      </section>
    );
  }
  const following = overview.bbox !== null;

  function handleMove(box: Box) {
    setMoved(box);
    if (following) {
      showBox(box);
    }
  }

  const waiting = (
    <Skeleton className={`${classes.map} ${classes.room}`} role="status" aria-label={t('common:loading.screen')} />
  );
  return (
    <section className={classes.side} aria-label={t('map.side')}>
      <Checkbox
        label={t('map.follow')}
        checked={following}
        onChange={(event) => showBox(event.currentTarget.checked ? moved : null)}
      />
      {index.failure && (
        <Alert color="orange" icon={<IconInfo aria-hidden />} role="status">
          {index.failure.code === 'LimitExceeded' ? t('map.tooMany') : failureText(t, index.failure)}
        </Alert>
      )}
      {draws ? (
        <Suspense fallback={waiting}>
          <StatusMap
            key={i18n.language}
            base={base}
            opensEmpty={index.failure !== undefined}
            overview={overview}
            changes={changes}
            pointed={pointed}
            onPoint={onPoint}
            onMove={handleMove}
            onPlaced={setMoved}
          />
        </Suspense>
      ) : (
        waiting
      )}
    </section>
  );
}
