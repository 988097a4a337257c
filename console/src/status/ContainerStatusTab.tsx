import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { measuredKinds } from '@noa/domain/status-kinds.ts';
import { SyncNote } from '../access/SyncNote.tsx';
import type { ContainerReadingsQuery } from '../api/generated/graphql.ts';
import { LogList } from '../crud/list/LogList.tsx';
import { Outdated } from '../crud/list/Outdated.tsx';
import { Pending } from '../crud/list/Pending.tsx';
import { useGrowingList } from '../crud/list/use-growing-list.tsx';
import { StatusLevelBadge } from '../ui/badges/StatusLevelBadge.tsx';
import { IconContainer } from '../ui/icons.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { actorName } from '../ui/values/actor.ts';
import { formatExact } from '../ui/values/format.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { ReadingValue } from './ReadingValue.tsx';
import { StatusUpdatesDocument } from './status.graphql.ts';
import classes from './StatusReadings.module.css';
import { useContainerStatus } from './use-container-status.ts';

/** The state of a container, and how it came to it. */
export function ContainerStatusTab({ containerId }: { containerId: string }) {
  return (
    <Stack gap="xl">
      <StatusReadings containerId={containerId} />
      <StatusUpdates containerId={containerId} />
    </Stack>
  );
}

const pageSize = 25;

/** All that was told of a container's state, newest first. */
function StatusUpdates({ containerId }: { containerId: string }) {
  const { t, i18n } = useTranslation(['statusUpdates', 'common', 'access']);
  const list = useGrowingList({
    query: StatusUpdatesDocument,
    variables: { filter: { containerId }, first: pageSize },
    select: ({ statusUpdates }) => statusUpdates,
    permission: 'statusUpdate:read',
    more: t('list.more'),
  });
  return (
    <LogList
      list={list}
      label={t('list.title')}
      minWidth={560}
      columns={[
        {
          head: t('list.when'),
          cell: ({ occurredAt, clockCorrected }) => (
            <>
              {formatExact(occurredAt, i18n.language)}
              {clockCorrected && (
                <Text span fz="sm" c="dimmed" display="block">
                  {t('list.clockCorrected')}
                </Text>
              )}
            </>
          ),
        },
        { head: t('list.kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
        { head: t('list.level'), cell: ({ level }) => <StatusLevelBadge level={level} /> },
        {
          head: t('list.value'),
          cell: ({ kind, value, note, actor }) => (
            <>
              <ReadingValue kind={kind} value={value} />
              {note && <Text fz="sm">{kind === 'sync' ? <SyncNote note={note} /> : note}</Text>}
              {actor && (
                <Text fz="sm" c="dimmed">
                  {actorName(actor, t)}
                </Text>
              )}
            </>
          ),
        },
      ]}
      empty={null}
    />
  );
}

type Status = NonNullable<NonNullable<ContainerReadingsQuery['container']>['status']>;
type Reading = Status['readings'][number];

/** What is known of a container's state: the newest of each kind, each with its age. */
function StatusReadings({ containerId }: { containerId: string }) {
  const { t } = useTranslation(['statusUpdates', 'common']);
  const { status, isAnswered, error, refetch } = useContainerStatus(containerId);

  // That nothing was known before says nothing of now.
  if (!isAnswered || (error && !status?.readings.length)) {
    return <Pending error={error} refetch={refetch} permission="statusUpdate:read" height={120} />;
  }
  if (!status || status.readings.length === 0) {
    return <EmptyState icon={IconContainer} title={t('nothingKnown')} />;
  }
  return (
    <>
      <Outdated error={error} refetch={refetch} />
      <dl className={classes.readings}>
        {status.readings.map((reading) => (
          <ReadingTile key={reading.kind} reading={reading} />
        ))}
      </dl>
    </>
  );
}

/** A measure that is too old is no longer one: what it was is told beside it. */
function ReadingTile({ reading: { kind, level, value, at, isStale } }: { reading: Reading }) {
  const { t } = useTranslation(['statusUpdates', 'common']);
  const unknown = isStale && measuredKinds.includes(kind);
  const said = <ReadingValue kind={kind} value={value} />;
  return (
    <div data-unknown={unknown || undefined}>
      <dt>{t(`kinds.${kind}`)}</dt>
      <dd>
        <StatusLevelBadge level={unknown ? null : level} />
        {value && (
          <span className={classes.value}>
            {unknown ? (
              <>
                ({t('was')} {said})
              </>
            ) : (
              said
            )}
          </span>
        )}
        <span className={classes.age}>
          <Moment at={at} />
        </span>
      </dd>
    </div>
  );
}
