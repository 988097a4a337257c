import {
  reportFields,
  reportGroupings,
  reportLimits,
  reportMetrics,
  reportOperators,
} from '@noa/domain/reporting/report.ts';
import { reportPeriods } from '@noa/domain/reporting/report-schedule.ts';
import { builder } from '../graphql/builder.ts';
import { costs, paged } from '../graphql/cost.ts';
import { SortDirectionEnum } from '../graphql/scalars.ts';
import type { Context } from '../request/context.ts';
import type { ReportDefinition } from './catalogue.ts';
import { findCompleteness, type Completeness } from './completeness.ts';
import { answersTo } from './engine/answers.ts';
import type { CountedPage, Question } from './engine/engine.ts';
import { findOpeningPeriod } from './facts/opening-period.ts';
import { operatorsOf } from './query/filter.ts';
import { groupings, isGrouping } from './query/groupings.ts';
import { metrics, metricType } from './query/metrics.ts';
import { shownType } from '../graphql/shown-type.ts';
import { labelCells, readingFor } from './report-labels.ts';
import { askReport, offerReports } from './report.service.ts';

export const ReportGroupingEnum = builder.enumType('ReportGrouping', { values: reportGroupings });
export const ReportMetricEnum = builder.enumType('ReportMetric', { values: reportMetrics });
export const ReportFieldEnum = builder.enumType('ReportField', { values: reportFields });
export const ReportOperatorEnum = builder.enumType('ReportOperator', { values: reportOperators });
export const ReportPeriodEnum = builder.enumType('ReportPeriod', {
  description: 'Whole days in the org’s zone; `last_…_days` end with the day before, `this_…` with the day it is sent.',
  values: reportPeriods,
});
const ReportValueTypeEnum = builder.enumType('ReportValueType', {
  description: 'How a value is shown: a record by its id, a week as 2026-W05, a month as 2026-02, a day as 2026-02-28.',
  values: ['int', 'decimal', 'percent', 'string', 'id', 'week', 'month', 'date'] as const,
});
type ReportValueType = typeof ReportValueTypeEnum.$inferType;

type Field = (typeof reportFields)[number];

const groupingTypes = {
  number: 'int',
  word: 'string',
  record: 'id',
  week: 'week',
  month: 'month',
  date: 'date',
} as const;

const typeOf = (field: Field): ReportValueType =>
  isGrouping(field) ? groupingTypes[groupings[field].kind] : metricType(metrics[field]);

const ReportFilterDefinition = builder.objectRef<Field>('ReportFilterDefinition').implement({
  fields: (t) => ({
    field: t.field({ type: ReportFieldEnum, resolve: (field) => field }),
    operators: t.field({
      type: [ReportOperatorEnum],
      extensions: costs({ rows: 10 }),
      resolve: (field) => [...operatorsOf(field)],
    }),
    type: t.field({ type: ReportValueTypeEnum, resolve: typeOf }),
  }),
});

const ReportDefinitionObject = builder.objectRef<ReportDefinition>('ReportDefinition').implement({
  description: 'A report, with what this caller may ask of it.',
  fields: (t) => ({
    name: t.exposeString('name'),
    metrics: t.field({ type: [ReportMetricEnum], resolve: (report) => [...report.metrics] }),
    groupings: t.field({ type: [ReportGroupingEnum], resolve: (report) => [...report.groupings] }),
    countsEvents: t.boolean({
      description: 'Events of the period; otherwise the registry, as it was when the period ended.',
      resolve: ({ counts }) => counts === 'events',
    }),
    startsWith: t.field({
      type: [ReportGroupingEnum],
      description: 'How it is grouped until somebody chooses.',
      resolve: (report) => [...report.startsWith],
    }),
    opensOn: t.field({
      type: ReportPeriodEnum,
      description: 'The period it is asked of until somebody chooses.',
      resolve: (report, _args, { reading, viewer }) =>
        findOpeningPeriod(reading, viewer.asStaff.scope('report:read'), report),
    }),
    filters: t.field({
      type: [ReportFilterDefinition],
      extensions: costs({ rows: 30 }),
      resolve: (report): Field[] => [...report.groupings, ...report.metrics],
    }),
  }),
});

const ReportColumn = builder.objectRef<Field>('ReportColumn').implement({
  fields: (t) => ({
    key: t.field({ type: ReportFieldEnum, resolve: (field) => field }),
    type: t.field({ type: ReportValueTypeEnum, resolve: typeOf }),
    grouping: t.field({
      type: ReportGroupingEnum,
      nullable: true,
      resolve: (field) => (isGrouping(field) ? field : null),
    }),
    metric: t.field({ type: ReportMetricEnum, nullable: true, resolve: (field) => (isGrouping(field) ? null : field) }),
  }),
});

export const ReportLabelObject = shownType('ReportLabel', {
  description: 'What people call a record of a grouping: an address, a serial number, a name.',
  fields: { grouping: { type: ReportGroupingEnum }, value: { type: 'ID' }, text: { type: 'String' } },
});
export type ReportLabel = typeof ReportLabelObject.$inferType;

