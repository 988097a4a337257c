import type { TFunction } from 'i18next';
import { durationText } from '@noa/domain/texts/duration-text.ts';
import type { AlertRulesQuery } from '../../api/generated/graphql.ts';

type Demand = Pick<
  AlertRulesQuery['alertRules']['nodes'][number],
  'condition' | 'readingKind' | 'level' | 'threshold' | 'minutes'
>;

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
