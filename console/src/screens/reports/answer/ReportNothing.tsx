import { useTranslation } from 'react-i18next';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { IconNone } from '../../../ui/icons.ts';

interface Props {
  definition: ReportsQuery['reports'][number];
  /** By filters, which may be why. */
  isNarrowed: boolean;
  /** What is said of groups of too few apartments, which may be why; null where none is left out. */
  leftOut: string | null;
  /** Why nothing can be told, if it cannot. */
  forgotten: string | null;
}

/** Why a report has no rows, and what to do about it. */
export function ReportNothing({ definition, isNarrowed, leftOut, forgotten }: Props) {
  const { t } = useTranslation('reports');
  if (forgotten !== null) {
    return (
      <EmptyState icon={IconNone} title={t('forgotten.title')}>
        {forgotten}
      </EmptyState>
    );
  }
  const [title, text] = isNarrowed
    ? ['nothing.title', 'nothing.text']
    : definition.countsEvents
      ? ['empty.title', 'empty.text']
      : ['nothing.registryTitle', 'nothing.registryText'];
  return (
    <EmptyState icon={IconNone} title={t(leftOut === null ? title : 'nothing.hiddenTitle')}>
      {t(text)} {leftOut}
    </EmptyState>
  );
}
