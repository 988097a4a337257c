import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { append } from '../api/append.ts';
import { SyncNote } from '../access/SyncNote.tsx';
import { describeFailure } from '../api/failure.ts';
import { notifyFailure } from '../api/notify-failure.ts';
import { ListFailed } from '../crud/list/ListEmpty.tsx';
import { formatExact } from '../ui/values/format.ts';
import { StatusLevelBadge } from '../ui/badges/StatusLevelBadge.tsx';
import { ReadingValue } from './ReadingValue.tsx';
import { StatusUpdatesDocument } from './status.graphql.ts';

const pageSize = 25;
const columns = ['when', 'kind', 'level', 'value'] as const;

/** All that was told of a container's state, newest first. */
export function StatusUpdates({ containerId }: { containerId: string }) {
  const { t, i18n } = useTranslation(['statusUpdates', 'common', 'access']);
  const [adding, setAdding] = useState(false);
  const { data, previousData, error, fetchMore, refetch } = useQuery(StatusUpdatesDocument, {
    variables: { filter: { containerId }, first: pageSize },
    fetchPolicy: 'cache-and-network',
  });
  const updates = (data ?? previousData)?.statusUpdates;

  async function handleMore() {
    setAdding(true);
    try {
      await fetchMore({
        variables: { after: updates?.pageInfo.endCursor ?? null },
        updateQuery: append('statusUpdates'),
      });
    } catch (failure) {
      notifyFailure(failure);
    }
    setAdding(false);
  }

  if (error) {
    return (
      <ListFailed failure={describeFailure(error)} permission="statusUpdate:read" onRetry={() => void refetch()} />
    );
  }
  if (!updates) {
    return <Skeleton height={160} role="status" aria-label={t('common:loading.screen')} />;
  }
  if (updates.nodes.length === 0) {
    return null;
  }
  return (
    <Stack>
      {/* Nothing in it takes the focus: whoever has no pointer scrolls the box itself. */}
      <Table.ScrollContainer
        minWidth={560}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': t('list.title') } }}
      >
        <Table aria-label={t('list.title')}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} scope="col">
                  {t(`list.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {updates.nodes.map(({ id, kind, level, value, note, actor, occurredAt, clockCorrected }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  {formatExact(occurredAt, i18n.language)}
                  {clockCorrected && (
                    <Text span fz="sm" c="dimmed" display="block">
                      {t('list.clockCorrected')}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{t(`kinds.${kind}`)}</Table.Td>
                <Table.Td>
                  <StatusLevelBadge level={level} />
                </Table.Td>
                <Table.Td>
                  <ReadingValue kind={kind} value={value} />
                  {note && <Text fz="sm">{kind === 'sync' ? <SyncNote note={note} /> : note}</Text>}
                  {actor && (
                    <Text fz="sm" c="dimmed">
                      {actor}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {updates.pageInfo.hasNextPage && (
        <Button variant="default" mr="auto" loading={adding} onClick={() => void handleMore()}>
          {t('list.more')}
        </Button>
      )}
    </Stack>
  );
}
