import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SyncNote } from '../access/SyncNote.tsx';
import { LogList } from '../crud/list/LogList.tsx';
import { useGrowingList } from '../crud/list/use-growing-list.tsx';
import { StatusLevelBadge } from '../ui/badges/StatusLevelBadge.tsx';
import { actorName } from '../ui/values/actor.ts';
import { formatExact } from '../ui/values/format.ts';
import { ReadingValue } from './ReadingValue.tsx';
import { StatusUpdatesDocument } from './status.graphql.ts';

const pageSize = 25;

/** All that was told of a container's state, newest first. */
export function StatusUpdates({ containerId }: { containerId: string }) {
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
