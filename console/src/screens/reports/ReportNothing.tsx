import { useTranslation } from 'react-i18next';
import type { ReportsQuery } from '../../api/generated/graphql.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconNone } from '../../ui/icons.ts';

interface Props {
  definition: ReportsQuery['reports'][number];
  /** By filters, which may be why. */
  isNarrowed: boolean;
}

/** Why a report has no rows, and what to do about it. */
export function ReportNothing({ definition, isNarrowed }: Props) {
  const { t } = useTranslation('reports');
  const [title, text] = isNarrowed
    ? ['nothing.title', 'nothing.text']
    : definition.countsEvents
      ? ['empty.title', 'empty.text']
      : ['nothing.registryTitle', 'nothing.registryText'];
  return (
    <EmptyState icon={IconNone} title={t(title)}>
      {t(text)}
    </EmptyState>
  );
}
