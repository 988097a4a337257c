import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LogList } from '../crud/list/LogList.tsx';
import { useGrowingList } from '../crud/list/use-growing-list.tsx';
import { useViewer } from '../session/viewer.ts';
import { None } from '../ui/values/cells.tsx';
import { formatExact } from '../ui/values/format.ts';
import { CardEventsSetAsideDocument } from './event-delivery.graphql.ts';

const pageSize = 25;

/** What a lock said under a number that was taken, beside what is kept under it. */
export function QuarantinedEvents({ containerId }: { containerId: string }) {
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
