import { useTranslation } from 'react-i18next';
import type { Problem } from '../problem-reason.ts';

/** Says of a problem what may be done about it; undefined where the reason says all there is to say. */
export function useProblemProposal(kind: string): (problem: Problem) => string | undefined {
  const { t, i18n } = useTranslation(['import', 'common', 'apartments', 'cards']);
  return ({ field, reason }) => {
    const name = reason.replace(/^\w+\./, '');
    const words = field && wordsOf(t, kind, field);
    if (name === 'unknownWord' && words) {
      return t('proposals.words', {
        words: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(words),
      });
    }
    return t([`proposals.${field}.${name}`, `proposals.${name}`], { defaultValue: '' }) || undefined;
  };
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** The words that a closed list's column may hold; undefined for a column that is none. */
function wordsOf(t: Translate, kind: string, field: string): string[] | undefined {
  const texts =
    kind === 'buildings' || kind === 'occupiers'
      ? { occupierKind: 'apartments' }[field]
      : kind === 'cards' && field === 'kind'
        ? 'cards'
        : 'common';
  const values: unknown = texts && t(`${texts}:values.${field}`, { returnObjects: true, defaultValue: null });
  return values !== null && typeof values === 'object' ? Object.values(values as Record<string, string>) : undefined;
}
