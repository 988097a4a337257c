import type { TFunction } from 'i18next';
import { durationText } from '@noa/domain/texts/duration-text.ts';
import type { AlertRulesQuery, IncidentsQuery } from '../../api/generated/graphql.ts';

type Incident = IncidentsQuery['incidents']['nodes'][number];
type Demand = Pick<
  AlertRulesQuery['alertRules']['nodes'][number],
  'condition' | 'readingKind' | 'level' | 'threshold' | 'minutes'
>;

/** What an incident was opened by: what its rule looked for, and of what is counted how many there were, for those who are told. */
export function causeText(
  t: TFunction<['alerts', 'statusUpdates']>,
  language: string,
  incident: Demand & Pick<Incident, 'openings' | 'usualOpenings'>,
): string {
  const { condition, openings, usualOpenings } = incident;
  if (condition !== 'unusual' || openings === null) {
    return conditionText(t, language, incident);
  }
  return t(usualOpenings === null ? 'conditions.unusualFew' : 'conditions.unusualFound', {
    openings,
    usual: usualOpenings,
  });
}

/** What a rule looks for: `umplere de cel puțin 90 % de 5 ore`. */
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
      return t('conditions.refusals', { count: threshold ?? 0, threshold, duration });
    case 'unusual':
      return t('conditions.unusual', { threshold });
  }
}
