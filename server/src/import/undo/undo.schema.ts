import { importKeptReasons } from '@noa/domain/imports/import.ts';
import { camel } from '@noa/domain/kinds/names.ts';
import { builder } from '../../graphql/builder.ts';
import type { ImportUndo, KeptRecord } from '../import-job.queries.ts';
import { ImportJob } from '../import.schema.ts';
import { undoImport } from './undo.service.ts';

const ImportKeptReasonEnum = builder.enumType('ImportKeptReason', {
  description: 'Somebody has changed the record since, others hang on it, or what it named before was deleted.',
  values: importKeptReasons,
});

const ImportKeptRecord = builder.objectRef<KeptRecord>('ImportKeptRecord').implement({
  fields: (t) => ({
    kind: t.string({
      description: 'As the API calls its records: `container`.',
      resolve: ({ kind }) => camel(kind),
    }),
    id: t.exposeID('id'),
    label: t.exposeString('label', { description: 'What people call it.' }),
    reason: t.expose('reason', { type: ImportKeptReasonEnum }),
  }),
});

const ImportUndoType = builder.objectRef<ImportUndo>('ImportUndo').implement({
  description: 'What undoing an import did.',
  fields: (t) => ({
    removed: t.exposeInt('removed', { description: 'Records that it had created.' }),
    restored: t.exposeInt('restored', { description: 'Records that have their former values again.' }),
    kept: t.exposeInt('kept', { description: 'Records that stay as they are.' }),
    records: t.field({
      type: [ImportKeptRecord],
      description: 'The first 200 of those that stay.',
      resolve: ({ records }) => [...records],
    }),
  }),
});

builder.objectFields(ImportJob, (t) => ({
  undoableUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Until when it can be undone; null for what is not applied.',
    resolve: ({ state, undo_until }) => (state === 'applied' ? undo_until : null),
  }),
  undo: t.expose('undo', {
    type: ImportUndoType,
    nullable: true,
    description: 'What undoing it did; null until it was undone.',
  }),
}));

builder.mutationField('undoImport', (t) =>
  t.field({
    type: ImportJob,
    description:
      'Takes back what the import wrote, as a whole; records that were changed since, or that others hang on, stay and are named.',
    authScopes: { may: 'import:run' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => undoImport(context, id),
  }),
);
