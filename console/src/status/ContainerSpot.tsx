import { Title } from '@mantine/core';
import { lazy, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../api/use-query.ts';
import { MapRoom } from '../map/MapRoom.tsx';
import { spotsOf, type Spot } from '../map/spot/spot.ts';
import { paths } from '../paths.ts';
import { TextLink } from '../ui/page/TextLink.tsx';
import classes from './ContainerSpot.module.css';
import { ContainerSpotDocument } from './status.graphql.ts';

const SpotMap = lazy(async () => ({ default: (await import('../map/spot/SpotMap.tsx')).SpotMap }));

/** Degrees that the map of all containers shows to each side: a few streets. */
const reach = 0.003;

const overviewAround = ({ lat, lng }: Spot) => {
  const corners = [lng - reach, lat - reach, lng + reach, lat + reach].map((degrees) => degrees.toFixed(5));
  return `${paths.containers.status}?${new URLSearchParams({ bbox: corners.join() }).toString()}`;
};

/** Where a container stands: at a place of its own, or with its platform; nothing where neither has one. */
export function ContainerSpot({ containerId }: { containerId: string }) {
  const { t } = useTranslation('spots');
  const titleId = useId();
  const { data } = useQuery(ContainerSpotDocument, { variables: { id: containerId } });
  const { container } = data ?? {};
  const [spot] = spotsOf([container, container?.containerGroup].flatMap((each) => each ?? []));
  return (
    spot && (
      <section className={classes.spot} aria-labelledby={titleId}>
        <Title order={2} fz="md" id={titleId}>
          {t('here')}
        </Title>
        <MapRoom unfold={t('unfold')} fold={t('fold')} height="220px">
          <SpotMap spot={spot} />
        </MapRoom>
        <TextLink to={overviewAround(spot)}>{t('all')}</TextLink>
      </section>
    )
  );
}
