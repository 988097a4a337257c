import * as z from 'zod/mini';
import { reportFields, reportGroupings, reportLimits, reportMetrics, reportOperators } from './report.ts';
import { recordId, requiredText } from '../text.ts';

/** What a report that is kept is called. */
export const keptReportInput = z.object({ title: requiredText(reportLimits.titleLength) });

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

/** What is asked, whatever the period. */
export const askedFields = {
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
    z
      .array(z.object({ field: z.enum(reportFields), direction: z.enum(['asc', 'desc']) }))
      .check(z.maxLength(7, 'form.tooMany')),
    [],
  ),
};

const question = z.object({
  ...askedFields,
  first: z._default(z.int().check(z.minimum(1, 'page.tooSmall')), reportLimits.defaultRows),
  after: z._default(z.string(), ''),
});

/** A report's input as the API takes it; the period is half open: `from` is in it, `to` is not. */
export const reportInput = z.intersection(period, question);
export type ReportRequest = z.output<typeof reportInput>;

/** An id as a filter takes it. */
export const isRecordId = (value: unknown): value is string => recordId.safeParse(value).success;
