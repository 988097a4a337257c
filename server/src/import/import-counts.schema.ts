import { camel } from '@noa/domain/kinds/names.ts';
import { builder } from '../graphql/builder.ts';
import type { ImportCounts } from './import-job.queries.ts';
import type { KeptCounts } from './import-work.ts';

const ImportFieldChange = builder.objectRef<{ name: string; count: number }>('ImportFieldChange').implement({
  fields: (t) => ({ name: t.exposeString('name'), count: t.exposeInt('count') }),
});

const ImportChanges = builder.objectRef<KeptCounts & { kind: string }>('ImportChanges').implement({
  description: 'Records of one kind that the file speaks of.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'As the API calls its list: `towerBlocks`, `gisNodes`.' }),
    create: t.exposeInt('create'),
    update: t.exposeInt('update'),
    same: t.exposeInt('same'),
    absent: t.int({
      description: 'Records of the registry that the file does not speak of; they stay as they are.',
      resolve: ({ absent }) => absent ?? 0,
    }),
    fields: t.field({
      type: [ImportFieldChange],
      description: 'How many of the updated ones change in which field.',
      resolve: ({ fields }) => Object.entries(fields ?? {}).map(([column, count]) => ({ name: camel(column), count })),
    }),
  }),
});

export const ImportCountsType = builder.objectRef<ImportCounts>('ImportCounts').implement({
  fields: (t) => ({
    changes: t.field({
      type: [ImportChanges],
      resolve: ({ changes }) => Object.entries(changes).map(([kind, counts]) => ({ kind, ...counts })),
    }),
    problems: t.exposeInt('problems', {
      description: 'All, each of which leaves its row out; of these and the warnings the first 50,000 are kept.',
    }),
    warnings: t.exposeInt('warnings', { description: 'Worth a look, but no reason to leave the row out.' }),
    rows: t.exposeInt('rows', { description: 'Rows below the header that are not blank.' }),
  }),
});
