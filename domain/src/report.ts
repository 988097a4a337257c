import * as z from 'zod/mini';
import { recordId } from './text.ts';

/** What a report may be broken down by (specification §9); the first eight are times, in the org's zone. */
export const reportGroupings = [
  'hour',
  'day_of_month',
  'day_of_week',
  'day_of_year',
  'week',
  'month',
  'year',
  'date',
  'org',
  'manager',
  'entrance',
  'tower_block',
  'access_group',
  'container_group',
  'container',
  'waste_stream',
  'card',
  'apartment',
  'event_kind',
] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

/** Groupings that tell who opened what and when. */
export const personalGroupings: readonly ReportGrouping[] = ['card', 'apartment'];

export const reportMetrics = [
  'event_count',
  'total_litres',
  'failed_attempt_count',
  'unauthorised_count',
  'card_blocked_count',
] as const;
export type ReportMetric = (typeof reportMetrics)[number];

/** What a report may be filtered and sorted by. */
export const reportFields = [...reportGroupings, ...reportMetrics] as const;
export type ReportField = (typeof reportFields)[number];

export const reportOperators = ['eq', 'in', 'gte', 'lte'] as const;
export type ReportOperator = (typeof reportOperators)[number];

export const reportLimits = {
  /** Years between the first and the last moment of a period. */
  years: 10,
  groupings: 2,
  rows: 10_000,
  defaultRows: 1000,
  filters: 20,
  /** Values of one filter. */
  values: 1000,
} as const;

const distinct = <Item>(items: readonly Item[]) => new Set(items).size === items.length;

const tooLong = ({ from, to }: { from: Date; to: Date }) => {
  const limit = new Date(from);
  limit.setUTCFullYear(limit.getUTCFullYear() + reportLimits.years);
  return to > limit;
};

const period = z.object({ from: z.date('form.required'), to: z.date('form.required') }).check(
  z.refine(({ from, to }) => to > from, { path: ['to'], error: 'report.emptyPeriod' }),
  z.refine((dates) => !tooLong(dates), { path: ['to'], error: 'report.tooLong' }),
);

const question = z.object({
  groupBy: z
    .array(z.enum(reportGroupings))
    .check(z.maxLength(reportLimits.groupings, 'report.tooManyGroupings'), z.refine(distinct, 'report.twice')),
  metrics: z.array(z.enum(reportMetrics)).check(z.minLength(1, 'form.required'), z.refine(distinct, 'report.twice')),
  filters: z._default(
    z
      .array(z.object({ field: z.enum(reportFields), operator: z.enum(reportOperators), value: z.unknown() }))
      .check(z.maxLength(reportLimits.filters, 'report.tooManyFilters')),
    [],
  ),
  sort: z._default(
    z.array(z.object({ field: z.enum(reportFields), direction: z.enum(['asc', 'desc']) })).check(z.maxLength(7)),
    [],
  ),
  first: z._default(z.int().check(z.minimum(1, 'page.tooSmall')), reportLimits.defaultRows),
  after: z._default(z.string(), ''),
});

/** A report's input as the API takes it; the period is half open: `from` is in it, `to` is not. */
export const reportInput = z.intersection(period, question);
export type ReportRequest = z.output<typeof reportInput>;

/** An id as a filter takes it. */
export const isRecordId = (value: unknown): value is string => recordId.safeParse(value).success;
