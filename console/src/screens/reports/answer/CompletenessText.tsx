import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReportQuery } from '../../../api/generated/graphql.ts';
import { formatNumber } from '../../../ui/values/format.ts';

type Figures = Pick<ReportQuery['report'], 'completeness' | 'heardContainersPct' | 'arrivedReportsPct'>;

/** How much of what locks had to tell is in the figures, so that low use is not taken for lost data. */
export function CompletenessText({ report }: { report: Figures }) {
  const { t, i18n } = useTranslation('reports');
  const { completeness, heardContainersPct, arrivedReportsPct } = report;
  if (completeness === null) {
    return null;
  }
  const percent = (value: number | null) => formatNumber(value ?? 0, i18n.language);
  return (
    <Text component="span" display="block" fz="sm" c="dimmed">
      <strong>{t('completeness.title', { percent: percent(completeness) })}</strong>
      {' · '}
      {t('completeness.parts', {
        containers: percent(heardContainersPct),
        reports: percent(arrivedReportsPct),
      })}{' '}
      {t('completeness.hint')}
    </Text>
  );
}
