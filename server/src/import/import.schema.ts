import { importForms } from '@noa/domain/imports/import-forms.ts';
import { importEncodings, importKinds, importStates } from '@noa/domain/imports/import.ts';
import { builder } from '../graphql/builder.ts';
import { connectionOf } from '../graphql/connection.ts';
import { pageArgs } from '../graphql/list.ts';
import { rowChanges } from '../graphql/changes.ts';
import { listRows, rowConnection } from '../graphql/row-list.ts';
import { orgs } from '../registry/orgs/org.queries.ts';
import { Org } from '../registry/orgs/org.schema.ts';
import { jobsWithin, type ImportJobRow, progressOf, type ImportProgress } from './import-job.queries.ts';
import { ImportCountsType } from './import-counts.schema.ts';
import { problemsOf, type ImportProblemRow } from './import-problem.queries.ts';
import { applyImport, cancelImport, getJob, mapImport, rereadImport, startImport } from './import.service.ts';

const ImportStateEnum = builder.enumType('ImportState', { values: importStates });

const ImportField = builder.objectRef<{ name: string; required: boolean }>('ImportField').implement({
  description: 'What a column may mean.',
  fields: (t) => ({ name: t.exposeString('name'), required: t.exposeBoolean('required') }),
});

const ImportProblem = builder.objectRef<ImportProblemRow & { column: string | null }>('ImportProblem').implement({
  fields: (t) => ({
    rowNumber: t.exposeInt('row_number', { description: 'As in a spreadsheet: the first row of the file is 1.' }),
    field: t.exposeString('field', { nullable: true, description: 'Target field.' }),
    column: t.exposeString('column', { nullable: true, description: 'Header of the column mapped to the field.' }),
    value: t.exposeString('value', { nullable: true }),
    reason: t.exposeString('reason', { description: 'Locale key.' }),
    isWarning: t.exposeBoolean('is_warning', { description: 'Worth a look, but no reason to leave the row out.' }),
    otherRow: t.exposeInt('other_row', { nullable: true, description: 'The row it clashes with.' }),
    proposals: t.stringList({
      description: 'What may be meant instead, best first; none where nothing is known.',
      resolve: ({ proposals }) => [...proposals],
    }),
  }),
});
const ImportProblemConnection = connectionOf('ImportProblem', ImportProblem);

const ImportProgressType = builder.objectRef<ImportProgress>('ImportProgress').implement({
  fields: (t) => ({
    done: t.exposeInt('done', { description: 'Rows.' }),
    total: t.exposeInt('total'),
    secondsLeft: t.exposeInt('secondsLeft', {
      nullable: true,
      description: 'Null until there is something to judge by.',
    }),
  }),
});

export const ImportJob = builder.objectRef<ImportJobRow>('ImportJob').implement({
  description: 'A file, what is made of it, and how far that is.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind'),
    state: t.expose('state', { type: ImportStateEnum }),
    org: t.field({
      type: Org,
      nullable: true,
      description: 'Null where the records belong to no org.',
      authScopes: { may: 'org:read' },
      resolve: ({ org_id }, _args, context) => context.load(orgs, 'org:read', org_id),
    }),
    fileName: t.exposeString('file_name'),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    createdBy: t.exposeString('created_by'),
    finishedAt: t.expose('finished_at', { type: 'DateTime', nullable: true }),
    encoding: t.string({
      nullable: true,
      description: 'Null for a workbook.',
      resolve: ({ format }) => format.encoding,
    }),
    separator: t.string({ nullable: true, resolve: ({ format }) => format.separator }),
    sheets: t.stringList({ description: 'Empty for a text file.', resolve: ({ format }) => [...format.sheets] }),
    sheet: t.string({ nullable: true, resolve: ({ format }) => format.sheet }),
    header: t.stringList({
      description: 'The columns of the file, and behind them those that addresses are taken apart into.',
      resolve: ({ format }) => [...format.header],
    }),
    headerRow: t.int({
      description: 'The last row of the header, the first row of the file being 1: below it begin the data.',
      resolve: ({ format }) => format.headerRow,
    }),
    fillMerged: t.boolean({
      nullable: true,
      description: 'Whether cells merged from row to row are filled down; null where none are merged.',
      resolve: ({ format }) => format.fillMerged ?? null,
    }),
    addressColumn: t.string({
      nullable: true,
      description: 'The column of whole addresses that are taken apart, as in `header`; null where none are.',
      resolve: ({ format: { address, header } }) => (address ? (header[address.column] ?? null) : null),
    }),
    preview: t.field({
      type: 'JSON',
      description: 'The first 20 rows, each a list of texts as long as the header; ID numbers of people masked.',
      resolve: ({ format }) => format.preview,
    }),
    fields: t.field({
      type: [ImportField],
      resolve: ({ kind }) => {
        const { fields, required } = importForms[kind];
        return fields.map((name) => ({ name, required: required.includes(name) }));
      },
    }),
    mapping: t.expose('mapping', {
      type: 'JSON',
      description: 'Target field to column header: guessed or remembered, until it is told.',
    }),
    createMissing: t.exposeBoolean('create_missing', {
      description: 'Whether names that the file refers to and nobody has become records.',
    }),
    counts: t.expose('counts', {
      type: ImportCountsType,
      nullable: true,
      description: 'What applying would do; once applied, what it did. Null before the dry run has ended.',
    }),
    dryRun: t.id({
      nullable: true,
      description:
        'The dry run that `counts` and `problems` are of, for `applyImport`; null where there is none to be applied.',
      resolve: ({ state, run }) => (state === 'checked' ? run : null),
    }),
    problems: t.field({
      type: ImportProblemConnection,
      description: 'In the order of the file.',
      args: pageArgs,
      resolve: async ({ id, mapping, counts }, args, context) => {
        const page = await context.read('import:run', (tx) => listRows(tx, problemsOf(id), args));
        const edges = page.edges.map(({ row, cursor }) => ({
          cursor,
          row: { ...row, column: (row.field === null ? undefined : mapping[row.field]) ?? null },
        }));
        return {
          page: { ...page, edges },
          count: () => Promise.resolve(counts ? counts.problems + counts.warnings : 0),
        };
      },
    }),
    progress: t.field({
      type: ImportProgressType,
      nullable: true,
      description: 'Null when it does not run.',
      resolve: (job) => progressOf(job),
    }),
    failure: t.exposeString('failure', { nullable: true, description: 'Why it failed, as a locale key.' }),
    timings: t.expose('timings', {
      type: 'JSON',
      nullable: true,
      description:
        '`{ rows, milliseconds, <records>, <records>PerSecond }`, the records being `apartments`, `gisNodes` or what the file is of, and the milliseconds of each part: `reading`, `matching`, `planning`, `checking`, `writing`, `settling` of the lists of locks; measured in the server; null until applied.',
    }),
  }),
});
const ImportJobConnection = connectionOf('ImportJob', ImportJob);

