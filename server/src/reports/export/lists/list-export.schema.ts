import { listExportInput, listExportLimits } from '@noa/domain/list-export.ts';
import { parseInput } from '@noa/domain/input.ts';
import { builder } from '../../../graphql/builder.ts';
import { reportsOf } from '../../reports.ts';
import { ExportFormatEnum, ExportLocaleEnum, ExportTicket } from '../export.schema.ts';
import { planListFile } from './list-file.ts';

const ListExportWordInput = builder.inputType('ListExportWordInput', {
  fields: (t) => ({
    value: t.string({ required: true, description: 'As the API gives it: `controlled`, `true`.' }),
    text: t.string({ required: true }),
  }),
});

const ListExportColumnInput = builder.inputType('ListExportColumnInput', {
  fields: (t) => ({
    label: t.string({ required: true, description: 'Its heading.' }),
    paths: t.stringList({
      required: true,
      description:
        'Where it is found in a record: `containerGroup.label`, or `apartmentCards[active].apartment.label`, which takes those of ' +
        'a list for which the flag is true, with commas between them. What several paths find has blanks between it.',
    }),
    words: t.field({
      type: [ListExportWordInput],
      description: 'What values are called; others are told as they are.',
    }),
  }),
});

const ListExportInput = builder.inputType('ListExportInput', {
  fields: (t) => ({
    list: t.string({ required: true, description: 'The query that gives the list: `containers`.' }),
    arguments: t.field({
      type: 'JSON',
      description: 'What the query takes beside its page: `filter`, `sort`, `asOf`.',
    }),
    title: t.string({ required: true, description: 'What the list is called: the name of the file and of its sheet.' }),
    columns: t.field({
      type: [ListExportColumnInput],
      required: true,
      description: `In their order; ${listExportLimits.columns} at most.`,
    }),
    format: t.field({ type: ExportFormatEnum, required: true }),
    locale: t.field({ type: ExportLocaleEnum, defaultValue: 'ro' }),
  }),
});

builder.mutationField('createListExport', (t) =>
  t.field({
    type: ExportTicket,
    description: `Makes a file of a whole list, as its query gives it to the caller; ${listExportLimits.rows} rows at most.`,
    authScopes: { may: 'listExport:create' },
    args: { input: t.arg({ type: ListExportInput, required: true }) },
    resolve: async (_root, { input }, context, { schema }) => {
      const asked = parseInput(listExportInput, { ...input, locale: input.locale ?? 'ro' });
      const { fileName, zone } = await planListFile(context, schema, asked);
      return reportsOf(context.db).downloads.prepare(context, { kind: 'list', list: asked, fileName, zone });
    },
  }),
);
