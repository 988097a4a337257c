import { Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outdated } from '../crud/list/Outdated.tsx';
import { Pending } from '../crud/list/Pending.tsx';
import { useViewer } from '../session/viewer.ts';
import { StatusLevelBadge } from '../ui/badges/StatusLevelBadge.tsx';
import { LoadingScreen } from '../ui/page/LoadingPage.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { causesOf, isToBeEmptied } from './cause.ts';
import { CauseText } from './CauseText.tsx';
import classes from './ContainerHealth.module.css';
import { EmptyFull } from './emptying/EmptyFull.tsx';
import { useContainerStatus } from './use-container-status.ts';
import { part } from '../loading/part.ts';

const ReadingCurves = part(async () => (await import('./curve/ReadingCurves.tsx')).ReadingCurves);
const LastEvents = part(async () => (await import('../events/LastEvents.tsx')).LastEvents);
const ContainerSpot = part(async () => (await import('./ContainerSpot.tsx')).ContainerSpot);

/** How a container is: its state and why, how it came to it over the last days, what happened at it last, and where it stands. */
export function ContainerHealth({ containerId }: { containerId: string }) {
  const { t } = useTranslation('statusUpdates');
  const viewer = useViewer();
  return (
    <section className={classes.health} aria-label={t('status')}>
      <State containerId={containerId} />
      <Suspense fallback={<LoadingScreen />}>
        <div className={classes.parts}>
          <ReadingCurves containerId={containerId} />
          {viewer.may('cardEvent:read') && <LastEvents containerId={containerId} />}
          <ContainerSpot containerId={containerId} />
        </div>
      </Suspense>
    </section>
  );
}

function State({ containerId }: { containerId: string }) {
  const { t } = useTranslation('statusUpdates');
  const { container, status, isAnswered, error, refetch } = useContainerStatus(containerId);
  if (!isAnswered || (error && !status)) {
    return <Pending error={error} refetch={refetch} permission="statusUpdate:read" height={56} />;
  }
  if (!container || !status) {
    return null;
  }
  const isWell = causesOf(status).length === 0;
  return (
    <Stack gap={4}>
      <Outdated error={error} refetch={refetch} />
      <div className={classes.state}>
        <StatusLevelBadge level={status.level} />
        <p className={classes.sentence}>{isWell ? t('allWell') : <CauseText of={status} />}</p>
        <EmptyFull container={container} isFull={isToBeEmptied(status)} />
      </div>
      <Text fz="sm" c="dimmed">
        {status.heardAt ? (
          <>
            {t('heard')} <Moment at={status.heardAt} />
          </>
        ) : (
          t('neverHeard')
        )}
      </Text>
    </Stack>
  );
}