builder.queryFields((t) => ({
  importJob: t.field({
    type: ImportJob,
    nullable: true,
    authScopes: { may: 'import:run' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => getJob(context, id),
  }),
  importJobs: t.field({
    type: ImportJobConnection,
    description: 'Newest first.',
    authScopes: { may: 'import:run' },
    args: pageArgs,
    resolve: (_root, args, context) => rowConnection(context, 'import:run', jobsWithin, args),
  }),
}));

builder.subscriptionField('importJobChanged', (t) =>
  t.field({
    type: ImportJob,
    description:
      'The job as it is, and again each time that it changes. Ends when it is applied or cancelled, and when something may have been missed.',
    authScopes: { may: 'import:run' },
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_root, { id }, context) =>
      rowChanges(
        context,
        'import_job',
        () => getJob(context, id),
        ({ state }) => state === 'applied' || state === 'undone' || state === 'cancelled',
      ),
    resolve: (job) => job,
  }),
);

const readingArgs = builder.args((t) => ({
  sheet: t.string(),
  headerRow: t.int({ description: 'A row of the header, the first row of the file being 1.' }),
  fillMerged: t.boolean({ description: 'Whether cells merged from row to row are filled down, as they are.' }),
  splitAddress: t.boolean({
    description: 'Whether a column of whole addresses is taken apart into further columns, as it is.',
  }),
}));

const formatArgs = builder.args((t) => ({
  encoding: t.string({ description: importEncodings.map((encoding) => `\`${encoding}\``).join(', ') }),
  separator: t.string({ description: 'A comma, a semicolon or a tab.' }),
  ...readingArgs,
}));

builder.mutationFields((t) => ({
  startImport: t.field({
    type: ImportJob,
    description: 'Takes in a file of at most 50 MB, as CSV or XLSX; what is not said of its format is found out.',
    authScopes: { may: 'import:run' },
    args: {
      kind: t.arg.string({ required: true, description: importKinds.map((kind) => `\`${kind}\``).join(', ') }),
      file: t.arg({ type: 'Upload', required: true }),
      orgId: t.arg.id({
        description:
          'Whose registry it goes into; may be left out where there is one org only, and where the records belong to none.',
      }),
      ...formatArgs,
    },
    resolve: (_root, args, context) => startImport(context, args),
  }),
  rereadImport: t.field({
    type: ImportJob,
    description: 'Reads the file again as told, and suggests a mapping anew.',
    authScopes: { may: 'import:run' },
    args: { id: t.arg.id({ required: true }), ...formatArgs },
    resolve: (_root, { id, ...asked }, context) => rereadImport(context, id, asked),
  }),
  mapImport: t.field({
    type: ImportJob,
    description:
      'Says what the columns mean and starts the dry run. What is not said of how the file is read stays as it was read last.',
    authScopes: { may: 'import:run' },
    args: {
      id: t.arg.id({ required: true }),
      ...readingArgs,
      mapping: t.arg({ type: 'JSON', required: true, description: 'Target field to column header.' }),
      createMissing: t.arg.boolean({
        description:
          'Whether names that the file refers to and nobody has become records; they are problems otherwise.',
      }),
    },
    resolve: (_root, args, context) => mapImport(context, args),
  }),
  applyImport: t.field({
    type: ImportJob,
    description: 'Writes what the dry run said of the good rows, all or nothing; rows with problems are left out.',
    authScopes: { may: 'import:run' },
    args: {
      id: t.arg.id({ required: true }),
      dryRun: t.arg.id({
        description:
          'The one whose findings the caller has seen; a `Conflict` if there was another since. The last one, when absent.',
      }),
    },
    resolve: (_root, { id, dryRun }, context) => applyImport(context, id, dryRun),
  }),
  cancelImport: t.field({
    type: ImportJob,
    authScopes: { may: 'import:run' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => cancelImport(context, id),
  }),
}));
