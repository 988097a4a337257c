import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack, Table } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../api/failure.ts';
import { ListFailed } from '../../resource/ListEmpty.tsx';
import { None } from '../../ui/cells.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatExact } from '../../ui/format.ts';
import { IconCard } from '../../ui/icons.ts';
import { CardEventsDocument } from './card.graphql.ts';

const pageSize = 25;
/** Rows that the API gives at most at once. */
const maxRows = 200;

/** What a card was used for and what was done to it, newest first. */
export function CardEvents({ cardId }: { cardId: string }) {
  const { t, i18n } = useTranslation(['cards', 'common']);
  const [first, setFirst] = useState(pageSize);
  const { data, previousData, error, loading, refetch } = useQuery(CardEventsDocument, {
    variables: { cardId, first },
    fetchPolicy: 'cache-and-network',
  });
  const events = (data ?? previousData)?.cardEvents;

  if (error) {
    return (
      <ListFailed failure={describeFailure(error)} permission="cardEvent:readWho" onRetry={() => void refetch()} />
    );
  }
  if (!events) {
    return <Skeleton height={160} role="status" aria-label={t('common:loading.screen')} />;
  }
  if (events.nodes.length === 0) {
    return <EmptyState icon={IconCard} title={t('events.none')} />;
  }
  return (
    <Stack>
      <Table aria-label={t('events.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('events.when')}</Table.Th>
            <Table.Th scope="col">{t('events.what')}</Table.Th>
            <Table.Th scope="col">{t('events.where')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.nodes.map((event) => (
            <Table.Tr key={event.id}>
              <Table.Td>{formatExact(event.occurredAt, i18n.language)}</Table.Td>
              <Table.Td>
                {t(`eventKinds.${event.kind}`)}
                {event.unauthorised && `, ${t('events.unauthorised')}`}
                {event.reason && `: ${event.reason}`}
              </Table.Td>
              <Table.Td>{event.container?.label ?? <None />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {events.pageInfo.hasNextPage && first < maxRows && (
        <Button
          variant="default"
          mr="auto"
          loading={loading}
          onClick={() => setFirst(Math.min(first + pageSize, maxRows))}
        >
          {t('events.more')}
        </Button>
      )}
    </Stack>
  );
}
