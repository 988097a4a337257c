import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withoutFilters } from '../../../ui/page/filter-adder.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import type { Overview } from '../overview.ts';
import type { OverviewControls } from '../use-overview.ts';
import type { Statuses } from '../use-statuses.ts';

export const isNarrowed = ({ q, level, stream, stale, bbox }: Overview) =>
  q !== '' || level !== null || stream !== null || stale || bbox !== null;

interface Props {
  statuses: Statuses;
  controls: OverviewControls;
}

/** How many containers the list has, and how to have all again; nothing while there are none. */
export function StatusTotal({ statuses, controls: { overview, reset } }: Props) {
  const { t, i18n } = useTranslation(['containerStatus', 'common']);
  const total = statuses.list.data?.containerStatuses.totalCount ?? 0;
  if (total === 0) {
    return null;
  }
  return (
    <Group gap="xs" justify="space-between">
      <Text fz="sm" c="dimmed" aria-live="polite">
        {t('list.total', { count: total, value: formatNumber(total, i18n.language) })}
      </Text>
      {isNarrowed(overview) && (
        <Button variant="subtle" size="compact-sm" onClick={withoutFilters(reset)}>
          {t('common:actions.resetFilters')}
        </Button>
      )}
    </Group>
  );
}
