import { useTranslation } from 'react-i18next';
import type { ContainerQuery } from '../api/generated/graphql.ts';
import { useNow } from '../ui/values/clock.ts';
import { formatDuration, formatNumber, isUnderAMinute } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';
import classes from './Access.module.css';
import { SyncBadge } from './SyncBadge.tsx';

type Sync = NonNullable<NonNullable<ContainerQuery['container']>['sync']>;

/** How far a lock is with its list: which version it holds, what waits and since when, and whether it failed. */
export function SyncSummary({ sync }: { sync: Sync }) {
  const { t, i18n } = useTranslation('access');
  const now = useNow();
  const { phase, wantedVersion, appliedVersion, waitingCards, waitingSince, overBy, failure, failureReason } = sync;
  const counted = (count: number) => ({ count, n: formatNumber(count, i18n.language) });
  return (
    <>
      <SyncBadge phase={phase} />
      <ul className={classes.facts}>
        <li>
          {appliedVersion === null || appliedVersion === undefined
            ? t('sync.wanted', { wantedVersion })
            : t('sync.versions', { wantedVersion, appliedVersion })}
        </li>
        {waitingCards > 0 && waitingSince && (
          <li>
            {isUnderAMinute(waitingSince, now)
              ? t('sync.waitingBriefly', counted(waitingCards))
              : t('sync.waiting', {
                  ...counted(waitingCards),
                  duration: formatDuration(now - Date.parse(waitingSince), i18n.language),
                })}
          </li>
        )}
        {failure && <li>{overBy > 0 ? t('sync.over', counted(overBy)) : t(`failures.${failure}`)}</li>}
        {failureReason && <li>{t('sync.reason', { reason: failureReason })}</li>}
        {sync.askedAt && (
          <li>
            {t('lock.askedAt')} <Moment at={sync.askedAt} />
          </li>
        )}
      </ul>
    </>
  );
}
