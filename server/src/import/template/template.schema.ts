import { importKinds } from '@noa/domain/imports/import.ts';
import { builder } from '../../graphql/builder.ts';
import { ExportLocaleEnum } from '../../reports/export/export.schema.ts';
import { importTemplate } from './template.service.ts';

const ImportTemplate = builder.objectRef<{ fileName: string; content: Uint8Array }>('ImportTemplate').implement({
  description: 'A workbook (XLSX) whose columns an import recognises, to be filled in.',
  fields: (t) => ({
    fileName: t.exposeString('fileName'),
    content: t.string({
      description: 'The file, in Base64.',
      resolve: ({ content }) => Buffer.from(content).toString('base64'),
    }),
  }),
});

builder.queryField('importTemplate', (t) =>
  t.field({
    type: ImportTemplate,
    description: 'Offers the names that the org has, and the values that a column may have, to be chosen from.',
    authScopes: { may: 'import:run' },
    args: {
      kind: t.arg.string({ required: true, description: importKinds.map((kind) => `\`${kind}\``).join(', ') }),
      orgId: t.arg.id({ description: 'As for `startImport`.' }),
      locale: t.arg({ type: ExportLocaleEnum, defaultValue: 'ro' }),
    },
    resolve: (_root, { kind, orgId, locale }, context) =>
      importTemplate(context, { kind, orgId, locale: locale ?? 'ro' }),
  }),
);
