import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/values/format.ts';
import classes from './CollectionRoute.module.css';
import { metresLeft, type CollectionRoute } from './route.ts';

/** How much of the route is done, what of it the server does not have yet, and how far there is to go. */
export function Progress({ route }: { route: CollectionRoute }) {
  const { t, i18n } = useTranslation('collectionRoute');
  const { stops, unsent } = route;
  const skipped = stops.filter(({ outcome }) => outcome?.as === 'skipped').length;
  const done = stops.filter(({ outcome }) => outcome !== null).length;
  const waiting = unsent.filter(({ refusal }) => refusal === null).length;
  const metres = metresLeft(route);
  return (
    <p className={classes.progress} role="status">
      <strong>{t('progress.done', { done, total: stops.length })}</strong>
      {skipped > 0 && <span>{t('progress.skipped', { count: skipped })}</span>}
      {waiting > 0 && <span>{t('progress.waiting', { count: waiting })}</span>}
      {done < stops.length && metres > 0 && (
        <span>{t('progress.left', { km: formatNumber(metres / 1000, i18n.language) })}</span>
      )}
      {done === stops.length && <span>{t('progress.all')}</span>}
    </p>
  );
}
