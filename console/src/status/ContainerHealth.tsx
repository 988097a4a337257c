import { Button, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outdated } from '../crud/list/Outdated.tsx';
import { Pending } from '../crud/list/Pending.tsx';
import { useViewer } from '../session/viewer.ts';
import { StatusLevelBadge } from '../ui/badges/StatusLevelBadge.tsx';
import { IconEmptying } from '../ui/icons.ts';
import { LoadingScreen } from '../ui/page/LoadingPage.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { causesOf, isToBeEmptied } from './cause.ts';
import { CauseText } from './CauseText.tsx';
import classes from './ContainerHealth.module.css';
import { EmptyingActions, EmptyingJob } from './emptying/EmptyingParts.tsx';
import { useEmptying } from './emptying/use-emptying.ts';
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

/** Nothing is picked: the page is of one container. */
const everything = {};

interface Props {
  container: { readonly id: string; readonly rowId: string };
  /** As far as is told it has to be emptied. */
  isFull: boolean;
}

/** The one thing to do about a container that is full, beside what is said of it; nothing for those who may not tell of containers. */
function EmptyFull({ container, isFull }: Props) {
  const { t } = useTranslation('statusUpdates');
  const emptying = useEmptying(everything);
  return (
    <>
      {isFull && emptying.selection && (
        <Button
          size="compact-sm"
          leftSection={<IconEmptying size={16} aria-hidden />}
          onClick={() => emptying.markOne({ id: container.id, container })}
        >
          {t('empty')}
        </Button>
      )}
      <EmptyingJob emptying={emptying} />
      <EmptyingActions emptying={emptying} />
    </>
  );
}
