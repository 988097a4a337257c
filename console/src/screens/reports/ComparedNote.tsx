import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Days } from './period.ts';

/** Says with which days the figures are compared. */
export function ComparedNote({ days }: { days: Days }) {
  const { t, i18n } = useTranslation('reports');
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <Text fz="sm" c="dimmed">
      {t('compare.with', { days: format.formatRange(new Date(days.from), new Date(days.to)) })}
    </Text>
  );
}
