import type { TFunction } from 'i18next';
import type { AlertRulesQuery } from '../../api/generated/graphql.ts';

type Demand = Pick<
  AlertRulesQuery['alertRules']['nodes'][number],
  'condition' | 'readingKind' | 'level' | 'threshold' | 'minutes'
>;

/** So many minutes in the greatest unit that counts them whole: `5 ore`. */
export function durationText(minutes: number, language: string): string {
  const [unit, size] =
    minutes % 1_440 === 0
      ? (['day', 1_440] as const)
      : minutes % 60 === 0
        ? (['hour', 60] as const)
        : (['minute', 1] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size);
}

/** What a rule looks for, or an incident was opened by: `umplere de cel puțin 90 % de 5 ore`. */
export function conditionText(
  t: TFunction<['alerts', 'statusUpdates']>,
  language: string,
  { condition, readingKind, level, threshold, minutes }: Demand,
): string {
  const duration = durationText(minutes, language);
  switch (condition) {
    case 'level':
      return t('conditions.level', {
        kind: readingKind ? t(`statusUpdates:kinds.${readingKind}`) : '',
        level: t(level === 'warning' ? 'levels.warning' : 'levels.error'),
      });
    case 'silence':
      return t('conditions.silence', { duration });
    case 'fill':
      return t(minutes === 0 ? 'conditions.fillNow' : 'conditions.fill', { threshold, duration });
    case 'refusals':
      return t('conditions.refusals', { threshold, duration });
  }
}
