import { useTranslation } from 'react-i18next';
import { readAnswer, type PlannedFigures } from '@noa/domain/reporting/answer/answer.ts';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { planAnswer, type AnswerPlan } from '@noa/domain/reporting/answer/plan.ts';
import { tellAnswer, type Told } from '@noa/domain/reporting/answer/sentence.ts';
import { regionOf } from '@noa/domain/texts/region.ts';
import type { ReportAnswerQuery, ReportInput, ReportsQuery } from '../../../api/generated/graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useViewer } from '../../../session/viewer.ts';
import { useNow } from '../../../ui/values/clock.ts';
import { comparedDays } from '../comparison/compared-days.ts';
import { conditionsOf } from '../question/filters.ts';
import { periodOf, today } from '../question/period.ts';
import type { Question } from '../question/use-question.ts';
import { ReportAnswerDocument } from '../report.graphql.ts';
import { formatKey, useCellTexts } from './rows/cells.ts';

type Definition = ReportsQuery['reports'][number];

/** Groups that are looked at: all streams of a share, and more than the first of others. */
const groupsAsked = 20;

/** What is asked for the sentence of a question; null where there is none to say. */
export function usePlan(definition: Definition, { by, chart, filters }: Question): AnswerPlan | null {
  const { may } = useViewer();
  return planAnswer({
    report: definition.name,
    groupings: definition.groupings,
    groupBy: by,
    metric: chart,
    filters: filters.flatMap(conditionsOf),
    seesWho: may('cardEvent:readWho'),
  });
}

function variablesOf(name: string, plan: AnswerPlan, days: Days, isPast: boolean) {
  const whole: ReportInput = {
    ...periodOf(days),
    groupBy: [],
    metrics: [plan.counted],
    filters: plan.filters.map(({ field, operator, value }) => ({ field, operator, value })),
    first: 1,
  };
  const sort = [{ field: plan.counted, direction: 'desc' as const }];
  const groups = plan.group ? { ...whole, groupBy: [plan.group], sort, first: groupsAsked } : whole;
  return { name, whole, groups, isPast, isWhole: plan.group === null };
}

function figuresOf({ whole, groups }: ReportAnswerQuery): PlannedFigures {
  const part = ({ rows, totals, rowCount }: Pick<typeof whole, 'rows' | 'totals' | 'rowCount'>) => ({
    rows,
    total: (totals.at(-1) ?? null) as number | null,
    rowCount,
  });
  return {
    whole: part(whole),
    groups: part(groups ?? whole),
    completeness: whole.completeness ?? null,
    isForgotten: typeof whole.whoKnownFrom === 'string',
  };
}

/** The sentence of a report; undefined until it is known, null where there is none to say. */
export function useAnswer(name: string, question: Question, plan: AnswerPlan): Told | null | undefined {
  const { t, i18n } = useTranslation('answers');
  const now = useNow();
  const { days, preset, compare } = question;
  const otherDays = comparedDays(days, preset, compare ?? 'previous');
  const present = useQuery(ReportAnswerDocument, {
    variables: variablesOf(name, plan, days, false),
    fetchPolicy: 'cache-and-network',
  });
  const past = useQuery(ReportAnswerDocument, {
    variables: variablesOf(name, plan, otherDays, true),
    skip: !plan.isComparable,
    fetchPolicy: 'cache-and-network',
  });
  const texts = useCellTexts(present.data?.groups?.labels);
  // A period before that cannot be told is none: the figure stands by itself.
  if (!present.data || (past.loading && !past.data)) {
    return present.error ? null : undefined;
  }
  const answer = readAnswer(plan, figuresOf(present.data), past.data ? figuresOf(past.data) : null);
  const { group } = plan;
  return (
    answer &&
    tellAnswer(answer, {
      say: (key, facts) => t(key, facts),
      language: regionOf(i18n.language),
      days,
      otherDays,
      today: today(new Date(now)),
      nameOf: (value) => (group ? formatKey({ grouping: group, value }, texts) : ''),
    })
  );
}
