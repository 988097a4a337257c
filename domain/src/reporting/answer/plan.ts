import { headlineOf } from '../headlines.ts';
import {
  isHouseholdGrouping,
  isMetric,
  personalGroupings,
  type ReportField,
  type ReportGrouping,
  type ReportMetric,
  type ReportOperator,
} from '../report.ts';

/** A condition of a question, as the API takes it. */
export interface AskedFilter {
  readonly field: ReportField;
  readonly operator: ReportOperator;
  readonly value?: unknown;
}

/** A question, as far as its answer in a sentence depends on it. */
export interface AnsweredQuestion {
  readonly report: string;
  /** What the report may be grouped by, for whoever asks. */
  readonly groupings: readonly ReportGrouping[];
  readonly groupBy: readonly ReportGrouping[];
  /** The figure that the sentence is to say. */
  readonly metric: ReportMetric;
  readonly filters: readonly AskedFilter[];
  /** Whether whoever asks may learn who opened what: from others small groups are hidden. */
  readonly seesWho: boolean;
}

/** What is asked for a sentence: the figure over all, and the same group by group. */
export interface AnswerPlan {
  readonly metric: ReportMetric;
  /** What is asked of the reports: of a share, the litres that it is of. */
  readonly counted: ReportMetric;
  /** Null where no group may be named. */
  readonly group: ReportGrouping | null;
  readonly filters: readonly AskedFilter[];
  /** The streams that a share is asked of; null for all that are collected separately. */
  readonly streams: readonly unknown[] | null;
  readonly isNarrowed: boolean;
  /** Whether the period before can be asked in the same way. */
  readonly isComparable: boolean;
}

/** Parts of time that come once: filtered by one of them, another period has nothing. */
const once: readonly ReportField[] = ['date', 'week', 'month', 'year'];

/** The metric of which a sentence speaks and a chart is drawn, until somebody chooses. */
export function headlineMetric(report: string, metrics: readonly ReportMetric[]): ReportMetric | undefined {
  const metric = headlineOf(report)?.metric;
  return metric !== undefined && metrics.includes(metric) ? metric : metrics[0];
}

/**
 * How a question is answered in a sentence; null where none would be true: figures choose the groups, so that the whole is not theirs,
 * or households are chosen of which some are hidden.
 */
export function planAnswer(question: AnsweredQuestion): AnswerPlan | null {
  const { metric, filters, seesWho } = question;
  const hides = !seesWho && filters.some(({ field }) => isHouseholdGrouping(field));
  if (hides || filters.some(({ field }) => isMetric(field))) {
    return null;
  }
  const base = { metric, isComparable: !filters.some(({ field }) => once.includes(field)) };
  if (metric !== 'litres_pct') {
    const isNarrowed = filters.length > 0;
    return { ...base, counted: metric, group: groupOf(question), filters, streams: null, isNarrowed };
  }
  const [chosen, ...more] = filters.filter(({ field }) => field === 'waste_stream');
  const rest = filters.filter(({ field }) => field !== 'waste_stream');
  return more.length > 0
    ? null
    : {
        ...base,
        counted: 'total_litres',
        group: 'waste_stream',
        filters: rest,
        streams: chosen ? [chosen.value].flat() : null,
        isNarrowed: rest.length > 0,
      };
}

/** What the question tells apart beside times, or what matters to the report. */
function groupOf({ report, groupings, groupBy, seesWho }: AnsweredQuestion): ReportGrouping | null {
  const group = groupBy.find((each) => !once.includes(each)) ?? headlineOf(report)?.group;
  // Of what is hidden in part, nobody knows which is the first.
  const isHidden = (each: ReportGrouping) =>
    !seesWho && (isHouseholdGrouping(each) || personalGroupings.includes(each));
  return group !== undefined && groupings.includes(group) && !isHidden(group) ? group : null;
}
