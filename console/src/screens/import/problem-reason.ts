import { useTranslation } from 'react-i18next';
import type { ImportProblemsQuery } from '../../api/generated/graphql.ts';
import { fieldLabel } from './field-label.ts';

export type Problem = NonNullable<ImportProblemsQuery['importJob']>['problems']['nodes'][number];

/** Says of a problem in which column it is, what is wrong there, and both in one. */
export function useProblemReason(kind: string) {
  const { t } = useTranslation(['import', 'common']);
  return ({ field, column, reason, otherRow, proposals }: Problem) => {
    const where = column ?? (field ? fieldLabel(t, kind, field) : '');
    const what = [
      t([`import:${reason}`, `common:${reason}`]),
      otherRow && t('problems.otherRow', { row: otherRow }),
      proposals.length > 0 && t('problems.candidates', { list: proposals.join('; ') }),
    ]
      .filter(Boolean)
      .join(' ');
    return { where, what, whole: [where, what].filter(Boolean).join(': ') };
  };
}
