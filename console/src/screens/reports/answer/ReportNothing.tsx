import { useTranslation } from 'react-i18next';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { IconNone } from '../../../ui/icons.ts';

interface Props {
  definition: ReportsQuery['reports'][number];
  /** By filters, which may be why. */
  isNarrowed: boolean;
  /** Groups of too few apartments, which may be why. */
  leavesOut: boolean;
}

/** Why a report has no rows, and what to do about it. */
export function ReportNothing({ definition, isNarrowed, leavesOut }: Props) {
  const { t } = useTranslation('reports');
  const [title, text] = isNarrowed
    ? ['nothing.title', 'nothing.text']
    : definition.countsEvents
      ? ['empty.title', 'empty.text']
      : ['nothing.registryTitle', 'nothing.registryText'];
  return (
    <EmptyState icon={IconNone} title={t(title)}>
      {t(text)} {leavesOut && t('leftOut', { least: reportLimits.smallestGroup })}
    </EmptyState>
  );
}
