import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { focusAdder } from '../ui/page/filter-adder.ts';
import type { CardEventsQuery } from '../api/generated/graphql.ts';
import { LogList, type LogColumn } from '../crud/list/LogList.tsx';
import { useGrowingList } from '../crud/list/use-growing-list.tsx';
import { paths } from '../paths.ts';
import { useViewer } from '../session/viewer.ts';
import { IconCard } from '../ui/icons.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { TextLink } from '../ui/page/TextLink.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { None } from '../ui/values/cells.tsx';
import { actorName } from '../ui/values/actor.ts';
import { formatDate, formatDates, formatExact } from '../ui/values/format.ts';
import { CardEventsDocument } from './card-events.graphql.ts';
import { useNow } from '../ui/values/clock.ts';
import { eventDays, eventDaysOf, periodOfDays } from './days.ts';
import { EventText } from './EventText.tsx';
import { IdentityTermsOf } from './IdentityTerms.tsx';
import { isDays, useSpan, type atList, type Span } from './timeline/day-address.ts';

type Event = CardEventsQuery['cardEvents']['nodes'][number];

interface Props {
  /** Whose events: by the name of the API's filter. */
  of: Readonly<Partial<Record<'cardId' | 'containerId' | 'containerGroupId' | 'entranceId' | 'apartmentId', string>>>;
}

const pageSize = 25;
/** In the address: which days are shown. */
const daysKey = 'days';

/**
 * What locks saw and what was done to cards, newest first; without who, for those who may not read it. Of the day that the address says,
 * if it says one; else of all days or some, as is chosen.
 */
export function CardEvents({ of }: Props) {
  const { t, i18n } = useTranslation(['cards', 'common']);
  const { sees } = useViewer();
  const { seesWho } = sees;
  const columns = useColumns(of);
  const [span, clear] = useSpan();
  const [address, set] = useAddress();
  const days = eventDaysOf(address.get(daysKey));
  const now = useNow(); // a tab is left open overnight
  const within = span ?? (days && periodOfDays(days, new Date(now)));
  const list = useGrowingList({
    query: CardEventsDocument,
    variables: { filter: { ...of, ...within }, first: pageSize, ...sees },
    select: ({ cardEvents }) => cardEvents,
    permission: 'cardEvent:read',
    more: t('events.more'),
  });
  const listedFrom = list.data?.cardEventsFrom;
  const none = span ? t('timeline.none') : t(days ? 'common:list.noMatch' : 'events.none');
  return (
    <Stack>
      {seesWho && of.cardId && <IdentityTermsOf of="card" id={of.cardId} />}
      {seesWho && of.apartmentId && <IdentityTermsOf of="apartment" id={of.apartmentId} />}
      {span ? (
        <SpanBar key={span.from} span={span} onClear={clear} />
      ) : (
        <NativeSelect
          label={t('events.days.label')}
          maw={240}
          aria-keyshortcuts="F"
          value={days ?? ''}
          onChange={({ currentTarget }) => set({ [daysKey]: currentTarget.value || null }, 'replace')}
          data={[
            { value: '', label: t('events.days.all') },
            ...eventDays.map((value) => ({ value, label: t(`events.days.${value}`) })),
          ]}
        />
      )}
      <LogList
        list={list}
        label={t('events.title')}
        minWidth={columns.length * 130}
        columns={columns}
        empty={<EmptyState icon={IconCard} title={none} />}
      />
      {listedFrom && !(within && within.from >= listedFrom) && (
        <Text fz="sm" c="dimmed">
          {t('events.listedFrom', { date: formatDate(listedFrom, i18n.language) })}
        </Text>
      )}
    </Stack>
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

/** Of which time the events below are, and the way back to all of them. */
function SpanBar({ span, onClear }: { span: Span; onClear: () => void }) {
  const { t, i18n } = useTranslation('cards');
  const bar = useRef<HTMLDivElement>(null);
  const leads = (useLocation().state as Partial<typeof atList> | null)?.atList === true;

  useEffect(
    function leadHere() {
      if (leads) {
        bar.current?.focus({ preventScroll: true });
        bar.current?.scrollIntoView({ block: 'start' });
      }
    },
    [leads],
  );

  /** It is gone with the button. */
  function handleClear() {
    focusAdder();
    onClear();
  }
  const [from, to] = [span.from, span.to].map((at) => formatExact(at, i18n.language));
  // What ends at midnight ends with the day before.
  const last = new Date(Date.parse(span.to) - 1).toISOString();
  const text = isDays(span)
    ? t('timeline.only', { date: formatDates(span.from, last, i18n.language) })
    : t('timeline.between', { from, to });
  return (
    <Group ref={bar} tabIndex={-1} role="status" gap="sm" mb="sm" style={{ outline: 'none', scrollMarginTop: 16 }}>
      <Text fz="sm">{text}</Text>
      <Button variant="default" size="compact-sm" onClick={handleClear}>
        {t('timeline.all')}
      </Button>
    </Group>
  );
}
