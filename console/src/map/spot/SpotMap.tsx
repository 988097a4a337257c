import { Alert, Button, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canDraw } from '../can-draw.ts';
import { useMap } from '../use-map.ts';
import classes from './SpotMap.module.css';
import type { Spot } from './spot.ts';
import { createSpotView } from './spot-view.ts';

export interface SpotMapProps {
  /** Null: there is none yet. */
  spot: Spot | null;
  /** What stands around it already. */
  around?: readonly Spot[];
  /** Absent: it is only looked at. */
  onSet?: (spot: Spot) => void;
}

const nothing: readonly Spot[] = [];

/** Where something stands, on a map; or why there is no map. Whoever may set it does so here as in the fields beside it. */
export function SpotMap(props: SpotMapProps) {
  const { t } = useTranslation('spots');
  const [draws] = useState(canDraw);
  return draws ? (
    <DrawnSpot {...props} />
  ) : (
    <Text fz="sm" c="dimmed">
      {t('none')}
    </Text>
  );
}

function DrawnSpot({ spot, around = nothing, onSet }: SpotMapProps) {
  const { t } = useTranslation('spots');
  const isSet = onSet !== undefined;
  const setSpot = useEffectEvent((chosen: Spot) => onSet?.(chosen));
  // A form stands over the record, whose own map is still there.
  const { room, view, trouble } = useMap(t(isSet ? 'choose' : 'label'), (options) => {
    const mark = document.createElement('div');
    mark.className = classes.mark ?? '';
    mark.role = 'img';
    mark.ariaLabel = t('mark');
    return createSpotView({
      ...options,
      mark,
      onSet: isSet ? (chosen) => setSpot(chosen) : null,
    });
  });
  const [lat, lng] = [spot?.lat, spot?.lng];
  useEffect(
    function showSpot() {
      view?.show(lat === undefined || lng === undefined ? null : { lat, lng });
    },
    [view, lat, lng],
  );
  useEffect(() => view?.showAround(around), [view, around]);
  return (
    <div className={classes.map} data-set={isSet || undefined}>
      {trouble && (
        <Alert color="orange" role="status">
          {t(trouble)}
        </Alert>
      )}
      <div ref={room} className={classes.room} />
      {view && onSet && (
        <Button variant="default" size="compact-sm" className={classes.middle} onClick={() => onSet(view.middle())}>
          {t('middle')}
        </Button>
      )}
    </div>
  );
}
