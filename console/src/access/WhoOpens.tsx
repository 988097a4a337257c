import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContainerQuery } from '../api/generated/graphql.ts';
import { pickers } from '../pickers/pickers.ts';
import { RecordSelect } from '../crud/picker/RecordSelect.tsx';
import { useViewer } from '../session/viewer.ts';
import { useAddress } from '../ui/page/use-address.ts';
import { useNow } from '../ui/values/clock.ts';
import { formatDuration, formatNumber, isUnderAMinute } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';
import classes from './Access.module.css';
import { AccessAnswer } from './AccessAnswer.tsx';
import { SyncBadge } from './SyncBadge.tsx';

type Container = NonNullable<ContainerQuery['container']>;

/** How far a container's lock is with its list, and "why doesn't my card open?", asked at the container: pick a card. */
export function WhoOpens({ container: { id, sync } }: { container: Container }) {
  const { t } = useTranslation('access');
  const viewer = useViewer();
  const [address, set] = useAddress();
  const cardId = address.get('card');
  return (
    <Stack maw={720}>
      {sync && (
        <section aria-labelledby="lock-list">
          <Title order={2} fz="md" mb={4} id="lock-list">
            {t('sync.title')}
          </Title>
          <SyncSummary sync={sync} />
        </section>
      )}
      {viewer.may('card:read') && (
        <RecordSelect
          picker={pickers.card}
          label={t('whoOpens.card')}
          description={t('whoOpens.hint')}
          value={cardId}
          onChange={(picked) => set({ card: picked }, 'replace')}
        />
      )}
      {cardId && viewer.may('card:read') && <AccessAnswer cardId={cardId} containerId={id} />}
    </Stack>
  );
}

type Sync = NonNullable<NonNullable<ContainerQuery['container']>['sync']>;

/** How far a lock is with its list: which version it holds, what waits and since when, and whether it failed. */
function SyncSummary({ sync }: { sync: Sync }) {
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
