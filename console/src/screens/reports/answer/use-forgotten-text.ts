import { isInfinite } from '@noa/domain/vocabulary.ts';
import { useTranslation } from 'react-i18next';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { formatDay } from '../../../ui/values/format.ts';
import { today } from '../question/period.ts';

/**
 * Says of a report since when it is known who opened what.
 *
 * @returns a function of that moment; it gives null where there is none, as all is known.
 */
export function useForgottenText({ countsEvents }: Pick<ReportsQuery['reports'][number], 'countsEvents'>) {
  const { t, i18n } = useTranslation('reports');
  return (whoKnownFrom: string | null | undefined): string | null =>
    whoKnownFrom
      ? t(`${isInfinite(whoKnownFrom) ? 'neverKept' : 'forgotten'}.${countsEvents ? 'events' : 'text'}`, {
          day: formatDay(today(new Date(whoKnownFrom)), i18n.language),
          none: t('withoutRecord'),
        })
      : null;
}
