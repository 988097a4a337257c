import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconInfo } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { formatDay } from '../../ui/values/format.ts';
import classes from './CollectionRoute.module.css';
import { formerDay } from './route.ts';
import type { RouteControls } from './use-collection-route.ts';

/** Says that the route is of another day than the title has it, also on a page that was open overnight, and offers one of today. */
export function OldRoute({ controls: { route, startAnew } }: { controls: RouteControls }) {
  const { t, i18n } = useTranslation('collectionRoute');
  const day = formerDay(route, new Date(useNow()));
  const left = route.stops.filter(({ outcome }) => outcome === null).length;

  function handleStart() {
    startAnew();
    notifySuccess(t('old.done'));
  }

  return (
    <div role="status" className={classes.said}>
      {day !== null && (
        <Alert
          color="orange"
          icon={<IconInfo aria-hidden />}
          title={t('old.title', { day: formatDay(day, i18n.language) })}
        >
          <p>{left > 0 ? t('old.left', { count: left }) : t('old.allVisited')}</p>
          <Button variant="default" mt="xs" onClick={handleStart}>
            {t('old.start')}
          </Button>
        </Alert>
      )}
    </div>
  );
}
