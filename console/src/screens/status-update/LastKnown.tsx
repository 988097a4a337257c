import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { measuredKinds } from '@noa/domain/status-kinds.ts';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { useQuery } from '../../api/use-query.ts';
import { ReadingValue } from '../../status/ReadingValue.tsx';
import { ContainerReadingsDocument } from '../../status/status.graphql.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { StatusLevelBadge } from '../../ui/badges/StatusLevelBadge.tsx';

/** What is known of the kind before it is told anew. */
export function LastKnown({ containerId, kind }: { containerId: string; kind: StatusUpdateKind }) {
  const { t } = useTranslation('statusUpdates');
  const { data } = useQuery(ContainerReadingsDocument, {
    variables: { id: containerId },
    fetchPolicy: 'cache-and-network',
  });
  const reading = data?.container?.status?.readings.find((each) => each.kind === kind);
  if (!reading) {
    return null;
  }
  const unknown = reading.isStale && measuredKinds.includes(kind);
  return (
    <Group gap="xs" fz="sm" component="p" m={0}>
      {t('lastKnown')}
      <StatusLevelBadge level={unknown ? null : reading.level} />
      <ReadingValue kind={kind} value={reading.value} />
      <Text span fz="sm">
        <Moment at={reading.at} />
      </Text>
    </Group>
  );
}
