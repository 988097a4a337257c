import { exportFormats, exportLocales } from '@noa/domain/reporting/report.ts';
import { builder } from '../../graphql/builder.ts';
import { askReport } from '../report.service.ts';
import { refuseBad } from '../query/report-query.ts';
import { ReportInput } from '../report.schema.ts';
import { reportsOf } from '../reports.ts';
import type { Ticket } from './downloads.ts';
import { zoneOf } from './caller-zone.ts';
import { refuseTooMany } from './records-file.ts';
import { fileNameOf, subjectOf } from './report-file.ts';

export const ExportFormatEnum = builder.enumType('ExportFormat', { values: exportFormats });
export const ExportLocaleEnum = builder.enumType('ExportLocale', { values: exportLocales });

export const ExportTicket = builder.objectRef<Ticket>('ExportTicket').implement({
  description: 'Where a file can be fetched, once, for five minutes.',
  fields: (t) => ({
    url: t.string({ description: 'Path on this server.', resolve: ({ token }) => `/downloads/${token}` }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    fileName: t.exposeString('fileName'),
  }),
});

const ExportInput = builder.inputType('ExportInput', {
  fields: (t) => ({
    report: t.string({ required: true, description: 'Name of the report.' }),
    input: t.field({
      type: ReportInput,
      required: true,
      description: 'What to count; every row is in the file, whatever `first` and `after` say.',
    }),
    records: t.boolean({
      defaultValue: false,
      description: 'Every record that the report counts, in place of its figures; 1,000,000 at most.',
    }),
    format: t.field({ type: ExportFormatEnum, required: true }),
    locale: t.field({ type: ExportLocaleEnum, defaultValue: 'ro' }),
  }),
});

builder.mutationFields((t) => ({
  createExport: t.field({
    type: ExportTicket,
    authScopes: { may: 'report:read' },
    args: { input: t.arg({ type: ExportInput, required: true }) },
    resolve: async (_root, { input: { report, input, records, format, locale } }, context) => {
      const question = askReport(context, report, { ...input, first: null, after: null });
      refuseBad(question); // now, not in the file
      const style = { format, locale: locale ?? 'ro' };
      const isOfRecords = records ?? false;
      if (isOfRecords) {
        await refuseTooMany({ db: context.bounded, viewer: context.viewer }, question);
      }
      const kind = isOfRecords ? 'records' : 'report';
      const fileName = fileNameOf({ ...subjectOf(question), isOfRecords }, style, await zoneOf(context));
      const asked = { kind, report, request: question.request, style, fileName } as const;
      return reportsOf(context.db).downloads.prepare(context, asked);
    },
  }),
}));
