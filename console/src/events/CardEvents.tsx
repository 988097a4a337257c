import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CardEventsQuery } from '../api/generated/graphql.ts';
import { LogList, type LogColumn } from '../crud/list/LogList.tsx';
import { useGrowingList } from '../crud/list/use-growing-list.tsx';
import { paths } from '../paths.ts';
import { useViewer } from '../session/viewer.ts';
import { IconCard } from '../ui/icons.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { TextLink } from '../ui/page/TextLink.tsx';
import { None } from '../ui/values/cells.tsx';
import { actorName } from '../ui/values/actor.ts';
import { formatExact } from '../ui/values/format.ts';
import { CardEventsDocument } from './card-events.graphql.ts';
import { EventText } from './EventText.tsx';
import { useSpan } from './timeline/day-address.ts';
import { SpanBar } from './timeline/SpanBar.tsx';

type Event = CardEventsQuery['cardEvents']['nodes'][number];

interface Props {
  /** Whose events: by the name of the API's filter. */
  of: Readonly<Partial<Record<'cardId' | 'containerId' | 'containerGroupId' | 'entranceId' | 'apartmentId', string>>>;
}

const pageSize = 25;

/**
 * What locks saw and what was done to cards, newest first; without who, for those who may not read it. Of the day alone that the address
 * says, if it says one.
 */
export function CardEvents({ of }: Props) {
  const { t } = useTranslation(['cards', 'common']);
  const { sees } = useViewer();
  const columns = useColumns(of);
  const [span, clear] = useSpan();
  const list = useGrowingList({
    query: CardEventsDocument,
    variables: { filter: { ...of, ...span }, first: pageSize, ...sees },
    select: ({ cardEvents }) => cardEvents,
    permission: 'cardEvent:read',
    more: t('events.more'),
  });
  return (
    <>
      {span && <SpanBar key={span.from} span={span} onClear={clear} />}
      <LogList
        list={list}
        label={t('events.title')}
        minWidth={columns.length * 130}
        columns={columns}
        empty={<EmptyState icon={IconCard} title={t(span ? 'timeline.none' : 'events.none')} />}
      />
    </>
  );
}

/** What there is to tell of an event, but for what all the events share. */
function useColumns(of: Props['of']): readonly LogColumn<Event>[] {
  const { t, i18n } = useTranslation(['cards', 'common']);
  const { seesWho } = useViewer().sees;
  const columns: (LogColumn<Event> | false)[] = [
    { head: t('events.when'), cell: ({ occurredAt }) => formatExact(occurredAt, i18n.language) },
    {
      head: t('events.what'),
      cell: (event) => (
        <>
          <EventText event={event} />
          {event.actor && (
            <Text span fz="sm" c="dimmed" display="block">
              {actorName(event.actor, t)}
            </Text>
          )}
        </>
      ),
    },
    seesWho &&
      !('cardId' in of) && {
        head: t('events.card'),
        cell: ({ card, serialNumber }) =>
          card ? <TextLink to={paths.cards.view(card.id)}>{card.label}</TextLink> : (serialNumber ?? <None />),
      },
    seesWho &&
      !('apartmentId' in of) && {
        head: t('events.apartment'),
        cell: ({ apartment }) =>
          apartment ? <TextLink to={paths.apartments.view(apartment.id)}>{apartment.label}</TextLink> : <None />,
      },
    !('containerId' in of) && {
      head: t('events.where'),
      cell: ({ container }) =>
        container ? <TextLink to={paths.containers.view(container.id)}>{container.label}</TextLink> : <None />,
    },
  ];
  return columns.filter((column) => column !== false);
}
