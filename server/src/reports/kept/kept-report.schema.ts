import { builder } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { pageArgs } from '../../graphql/list.ts';
import { ExportFormatEnum, ExportLocaleEnum, ExportTicket } from '../export/export.schema.ts';
import { zoneOf } from '../export/caller-zone.ts';
import { keptFileNameOf } from '../export/kept-file.ts';
import { ReportInput } from '../report.schema.ts';
import { reportsOf } from '../reports.ts';
import { keptReports, type KeptReportRow } from './kept-report.queries.ts';
import {
  forgetKeptReport,
  getKeptReport,
  keepReport,
  keptReachOf,
  mayDelete,
  readContent,
} from './kept-report.service.ts';

const KeptReport = builder.objectRef<KeptReportRow>('KeptReport').implement({
  description: 'What a report said when it was kept; it never changes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    report: t.exposeString('report', { description: 'Name of the report.' }),
    title: t.exposeString('title'),
    keptAt: t.expose('kept_at', { type: 'DateTime' }),
    keptBy: t.exposeString('kept_by'),
    rowCount: t.exposeInt('row_count'),
    completeness: t.exposeFloat('completeness', { nullable: true, description: 'Of then, as in `Report`.' }),
    hash: t.exposeString('hash', { description: 'SHA-256 of `content` in UTF-8, hexadecimal.' }),
    forgottenAt: t.expose('forgotten_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When it goes, as it names cards or apartments; null: never.',
    }),
    content: t.string({
      description: 'All that was kept, as JSON with its keys in order: input, rows, totals, labels, completeness.',
      resolve: async ({ id }, _args, context) => (await getKeptReport(context, id)).content,
    }),
    viewerCanDelete: t.boolean({ resolve: (row, _args, context) => mayDelete(context, row) }),
  }),
});

const KeptReportConnection = connectionOf('KeptReport', KeptReport);

builder.queryFields((t) => ({
  keptReports: t.field({
    type: KeptReportConnection,
    description: 'Runs that were kept and reach no further than the caller, the newest first.',
    authScopes: { may: 'report:read' },
    args: pageArgs,
    resolve: (_root, args, context) =>
      rowConnection(context, 'report:read', () => keptReports(keptReachOf(context)), args),
  }),
  keptReport: t.field({
    type: KeptReport,
    authScopes: { may: 'report:read' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => getKeptReport(context, id),
  }),
}));

builder.mutationFields((t) => ({
  keepReport: t.field({
    type: KeptReport,
    description: 'Runs a report and keeps all its rows, 10,000 at most.',
    authScopes: { may: 'report:keep' },
    args: {
      name: t.arg.string({ required: true }),
      input: t.arg({ type: ReportInput, required: true, description: 'Its pages do not matter.' }),
      title: t.arg.string({ required: true, description: '1 to 120 characters.' }),
    },
    resolve: (_root, { name, input, title }, context) => keepReport(context, name, { ...input }, title),
  }),
  deleteKeptReport: t.id({
    description: 'One’s own, or as an implementer of all that it reaches.',
    authScopes: { may: 'report:keep' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => forgetKeptReport(context, id),
  }),
  exportKeptReport: t.field({
    type: ExportTicket,
    description: 'The same cells each time, in each format.',
    authScopes: { may: 'report:read' },
    args: {
      id: t.arg.id({ required: true }),
      format: t.arg({ type: ExportFormatEnum, required: true }),
      locale: t.arg({ type: ExportLocaleEnum, defaultValue: 'ro' }),
    },
    resolve: async (_root, { id, format, locale }, context) => {
      const content = readContent(await getKeptReport(context, id));
      const style = { format, locale: locale ?? 'ro' };
      const fileName = keptFileNameOf(content, style, await zoneOf(context));
      return reportsOf(context.db).downloads.prepare(context, { kind: 'kept', id, style, fileName });
    },
  }),
}));
