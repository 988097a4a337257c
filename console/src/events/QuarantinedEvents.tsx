import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { append } from '../api/append.ts';
import { describeFailure } from '../api/failure.ts';
import { notifyFailure } from '../api/notify-failure.ts';
import type { CardEventsSetAsideQuery } from '../api/generated/graphql.ts';
import { ListFailed } from '../crud/list/ListEmpty.tsx';
import { useViewer } from '../session/viewer.ts';
import { None } from '../ui/values/cells.tsx';
import { formatExact } from '../ui/values/format.ts';
import { CardEventsSetAsideDocument } from './event-delivery.graphql.ts';

type Quarantined = CardEventsSetAsideQuery['cardEventsSetAside']['nodes'][number];

const pageSize = 25;
const columns = ['received', 'number', 'said', 'kept'] as const;

/** What a lock said under a number that was taken, beside what is kept under it. */
export function QuarantinedEvents({ containerId }: { containerId: string }) {
  const { t } = useTranslation(['cards', 'common']);
  const { seesWho } = useViewer().sees;
  const [adding, setAdding] = useState(false);
  const { data, previousData, error, fetchMore, refetch } = useQuery(CardEventsSetAsideDocument, {
    variables: { containerId, first: pageSize, seesWho },
    fetchPolicy: 'cache-and-network',
  });
  const events = (data ?? previousData)?.cardEventsSetAside;

  async function handleMore() {
    setAdding(true);
    try {
      await fetchMore({
        variables: { after: events?.pageInfo.endCursor ?? null },
        updateQuery: append('cardEventsSetAside'),
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
  if (!events) {
    return <Skeleton height={80} role="status" aria-label={t('common:loading.screen')} />;
  }
  if (events.nodes.length === 0) {
    return <Text>{t('delivery.setAside.none')}</Text>;
  }
  return (
    <Stack>
      <Text>{t('delivery.setAside.hint')}</Text>
      <Table.ScrollContainer minWidth={520}>
        <Table aria-label={t('delivery.setAside.title')}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} scope="col">
                  {t(`delivery.setAside.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.nodes.map((event) => (
              <QuarantinedRow key={event.id} event={event} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {events.pageInfo.hasNextPage && (
        <Button variant="default" mr="auto" loading={adding} onClick={() => void handleMore()}>
          {t('events.more')}
        </Button>
      )}
    </Stack>
  );
}

function QuarantinedRow({ event }: { event: Quarantined }) {
  const { t, i18n } = useTranslation('cards');
  const { bootNumber, eventNumber, kind, deviceAt, receivedAt, keptKind, keptDeviceAt, serialNumber } = event;
  const at = (moment: string) => formatExact(moment, i18n.language);
  return (
    <Table.Tr>
      <Table.Td>{at(receivedAt)}</Table.Td>
      <Table.Td>{t('delivery.setAside.place', { bootNumber, eventNumber })}</Table.Td>
      <Table.Td>
        {t(`eventKinds.${kind}`)}, {at(deviceAt)}
        {serialNumber && (
          <Text span fz="sm" c="dimmed" display="block">
            {serialNumber}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{keptKind && keptDeviceAt ? `${t(`eventKinds.${keptKind}`)}, ${at(keptDeviceAt)}` : <None />}</Table.Td>
    </Table.Tr>
  );
}
