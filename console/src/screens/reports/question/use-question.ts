import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import {
  reportFields,
  reportGroupings,
  reportMetrics,
  type ReportField,
  type ReportGrouping,
  type ReportMetric,
} from '@noa/domain/reporting/report.ts';
import { isDay } from '@noa/domain/time/calendar.ts';
import { headlineMetric } from '@noa/domain/reporting/answer/plan.ts';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import { useNow } from '../../../ui/values/clock.ts';
import { isOrdered } from '../answer/rows/cells.ts';
import { comparisons, type Comparison } from '../comparison/compared-days.ts';
import { defaultSort, type Offer, type Sort } from './default-question.ts';
import { conditionsOf, ignoredFilters, noFilters, readFilters, type FieldFilter, type FilterOffer } from './filters.ts';
import { pivotOf, readAcross, rowsInput } from '../pivot/pivot.ts';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { daysOf, periodOf, presetOf, presets, today, type Preset } from './period.ts';

/** Rows of a page: of records, which are ranked, as many as a screen shows. */
const pageSize = { records: 20, others: 50 } as const;

const parsers = {
  period: parseAsStringLiteral(presets),
  from: parseAsString,
  to: parseAsString,
  compare: parseAsStringLiteral(comparisons),
  by: parseAsArrayOf(parseAsStringLiteral(reportGroupings)),
  across: parseAsString,
  chart: parseAsStringLiteral(reportMetrics),
  metrics: parseAsArrayOf(parseAsStringLiteral(reportMetrics)),
  sort: parseAsString,
  after: parseAsString,
  // Each filter under the name of its field: `waste_stream=glass,residual`, `event_count=10..`.
  ...(Object.fromEntries(reportFields.map((field) => [field, parseAsString])) as Record<
    ReportField,
    typeof parseAsString
  >),
};

/** What a report is asked, as its address tells it. */
export interface Question {
  /** Null when the days are the user's own. */
  readonly preset: Preset | null;
  readonly days: Days;
  /** With which other period; null for none. */
  readonly compare: Comparison | null;
  readonly by: readonly ReportGrouping[];
  readonly metrics: readonly ReportMetric[];
  /** The metrics in the cells, when the second grouping goes across; null when it does not. */
  readonly across: readonly ReportMetric[] | null;
  /** The metric that is drawn. */
  readonly chart: ReportMetric;
  readonly filters: readonly FieldFilter[];
  /** Null: by the groupings. */
  readonly sort: Sort | null;
  /** Where the page begins; null on the first. */
  readonly after: string | null;
}

/** `-total_litres` is total litres, descending. */
function parseSort(text: string | null): Sort | null {
  const field = reportFields.find((known) => known === text?.replace(/^-/, ''));
  return field ? { field, direction: text?.startsWith('-') ? 'desc' : 'asc' } : null;
}

/** The state of a report in the address, and the ways to change it; any but the page itself leads to the first page. */
export function useQuestion(offer: Offer & { readonly filters: readonly FilterOffer[] }) {
  const [values, setValues] = useQueryStates(parsers, { shallow: false, scroll: false, history: 'push' });
  const [resets, setResets] = useState(0);
  const now = useNow();
  const own = isDay(values.from) && isDay(values.to) ? { from: values.from, to: values.to } : null;
  const preset = own ? null : (values.period ?? presetOf(offer));
  // A role may not be offered all that the report begins with.
  const by = [...new Set(values.by ?? offer.startsWith.filter((each) => offer.groupings.includes(each)))].slice(0, 2);
  const metrics = offer.metrics.filter((metric) => values.metrics?.includes(metric) ?? true);
  const shown: readonly ReportField[] = [...by, ...metrics];
  const filters = readFilters(offer.filters, values);
  const ignored = ignoredFilters(values, filters);
  const counted = metrics.length > 0 ? metrics : offer.metrics;
  const asked = parseSort(values.sort) ?? (values.by ? null : defaultSort(offer.name, by, counted));
  const across = readAcross(values.across, { by, metrics: counted, filters });
  const question: Question = {
    preset,
    days: own ?? daysOf(preset ?? presetOf(offer), today(new Date(now))),
    compare: values.compare,
    by,
    metrics: counted,
    across,
    chart:
      counted.find((metric) => metric === values.chart) ??
      across?.[0] ??
      headlineMetric(offer.name, counted) ??
      'event_count',
    filters,
    sort: asked && shown.includes(asked.field) ? asked : null,
    after: values.after,
  };
  const change = (patch: Partial<Record<keyof typeof parsers, unknown>>, history: 'push' | 'replace' = 'push') =>
    void setValues({ after: null, ...patch } as Parameters<typeof setValues>[0], { history });

  return {
    question,
    choosePreset: (next: Preset | null) =>
      change(next ? { period: next, from: null, to: null } : { period: null, ...question.days }),
    chooseDays: (days: Days) => change({ period: null, ...days }),
    // The page stays: the rows are the same.
    compareWith: (comparison: Comparison | null) => void setValues({ compare: comparison }),
    groupBy: (next: readonly ReportGrouping[]) => change({ by: next }),
    /** @param next - null to have the groupings one beside the other. */
    setAcross: (next: readonly ReportMetric[] | null) => change({ across: next?.join(',') ?? 'none' }),
    draw: (metric: ReportMetric) => void setValues({ chart: metric }),
    measure: (next: readonly ReportMetric[]) => change({ metrics: next }),
    /** @param text - as the address says it; null for no filter. */
    filterBy: (field: ReportField, text: string | null, history?: 'push' | 'replace') =>
      change({ [field]: text }, history),
    resetFilters: () => {
      change(noFilters);
      setResets(resets + 1);
    },
    /** Filters of the address that narrow nothing here. */
    ignored,
    /** Takes them out of the address. */
    dropIgnored: () => change(Object.fromEntries(ignored.map((field) => [field, null])), 'replace'),
    /** How often that was done: fields forget with it what they hold that never came into the address. */
    resets,
    sortBy: (field: ReportField) => {
      const turned = question.sort?.field === field && question.sort.direction === 'desc';
      // A figure is looked for from its largest, a name or a date from its first.
      const isFigure = reportMetrics.some((metric) => metric === field);
      const first = isFigure ? '-' : '';
      const second = isFigure ? '' : '-';
      const same = question.sort?.field === field && turned === isFigure;
      change({ sort: `${same ? second : first}${field}` });
    },
    sortTo: ({ field, direction }: Sort) => change({ sort: `${direction === 'desc' ? '-' : ''}${field}` }),
    /** @param after - null for the first page. */
    goTo: (after: string | null) => void setValues({ after }),
    /** To the first page without a trace: the cursor was no good. */
    dropCursor: () => void setValues({ after: null }, { history: 'replace' }),
  };
}

export type QuestionControls = ReturnType<typeof useQuestion>;

const sizeOf = ([first]: Question['by']) => (first && !isOrdered(first) ? pageSize.records : pageSize.others);

/** The question as the API takes it. */
export const inputOf = ({ days, by, metrics, filters, sort, after }: Question): ReportInput => ({
  ...periodOf(days),
  groupBy: [...by],
  metrics: [...metrics],
  filters: filters.flatMap(conditionsOf),
  sort: sort ? [{ ...sort }] : [],
  first: sizeOf(by),
  after,
});

/** What is asked for the rows of the page: with the second grouping across, those of the first alone. */
export function pageInput(question: Question): ReportInput {
  const pivot = pivotOf(question);
  return pivot ? rowsInput(question, pivot, pageSize.others) : inputOf(question);
}
