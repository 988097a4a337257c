import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import type { ReportQuery, ReportsQuery } from '../../../api/generated/graphql.ts';
import { Moment } from '../../../ui/values/Moment.tsx';
import { CompletenessText } from './CompletenessText.tsx';
import { useLeftOutText } from './use-left-out-text.ts';
import type { Question } from '../question/use-question.ts';

/** Litres are openings times the drum (domain.md, "Reports"). */
const isEstimate = (metric: ReportMetric) => metric === 'total_litres' || metric === 'litres_pct';

interface Props {
  definition: ReportsQuery['reports'][number];
  question: Question;
  report: ReportQuery['report'];
}

/** How far the figures can be relied on. */
export function ReportFoot({ definition, question, report }: Props) {
  const { t } = useTranslation('reports');
  const leftOut = useLeftOutText(definition, question);
  return (
    <Text fz="sm" c="dimmed">
      {t(definition.countsEvents ? 'fresh' : 'registryAt')} <Moment at={report.freshAsOf} />.{' '}
      {question.metrics.some(isEstimate) && t('estimate')} <CompletenessText report={report} /> {leftOut}
    </Text>
  );
}
