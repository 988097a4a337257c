import { useQuery } from '@apollo/client/react';
import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../api/failure.ts';
import { ListFailed } from '../crud/list/ListEmpty.tsx';
import { formatNumber } from '../ui/values/format.ts';
import { CardEventGapsDocument } from './event-delivery.graphql.ts';
import { QuarantinedEvents } from './QuarantinedEvents.tsx';

/** Gaps that are listed; more are only counted. */
const gapCount = 50;

/** What a lock has not delivered of its events, and what it delivered twice and differently. */
export function EventDelivery({ containerId }: { containerId: string }) {
  const { t, i18n } = useTranslation(['cards', 'common']);
  const { data, error, refetch } = useQuery(CardEventGapsDocument, {
    variables: { containerId, first: gapCount },
    fetchPolicy: 'cache-and-network',
  });
  if (error) {
    return (
      <ListFailed failure={describeFailure(error)} permission="statusUpdate:read" onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return <Skeleton height={160} role="status" aria-label={t('common:loading.screen')} />;
  }
  const { missing, count, gaps } = data.cardEventGaps;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Stack gap="lg">
      <Part title={t('delivery.missing.title')}>
        {missing === 0 ? (
          <Text>{t('delivery.missing.none')}</Text>
        ) : (
          <>
            <Text>{t('delivery.missing.count', { count: missing, number: number(missing) })}</Text>
            <Table.ScrollContainer minWidth={360}>
              <Table aria-label={t('delivery.missing.title')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">{t('delivery.bootNumber')}</Table.Th>
                    <Table.Th scope="col">{t('delivery.missing.first')}</Table.Th>
                    <Table.Th scope="col">{t('delivery.missing.last')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {gaps.map(({ bootNumber, first, last }) => (
                    <Table.Tr key={`${bootNumber} ${first}`}>
                      <Table.Td>{bootNumber}</Table.Td>
                      <Table.Td>{number(first)}</Table.Td>
                      <Table.Td>{number(last)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
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