interface ReportAnswer extends CountedPage, Pick<Question, 'request'> {
  /** Worked out when it is asked for, once. */
  readonly completeness: () => Promise<Completeness | null>;
}

/** Counts, over every event committed before now. @throws {AppError} as `buildReportQuery`. */
async function answer({ reading }: Context, question: Question): Promise<ReportAnswer> {
  let completeness: Promise<Completeness | null> | undefined;
  return {
    ...(await answersTo(reading, question).page()),
    request: question.request,
    completeness: () => (completeness ??= findCompleteness(reading, question)),
  };
}

const Report = builder.objectRef<ReportAnswer>('Report').implement({
  extensions: paged,
  fields: (t) => ({
    completeness: t.float({
      nullable: true,
      description:
        'Per cent of what locks had to tell in the period that the figures rest on: containers seen, times reports that arrived. Null where only the registry is counted, or no container.',
      resolve: async ({ completeness }) => (await completeness())?.pct ?? null,
    }),
    heardContainersPct: t.float({
      nullable: true,
      description: 'Of the containers that were there in the period, those seen in it.',
      resolve: async ({ completeness }) => (await completeness())?.containersPct ?? null,
    }),
    arrivedReportsPct: t.float({
      nullable: true,
      description: 'Of what locks reported in the period and are known to have failed to deliver, what arrived.',
      resolve: async ({ completeness }) => (await completeness())?.reportsPct ?? null,
    }),
    columns: t.field({
      type: [ReportColumn],
      extensions: costs({ rows: 10 }),
      resolve: ({ request }): Field[] => [...request.groupBy, ...request.metrics],
    }),
    rows: t.expose('rows', {
      type: t.listRef(t.listRef('JSON', { nullable: true })),
      description: 'One value per column: groupings first, null for what has none; then metrics.',
    }),
    totals: t.expose('totals', {
      type: t.listRef('JSON', { nullable: true }),
      extensions: costs({ rows: 10 }),
      description: 'One value per column over all rows, on whichever page; null under groupings.',
    }),
    cursor: t.exposeString('cursor', { nullable: true, description: 'For `after`; null on the last page.' }),
    rowCount: t.exposeInt('rowCount', { description: 'Rows on all pages.' }),
    freshAsOf: t.expose('freshAsOf', {
      type: 'DateTime',
      description: 'Every event committed before it is counted.',
    }),
    whoKnownFrom: t.expose('whoKnownFrom', {
      type: 'DateTime',
      nullable: true,
      description:
        'The first day of which it is known who opened, where figures need to know it of earlier ones: those are null; where events are counted by card or apartment, those of earlier days have none. Null where none is; 2170-01-01 where it is never kept.',
    }),
    labels: t.field({
      type: [ReportLabelObject],
      extensions: costs({ weight: 0.1 }),
      resolve: ({ request, rows }, _args, context) => labelCells(readingFor(context), request.groupBy, rows),
    }),
  }),
});

export const ReportFilter = builder.inputType('ReportFilter', {
  fields: (t) => ({
    field: t.field({ type: ReportFieldEnum, required: true }),
    operator: t.field({ type: ReportOperatorEnum, required: true }),
    value: t.field({
      type: 'JSON',
      description: 'As the cells show it; a list for `in`; null for rows that have none.',
    }),
  }),
});

export const ReportSort = builder.inputType('ReportSort', {
  fields: (t) => ({
    field: t.field({ type: ReportFieldEnum, required: true }),
    direction: t.field({ type: SortDirectionEnum, required: true }),
  }),
});

export const ReportInput = builder.inputType('ReportInput', {
  fields: (t) => ({
    from: t.field({ type: 'DateTime', required: true }),
    to: t.field({ type: 'DateTime', required: true, description: 'After `from`, by ten years at most; not included.' }),
    groupBy: t.field({ type: [ReportGroupingEnum], required: true, description: 'None to two.' }),
    metrics: t.field({ type: [ReportMetricEnum], required: true, description: 'One at least.' }),
    filters: t.field({ type: [ReportFilter] }),
    sort: t.field({ type: [ReportSort], description: 'By groupings, ascending, when absent.' }),
    first: t.int({ defaultValue: reportLimits.defaultRows, description: '1 to 10,000.' }),
    after: t.string(),
  }),
});

builder.queryFields((t) => ({
  reports: t.field({
    type: [ReportDefinitionObject],
    extensions: costs({ rows: 20 }),
    authScopes: { may: 'report:read' },
    resolve: (_root, _args, context) => offerReports(context),
  }),
  report: t.field({
    type: Report,
    extensions: costs({ own: 500, sizeBy: ['input', 'first'], rows: reportLimits.defaultRows }),
    authScopes: { may: 'report:read' },
    args: { name: t.arg.string({ required: true }), input: t.arg({ type: ReportInput, required: true }) },
    resolve: (_root, { name, input }, context) => answer(context, askReport(context, name, input)),
  }),
}));
