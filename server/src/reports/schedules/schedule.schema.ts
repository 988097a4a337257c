import { scheduleFailures, scheduleFrequencies, scheduleRunStates } from '@noa/domain/reporting/report-schedule.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import type { Context } from '../../request/context.ts';
import { addNamed } from '../../graphql/related-fields.ts';
import { pageArgs } from '../../graphql/list.ts';
import { SortDirectionEnum } from '../../graphql/scalars.ts';
import { orgs } from '../../registry/orgs/org.queries.ts';
import { Org } from '../../registry/orgs/org.schema.ts';
import { ExportFormatEnum, ExportLocaleEnum } from '../export/export.schema.ts';
import {
  ReportFieldEnum,
  ReportFilter,
  ReportGroupingEnum,
  ReportMetricEnum,
  ReportOperatorEnum,
  ReportPeriodEnum,
  ReportSort,
} from '../report.schema.ts';
import { mailing } from '../../mail/mailing.ts';
import { findLatestRuns, type RunRow } from './run.queries.ts';
import type { Asked, ScheduleRow } from './schedule.queries.ts';
import {
  createSchedule,
  deleteSchedule,
  isOwn,
  readRuns,
  readSchedule,
  readSchedules,
  sendTest,
  updateSchedule,
} from './schedule.service.ts';

const ScheduleFrequencyEnum = builder.enumType('ReportScheduleFrequency', { values: scheduleFrequencies });
const ScheduleRunStateEnum = builder.enumType('ReportScheduleRunState', {
  description: '`unknown`: the mail server had it and did not answer; it may have arrived and is not sent again.',
  values: scheduleRunStates,
});
const ScheduleFailureEnum = builder.enumType('ReportScheduleFailure', { values: scheduleFailures });

const ScheduledFilter = builder.objectRef<Asked['filters'][number]>('ReportScheduleFilter').implement({
  fields: (t) => ({
    field: t.expose('field', { type: ReportFieldEnum }),
    operator: t.expose('operator', { type: ReportOperatorEnum }),
    value: t.expose('value', { type: 'JSON', nullable: true }),
  }),
});
const ScheduledSort = builder.objectRef<Asked['sort'][number]>('ReportScheduleSort').implement({
  fields: (t) => ({
    field: t.expose('field', { type: ReportFieldEnum }),
    direction: t.expose('direction', { type: SortDirectionEnum }),
  }),
});

const Run = builder.objectRef<RunRow>('ReportScheduleRun').implement({
  description: 'One day on which a schedule was due, and what became of it.',
  fields: (t) => ({
    dueAt: t.expose('due_at', { type: 'DateTime' }),
    state: t.expose('state', { type: ScheduleRunStateEnum }),
    attempts: t.exposeInt('attempts'),
    retryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried again, while it waits.',
      resolve: ({ state, look_at }) => (state === 'waiting' ? look_at : null),
    }),
    finishedAt: t.expose('finished_at', { type: 'DateTime', nullable: true }),
    failure: t.expose('failure', { type: ScheduleFailureEnum, nullable: true }),
    smtpCode: t.exposeInt('smtp_code', { nullable: true, description: 'The mail server’s reply that it comes from.' }),
    accepted: t.exposeStringList('accepted', { description: 'For whom the mail server took it.' }),
    refused: t.exposeStringList('refused', { description: 'Whom it will not reach.' }),
    pending: t.exposeStringList('pending', { description: 'Whom it has not reached yet, or perhaps not.' }),
    from: t.expose('period_from', { type: 'DateTime', nullable: true }),
    to: t.expose('period_to', { type: 'DateTime', nullable: true, description: 'Not included.' }),
    freshAsOf: t.expose('fresh_as_of', {
      type: 'DateTime',
      nullable: true,
      description: 'Everything recorded until then is in what was sent.',
    }),
  }),
});
const RunConnection = connectionOf('ReportScheduleRun', Run);

const latestRunOf = (context: Context, { id }: ScheduleRow) =>
  context.loadBy('latest run of a schedule', id, (ids) =>
    context.read('reportSchedule:keep', (tx) => findLatestRuns(tx, ids)),
  );

const Schedule = builder.objectRef<ScheduleRow>('ReportSchedule').implement({
  description: 'A report that is sent by e-mail time and again, as its owner may see it when it is sent.',
  fields: (t) => ({
    id: t.exposeID('id'),
    ownerName: t.string({ resolve: ({ owner_name, owner_email }) => owner_name || (owner_email ?? '') }),
    report: t.exposeString('report'),
    period: t.expose('period', { type: ReportPeriodEnum }),
    groupBy: t.field({ type: [ReportGroupingEnum], resolve: ({ asked }) => [...asked.groupBy] }),
    metrics: t.field({ type: [ReportMetricEnum], resolve: ({ asked }) => [...asked.metrics] }),
    filters: t.field({ type: [ScheduledFilter], resolve: ({ asked }) => [...asked.filters] }),
    sort: t.field({ type: [ScheduledSort], resolve: ({ asked }) => [...asked.sort] }),
    frequency: t.expose('frequency', { type: ScheduleFrequencyEnum }),
    weekday: t.exposeInt('weekday', { nullable: true, description: '1 is Monday; of a weekly one.' }),
    monthDay: t.exposeInt('month_day', {
      nullable: true,
      description: 'Of a monthly one; in a month that has fewer days, its last one.',
    }),
    hour: t.exposeInt('hour', { description: '0 to 23, in the org’s zone.' }),
    format: t.expose('format', { type: ExportFormatEnum }),
    locale: t.expose('locale', { type: ExportLocaleEnum }),
    recipients: t.exposeStringList('recipients'),
    active: t.exposeBoolean('active'),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    nextRunAt: t.expose('next_due_at', { type: 'DateTime', nullable: true, description: 'Null while it is paused.' }),
    lastRun: t.field({
      type: Run,
      nullable: true,
      resolve: async (row, _args, context) => (await latestRunOf(context, row)) ?? null,
    }),
    runs: t.field({
      type: RunConnection,
      description: 'The latest first; of the last 13 months.',
      args: pageArgs,
      resolve: (row, args, context) => readRuns(context, row, args),
    }),
    viewerCanUpdate: t.boolean({
      description: 'It is the caller’s own; another person’s can be paused and deleted.',
      resolve: (row, _args, context) => isOwn(context, row),
    }),
  }),
});
addNamed(Schedule, 'org_id', Org, orgs, 'The org it is about, in whose zone it is due.');
const ScheduleConnection = connectionOf('ReportSchedule', Schedule);

