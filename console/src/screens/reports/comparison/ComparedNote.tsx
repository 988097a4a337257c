import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { formatDays } from '../question/period.ts';

/** Says with which days the figures are compared. */
export function ComparedNote({ days }: { days: Days }) {
  const { t, i18n } = useTranslation('reports');
  return (
    <Text fz="sm" c="dimmed">
      {t('compare.with', { days: formatDays(days, i18n.language) })}
    </Text>
  );
}
