import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { StatusLevelBadge } from '../../ui/badges/StatusLevelBadge.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import classes from './PickedContainers.module.css';
import type { Base, Point } from './news.ts';
import type { StatusChanges } from './changes.ts';
import { part } from '../../loading/part.ts';

const AddToRoute = part(async () => (await import('../collection-route/AddToRoute.tsx')).AddToRoute, null);

interface Props {
  ids: readonly string[];
  base: Base;
  changes: StatusChanges;
  onClose: () => void;
}

/** What was chosen on the map: one container, or those that stand on one spot. */
export function PickedContainers({ ids, base, changes, onClose }: Props) {
  const { t } = useTranslation(['containerStatus', 'common']);
  return (
    <section className={classes.picked} aria-label={t('map.picked')}>
      <CloseButton aria-label={t('common:actions.close')} onClick={onClose} className={classes.pickedClose} />
      <ul>
        {ids.map((id) => {
          const point = base.points.get(id);
          return (
            point && (
              <li key={id}>
                <TextLink to={paths.containers.view(id)}>{point.label}</TextLink>
                <Level point={point} base={base} changes={changes} />
              </li>
            )
          );
        })}
      </ul>
      <AddToRoute ids={ids} />
    </section>
  );
}

/** How a container is by now. */
function Level({ point, base, changes }: { point: Point } & Pick<Props, 'base' | 'changes'>) {
  const change = useSyncExternalStore(changes.subscribe, () => changes.since(point.id, base.mark));
  return <StatusLevelBadge level={(change ?? point).level} />;
}