builder.queryFields((t) => ({
  reportSchedule: t.field({
    type: Schedule,
    authScopes: { may: 'reportSchedule:keep' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => readSchedule(context, id),
  }),
  reportSchedules: t.field({
    type: ScheduleConnection,
    description: 'The caller’s own, and those of the orgs that the caller oversees; the newest first.',
    authScopes: { may: 'reportSchedule:keep' },
    args: pageArgs,
    resolve: (_root, args, context) => readSchedules(context, args),
  }),
  reportMailIsSetUp: t.boolean({
    description: 'Whether this installation has a mail server: without one schedules are kept, and nothing is sent.',
    authScopes: { may: 'reportSchedule:keep' },
    resolve: (_root, _args, { db }) => mailing.of(db).mail !== null,
  }),
}));

const CreateReportScheduleInput = builder.inputType('CreateReportScheduleInput', {
  fields: (t) => ({
    orgId: t.id({ required: true }),
    report: t.string({ required: true }),
    period: t.field({ type: ReportPeriodEnum, required: true }),
    groupBy: t.field({ type: [ReportGroupingEnum], required: true, description: 'None to two.' }),
    metrics: t.field({ type: [ReportMetricEnum], required: true, description: 'One at least.' }),
    filters: t.field({ type: [ReportFilter], defaultValue: [] }),
    sort: t.field({ type: [ReportSort], defaultValue: [] }),
    frequency: t.field({ type: ScheduleFrequencyEnum, required: true }),
    weekday: t.int({ description: '1 is Monday; a weekly one needs it.' }),
    monthDay: t.int({ description: '1 to 31; a monthly one needs it.' }),
    hour: t.int({ required: true, description: '0 to 23, in the org’s zone.' }),
    format: t.field({ type: ExportFormatEnum, required: true }),
    locale: t.field({ type: ExportLocaleEnum, defaultValue: 'ro' }),
    recipients: t.stringList({ required: true, description: '1 to 20 addresses.' }),
    active: t.boolean({ defaultValue: true }),
  }),
});

const UpdateReportScheduleInput = builder.inputType('UpdateReportScheduleInput', {
  description: 'Absent leaves a field as it is. Another person’s schedule takes `active: false` and nothing else.',
  fields: (t) => ({
    period: t.field({ type: ReportPeriodEnum }),
    groupBy: t.field({ type: [ReportGroupingEnum] }),
    metrics: t.field({ type: [ReportMetricEnum] }),
    filters: t.field({ type: [ReportFilter] }),
    sort: t.field({ type: [ReportSort] }),
    frequency: t.field({ type: ScheduleFrequencyEnum }),
    weekday: t.int(),
    monthDay: t.int(),
    hour: t.int(),
    format: t.field({ type: ExportFormatEnum }),
    locale: t.field({ type: ExportLocaleEnum }),
    recipients: t.stringList(),
    active: t.boolean(),
  }),
});

builder.mutationFields((t) => ({
  createReportSchedule: t.field({
    type: Schedule,
    authScopes: { may: 'reportSchedule:keep' },
    args: { input: t.arg({ type: CreateReportScheduleInput, required: true }) },
    resolve: (_root, { input }, context) =>
      createSchedule(context, {
        ...input,
        filters: input.filters ?? [],
        sort: input.sort ?? [],
        weekday: input.weekday ?? null,
        monthDay: input.monthDay ?? null,
        locale: input.locale ?? 'ro',
        active: input.active ?? true,
      }),
  }),
  updateReportSchedule: t.field({
    type: Schedule,
    authScopes: { may: 'reportSchedule:keep' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateReportScheduleInput, required: true }) },
    resolve: (_root, { id, input }, context) => updateSchedule(context, id, { ...input }),
  }),
  deleteReportSchedule: t.field({
    type: 'ID',
    authScopes: { may: 'reportSchedule:keep' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => deleteSchedule(context, id),
  }),
  sendTestReport: t.field({
    type: 'String',
    description:
      'Sends the report as of now to the caller, whose address it gives; why not, `ValidationFailed` says on `mail`.',
    authScopes: { may: 'reportSchedule:keep' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => sendTest(context, id),
  }),
}));
