import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { MapRoom } from '../MapRoom.tsx';
import { spotOf, spotsOf, type Spot } from './spot.ts';
import { SpotsAroundDocument } from './spot.graphql.ts';
import classes from './SpotInput.module.css';
import { part } from '../../loading/part.ts';

const SpotMap = part(async () => (await import('./SpotMap.tsx')).SpotMap);

interface Props {
  /** What the two fields say now. */
  lat: unknown;
  lng: unknown;
  /** The platform that it is to stand on, where one is chosen: one begins there. */
  groupId: string | null;
  onSet: (spot: Spot) => void;
}

/** A map on which the place is set that two fields say as well. */
export function SpotInput(props: Props) {
  const { t } = useTranslation('spots');
  return (
    <div className={classes.input}>
      <MapRoom unfold={t('unfold')} fold={t('fold')} height="300px">
        <SpotAmongOthers {...props} />
      </MapRoom>
      <Text fz="xs" c="dimmed">
        {t('hint')}
      </Text>
    </div>
  );
}

/** Begins where its platform is, or among all that stands in the town. */
function SpotAmongOthers({ lat, lng, groupId, onSet }: Props) {
  const viewer = useViewer();
  const { data } = useQuery(SpotsAroundDocument, {
    variables: {
      ofGroup: groupId === null ? {} : { containerGroupId: groupId },
      seesGroups: viewer.may('containerGroup:read'),
      seesContainers: viewer.may('container:read'),
    },
  });
  const around = useMemo(() => {
    const groups = data?.containerGroups?.nodes ?? [];
    const own = spotsOf([...groups.filter(({ id }) => id === groupId), ...(data?.containers?.nodes ?? [])]);
    return groupId !== null && own.length > 0 ? own : [...spotsOf(groups), ...own];
  }, [data, groupId]);
  return <SpotMap spot={spotOf(lat, lng)} around={around} onSet={onSet} />;
}
