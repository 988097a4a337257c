import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { append } from '../api/append.ts';
import { describeFailure } from '../api/failure.ts';
import { notifyFailure } from '../api/notify-failure.ts';
import type { CardEventsQuery } from '../api/generated/graphql.ts';
import { paths } from '../paths.ts';
import { ListFailed } from '../crud/list/ListEmpty.tsx';
import { useViewer } from '../session/viewer.ts';
import { None } from '../ui/values/cells.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { formatExact } from '../ui/values/format.ts';
import { IconCard } from '../ui/icons.ts';
import { TextLink } from '../ui/page/TextLink.tsx';
import { CardEventsDocument } from './card-events.graphql.ts';

type Event = CardEventsQuery['cardEvents']['nodes'][number];

interface Props {
  /** Whose events: by the name of the API's filter. */
  of: { readonly cardId: string } | { readonly containerId: string } | { readonly apartmentId: string };
}

interface Column {
  /** Locale key suffix: `cards:events.<id>`. */
  readonly id: string;
  readonly cell: (event: Event) => ReactNode;
}

const pageSize = 25;

/** What locks saw and what was done to cards, newest first; without who, for those who may not read it. */
export function CardEvents({ of }: Props) {
  const { t } = useTranslation(['cards', 'common']);
  const viewer = useViewer();
  const [adding, setAdding] = useState(false);
  const { data, previousData, error, fetchMore, refetch } = useQuery(CardEventsDocument, {
    variables: { filter: of, first: pageSize, ...viewer.sees },
    fetchPolicy: 'cache-and-network',
  });
  const events = (data ?? previousData)?.cardEvents;
  const columns = useColumns(of);

  async function handleMore() {
    setAdding(true);
    try {
      await fetchMore({
        variables: { after: events?.pageInfo.endCursor ?? null },
        updateQuery: append('cardEvents'),
      });
    } catch (failure) {
      notifyFailure(failure);
    }
    setAdding(false);
  }

  if (error) {
    return <ListFailed failure={describeFailure(error)} permission="cardEvent:read" onRetry={() => void refetch()} />;
  }
  if (!events) {
    return <Skeleton height={160} role="status" aria-label={t('common:loading.screen')} />;
  }
  if (events.nodes.length === 0) {
    return <EmptyState icon={IconCard} title={t('events.none')} />;
  }
  return (
    <Stack>
      <Table.ScrollContainer minWidth={columns.length * 130}>
        <Table aria-label={t('events.title')}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ id }) => (
                <Table.Th key={id} scope="col">
                  {t(`events.${id}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {events.nodes.map((event) => (
              <Table.Tr key={event.id}>
                {columns.map(({ id, cell }) => (
                  <Table.Td key={id}>{cell(event)}</Table.Td>
                ))}
              </Table.Tr>
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

/** What there is to tell of an event, but for what all the events share. */
function useColumns(of: Props['of']): readonly Column[] {
  const { t, i18n } = useTranslation('cards');
  const { seesWho } = useViewer().sees;
  const columns: (Column | false)[] = [
    { id: 'when', cell: ({ occurredAt }) => formatExact(occurredAt, i18n.language) },
    {
      id: 'what',
      cell: ({ kind, unauthorised, reason, litres, actor }) => (
        <>
          {t(`eventKinds.${kind}`)}
          {unauthorised && `, ${t('events.unauthorised')}`}
          {litres > 0 && `, ${t('events.litres', { litres })}`}
          {reason && `: ${reason}`}
          {actor && (
            <Text span fz="sm" c="dimmed" display="block">
              {actor}
            </Text>
          )}
        </>
      ),
    },
    seesWho &&
      !('cardId' in of) && {
        id: 'card',
        cell: ({ card, serialNumber }) =>
          card ? <TextLink to={paths.cards.view(card.id)}>{card.label}</TextLink> : (serialNumber ?? <None />),
      },
    seesWho &&
      !('apartmentId' in of) && {
        id: 'apartment',
        cell: ({ apartment }) =>
          apartment ? <TextLink to={paths.apartments.view(apartment.id)}>{apartment.label}</TextLink> : <None />,
      },
    !('containerId' in of) && {
      id: 'where',
      cell: ({ container }) =>
        container ? <TextLink to={paths.containers.view(container.id)}>{container.label}</TextLink> : <None />,
    },
  ];
  return columns.filter((column) => column !== false);
}
