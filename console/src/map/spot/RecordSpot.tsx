import { Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { MapRoom } from '../MapRoom.tsx';
import classes from './RecordSpot.module.css';
import type { Spot } from './spot.ts';
import { part } from '../../loading/part.ts';

const SpotMap = part(async () => (await import('./SpotMap.tsx')).SpotMap);

/** Degrees that the map of all containers shows to each side: a few streets. */
const reach = 0.003;

const overviewAround = ({ lat, lng }: Spot) => {
  const corners = [lng - reach, lat - reach, lng + reach, lat + reach].map((degrees) => degrees.toFixed(5));
  return `${paths.containers.status}?${new URLSearchParams({ bbox: corners.join() }).toString()}`;
};

/** Where a record stands, on its page; from here one comes to the map of all containers. */
export function RecordSpot({ spot }: { spot: Spot }) {
  const { t } = useTranslation('spots');
  const titleId = useId();
  const viewer = useViewer();
  return (
    <section className={`${classes.spot} fingers`} aria-labelledby={titleId}>
      <Title order={2} fz="md" id={titleId}>
        {t('here')}
      </Title>
      <MapRoom unfold={t('unfold')} fold={t('fold')} height="220px">
        <SpotMap spot={spot} />
      </MapRoom>
      {viewer.may('statusUpdate:read') && <TextLink to={overviewAround(spot)}>{t('all')}</TextLink>}
    </section>
  );
}
