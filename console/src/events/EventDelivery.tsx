import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../api/use-query.ts';
import { LogList, LogTable } from '../crud/list/LogList.tsx';
import { Outdated } from '../crud/list/Outdated.tsx';
import { Pending } from '../crud/list/Pending.tsx';
import { useGrowingList } from '../crud/list/use-growing-list.tsx';
import { useViewer } from '../session/viewer.ts';
import { None } from '../ui/values/cells.tsx';
import { formatExact, formatNumber } from '../ui/values/format.ts';
import { CardEventGapsDocument, CardEventsSetAsideDocument } from './event-delivery.graphql.ts';

/** Gaps that are listed; more are only counted. */
const gapCount = 50;

/** What a lock has not delivered of its events, and what it delivered twice and differently. */
export function EventDelivery({ containerId }: { containerId: string }) {
  const { t, i18n } = useTranslation(['cards', 'common']);
  const { data, error, refetch } = useQuery(CardEventGapsDocument, {
    variables: { containerId, first: gapCount },
    fetchPolicy: 'cache-and-network',
  });
  if (!data) {
    return <Pending error={error} refetch={refetch} permission="statusUpdate:read" />;
  }
  const { missing, count, gaps } = data.cardEventGaps;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Stack gap="lg">
      <Outdated error={error} refetch={refetch} />
      <Part title={t('delivery.missing.title')}>
        {missing === 0 ? (
          <Text>{t('delivery.missing.none')}</Text>
        ) : (
          <>
            <Text>{t('delivery.missing.count', { count: missing, number: number(missing) })}</Text>
            <LogTable
              label={t('delivery.missing.title')}
              minWidth={360}
              columns={[
                { head: t('delivery.bootNumber'), cell: ({ bootNumber }) => bootNumber },
                { head: t('delivery.missing.first'), cell: ({ first }) => number(first) },
                { head: t('delivery.missing.last'), cell: ({ last }) => number(last) },
              ]}
              entries={gaps.map((gap) => ({ id: `${gap.bootNumber} ${gap.first}`, ...gap }))}
            />
            {count > gaps.length && (
              <Text c="dimmed" fz="sm">
                {t('delivery.missing.more', { count: count - gaps.length, number: number(count - gaps.length) })}
              </Text>
            )}
          </>
        )}
      </Part>
      <Part title={t('delivery.setAside.title')}>
        <QuarantinedEvents containerId={containerId} />
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} fz="md" mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

const pageSize = 25;

/** What a lock said under a number that was taken, beside what is kept under it. */
function QuarantinedEvents({ containerId }: { containerId: string }) {
  const { t, i18n } = useTranslation(['cards', 'common']);
  const { seesWho } = useViewer().sees;
  const at = (moment: string) => formatExact(moment, i18n.language);
  const list = useGrowingList({
    query: CardEventsSetAsideDocument,
    variables: { containerId, first: pageSize, seesWho },
    select: ({ cardEventsSetAside }) => cardEventsSetAside,
    permission: 'statusUpdate:read',
    height: 80,
    more: t('events.more'),
  });
  return (
    <LogList
      list={list}
      label={t('delivery.setAside.title')}
      hint={t('delivery.setAside.hint')}
      minWidth={520}
      columns={[
        { head: t('delivery.setAside.received'), cell: ({ receivedAt }) => at(receivedAt) },
        {
          head: t('delivery.setAside.number'),
          cell: ({ bootNumber, eventNumber }) => t('delivery.setAside.place', { bootNumber, eventNumber }),
        },
        {
          head: t('delivery.setAside.said'),
          cell: ({ kind, deviceAt, serialNumber }) => (
            <>
              {t(`eventKinds.${kind}`)}, {at(deviceAt)}
              {serialNumber && (
                <Text span fz="sm" c="dimmed" display="block">
                  {serialNumber}
                </Text>
              )}
            </>
          ),
        },
        {
          head: t('delivery.setAside.kept'),
          cell: ({ keptKind, keptDeviceAt }) =>
            keptKind && keptDeviceAt ? `${t(`eventKinds.${keptKind}`)}, ${at(keptDeviceAt)}` : <None />,
        },
      ]}
      empty={<Text>{t('delivery.setAside.none')}</Text>}
    />
  );
}
