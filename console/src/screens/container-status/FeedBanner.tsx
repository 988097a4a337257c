import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFailed, IconNormal } from '../../ui/icons.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import classes from './ContainerStatus.module.css';
import type { Feed } from '../../api/use-feed.ts';

/** Milliseconds for which it is said that news come again: a success closes by itself. */
const praiseMs = 8_000;

/** Says when news do not come by themselves, and when they do again. */
export function FeedBanner({ feed, answeredAt }: { feed: Feed; answeredAt: number }) {
  const { t } = useTranslation('containerStatus');
  const [before, setBefore] = useState(feed);
  const [isBack, setIsBack] = useState(false);
  if (before !== feed) {
    setBefore(feed);
    setIsBack(before === 'lost' && feed === 'live');
  }
  useEffect(
    function stopPraising() {
      const timer = isBack && setTimeout(() => setIsBack(false), praiseMs);
      return () => clearTimeout(timer || undefined);
    },
    [isBack],
  );
  return (
    <div role="status" className={classes.feed}>
      {feed === 'lost' && (
        <Alert color="orange" icon={<IconFailed aria-hidden />} title={t('feed.lost')}>
          {t('feed.lostText')} <PlainMoment at={new Date(answeredAt).toISOString()} />.
        </Alert>
      )}
      {isBack && (
        <Alert color="green" icon={<IconNormal aria-hidden />}>
          {t('feed.back')}
        </Alert>
      )}
    </div>
  );
}
