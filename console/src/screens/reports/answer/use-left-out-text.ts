import { useTranslation } from 'react-i18next';
import { isHouseholdGrouping, reportLimits } from '@noa/domain/reporting/report.ts';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { useViewer } from '../../../session/viewer.ts';
import type { Question } from '../question/use-question.ts';

type Definition = Pick<ReportsQuery['reports'][number], 'countsEvents'>;
type Asked = Pick<Question, 'by' | 'filters' | 'metrics'>;

/** What figures may be without for whoever may not learn who opened what: households, where they are told apart, or what few of them used. */
export function leftOutOf(
  { countsEvents }: Definition,
  { by, filters, metrics }: Asked,
): 'leftOut' | 'leftOutGroups' | null {
  const fields = [...by, ...filters.map(({ field }) => field)];
  const isOfUse = countsEvents || metrics.includes('never_used_count');
  return fields.some(isHouseholdGrouping) ? 'leftOut' : isOfUse && fields.length > 0 ? 'leftOutGroups' : null;
}

/** Says what the figures that the viewer sees may be without; null for nothing. */
export function useLeftOutText(definition: Definition, question: Asked): string | null {
  const { t } = useTranslation('reports');
  const viewer = useViewer();
  const key = viewer.may('cardEvent:readWho') ? null : leftOutOf(definition, question);
  return key && t(key, { least: reportLimits.smallestGroup });
}
