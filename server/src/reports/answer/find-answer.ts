import { readAnswer, type Answer, type PlannedFigures, type PlannedPart } from '@noa/domain/reporting/answer/answer.ts';
import { comparedDays, type Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { headlineMetric, planAnswer, type AnswerPlan } from '@noa/domain/reporting/answer/plan.ts';
import { tellAnswer } from '@noa/domain/reporting/answer/sentence.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import { regionOf } from '@noa/domain/texts/region.ts';
import type { Db } from '../../database/database.ts';
import { findCompleteness } from '../completeness.ts';
import { answersTo } from '../engine/answers.ts';
import type { CountedPage, Question } from '../engine/engine.ts';
import { seesAll } from '../query/reach.ts';
import { labelCells, readingWithin } from '../report-labels.ts';
import { sayIn } from '../report-texts.ts';
import type { Cell } from '../engine/cell.ts';
import { keyText } from './key-text.ts';

/** Half open, as questions have it. */
interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** How an answer is asked for and told. */
export interface AnswerStyle {
  readonly locale: ExportLocale;
  /** Months that the period is told as; null where it is told otherwise. */
  readonly months: number | null;
  /** The days of the question's period. */
  readonly days: Days;
  /** The moments of some days. */
  readonly periodOf: (days: Days) => Period;
  /** The day it is, as YYYY-MM-DD. */
  readonly today: string;
}

/** Groups that are looked at: all streams of a share, and more than the first of others. */
const groupsAsked = 20;

/** A report's answer in one sentence; null where none would be true. */
export async function findAnswer(db: Db, question: Question, style: AnswerStyle): Promise<string | null> {
  const { report, request, reach } = question;
  const metric = headlineMetric(report.name, request.metrics);
  const plan =
    metric &&
    planAnswer({
      report: report.name,
      groupings: report.groupings,
      groupBy: request.groupBy,
      metric,
      filters: request.filters,
      seesWho: seesAll(reach),
    });
  if (!plan) {
    return null;
  }
  const otherDays = comparedDays(style.days, style.months, 'previous');
  const now = await findFigures(db, question, plan, request, false);
  const before = plan.isComparable ? await findFigures(db, question, plan, style.periodOf(otherDays), true) : null;
  const answer = readAnswer(plan, now, before);
  return answer && tellAnswer(answer, { ...(await wordingOf(db, question, plan, answer, style)), otherDays }).sentence;
}

/** Counts what a plan asks for, of one period; how complete it is matters of one that is past. */
async function findFigures(
  db: Db,
  question: Question,
  plan: AnswerPlan,
  { from, to }: Period,
  isPast: boolean,
): Promise<PlannedFigures> {
  const ask = (request: Pick<ReportRequest, 'groupBy' | 'sort' | 'first'>): Question => ({
    ...question,
    request: {
      from,
      to,
      metrics: [plan.counted],
      filters: plan.filters as ReportRequest['filters'],
      after: '',
      ...request,
    },
  });
  const whole = ask({ groupBy: [], sort: [], first: 1 });
  const counted = await count(db, whole);
  const sort = [{ field: plan.counted, direction: 'desc' as const }];
  return {
    whole: counted,
    groups: plan.group ? await count(db, ask({ groupBy: [plan.group], sort, first: groupsAsked })) : counted,
    completeness: isPast ? ((await findCompleteness(db, whole))?.pct ?? null) : null,
    isForgotten: counted.whoKnownFrom !== null,
  };
}

async function count(db: Db, question: Question): Promise<PlannedPart & Pick<CountedPage, 'whoKnownFrom'>> {
  const { rows, totals, rowCount, whoKnownFrom } = await answersTo(db, question).page();
  const total = totals.at(-1) ?? null;
  return { rows, total: total === null ? null : Number(total), rowCount, whoKnownFrom };
}

async function wordingOf(db: Db, question: Question, plan: AnswerPlan, { lead }: Answer, style: AnswerStyle) {
  const { locale, days, today } = style;
  const { group } = plan;
  const labels =
    group && lead ? await labelCells(readingWithin(db, question.reach.scopes[0]), [group], [[lead.key]]) : [];
  const names = new Map(labels.map(({ value, text }) => [value, text]));
  return {
    say: sayIn(locale),
    language: regionOf(locale),
    days,
    today,
    nameOf: (key: Cell) => (group ? keyText(group, key, names, locale) : ''),
  };
}
