import { bulkActionNames, bulkActions, bulkLimits, bulkOutcomes, bulkStates } from '@noa/domain/bulk.ts';
import { snake } from '@noa/domain/kinds/names.ts';
import { EffectType } from '../access/effect.schema.ts';
import { mostItems } from '../graphql/bounds/list-lengths.ts';
import { builder } from '../graphql/builder.ts';
import { connectionOf } from '../graphql/connection.ts';
import type { Context } from '../request/context.ts';
import { pageArgs } from '../graphql/list.ts';
import { addNamed } from '../graphql/related-fields.ts';
import { rowChanges } from '../graphql/changes.ts';
import { AccessModeEnum } from '../graphql/scalars.ts';
import { accessGroups } from '../registry/access-groups/access-group.queries.ts';
import { AccessGroup, AccessGroupFilterInput } from '../registry/access-groups/access-group.schema.ts';
import { CardFilterInput } from '../registry/cards/card.schema.ts';
import { ContainerGroupFilterInput } from '../registry/container-groups/container-group.schema.ts';
import { ContainerFilterInput } from '../registry/containers/container.schema.ts';
import { EntranceFilterInput } from '../registry/entrances/entrance.schema.ts';
import { findLabels } from '../registry/labels.ts';
import type { LabelledTable } from '../registry/kinds.ts';
import { managers } from '../registry/managers/manager.queries.ts';
import { Manager } from '../registry/managers/manager.schema.ts';
import { orgs } from '../registry/orgs/org.queries.ts';
import { Org } from '../registry/orgs/org.schema.ts';
import type { BulkResultRow, Forecast } from './bulk-item.queries.ts';
import type { BulkJobRow } from './bulk-job.queries.ts';
import {
  cancelBulkJob,
  getBulkJob,
  listBulkJobs,
  listBulkResults,
  previewBulkEffect,
  previewBulkJob,
  startBulkJob,
  type BulkRequest,
} from './bulk.service.ts';

const BulkActionEnum = builder.enumType('BulkAction', { values: bulkActionNames });
const BulkStateEnum = builder.enumType('BulkState', { values: bulkStates });
const BulkOutcomeEnum = builder.enumType('BulkOutcome', { values: bulkOutcomes });

/** Null for a record that is gone, or that the caller may not read: the two answer alike. */
async function labelOf(context: Context, { kind, record_id }: BulkResultRow): Promise<string | null> {
  const read = `${kind}:read` as const;
  if (!context.viewer.may(read)) {
    return null;
  }
  const label = await context.loadBy(`label of ${kind}`, record_id, (ids) =>
    context.read(read, (tx) => findLabels(tx, snake(kind) as LabelledTable, ids)),
  );
  return label ?? null;
}

const BulkResult = builder.objectRef<BulkResultRow>('BulkResult').implement({
  description: 'What became of one record of a bulk job.',
  fields: (t) => ({
    recordId: t.exposeID('record_id'),
    label: t.string({
      nullable: true,
      description: 'What people call it; null for a record that is gone or out of reach.',
      resolve: (row, _args, context) => labelOf(context, row),
    }),
    outcome: t.expose('outcome', { type: BulkOutcomeEnum }),
    reason: t.exposeString('reason', { nullable: true, description: 'Locale key of why it was refused.' }),
  }),
});
const BulkResultConnection = connectionOf('BulkResult', BulkResult);

/** By the pace so far; null where there is nothing to judge by. */
function secondsLeft({ state, started_at, done, total }: BulkJobRow): number | null {
  if (state !== 'running' || !started_at || done === 0) {
    return null;
  }
  const seconds = (Date.now() - started_at.getTime()) / 1_000;
  return Math.max(1, Math.ceil((seconds * (total - done)) / done));
}

const BulkJob = builder.objectRef<BulkJobRow>('BulkJob').implement({
  description: 'One change to many records, and how far it is.',
  fields: (t) => ({
    id: t.exposeID('id'),
    action: t.expose('action', { type: BulkActionEnum }),
    kind: t.string({
      description: 'What is changed: `card`, `container`, `containerGroup`, `accessGroup` or `entrance`.',
      resolve: ({ action }) => bulkActions[action].kind,
    }),
    state: t.expose('state', { type: BulkStateEnum }),
    accessMode: t.field({
      type: AccessModeEnum,
      nullable: true,
      description: 'The access mode it gives.',
      resolve: ({ action_values }) => action_values.accessMode ?? null,
    }),
    accessGroup: t.field({
      type: AccessGroup,
      nullable: true,
      description: 'The access group it moves to.',
      authScopes: { may: 'accessGroup:read' },
      resolve: ({ action_values }, _args, context) =>
        context.load(accessGroups, 'accessGroup:read', action_values.accessGroupId ?? null),
    }),
    manager: t.field({
      type: Manager,
      nullable: true,
      description: 'The manager it gives to; null also when it takes from all.',
      authScopes: { may: 'manager:read' },
      resolve: ({ action_values }, _args, context) =>
        context.load(managers, 'manager:read', action_values.managerId ?? null),
    }),
    reason: t.exposeString('reason', { nullable: true }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    createdBy: t.exposeString('created_by'),
    finishedAt: t.expose('finished_at', { type: 'DateTime', nullable: true }),
    total: t.exposeInt('total', { description: 'Records it is about.' }),
    done: t.exposeInt('done', { description: 'Records whose turn has come: changed, unchanged and refused.' }),
    changed: t.exposeInt('changed'),
    unchanged: t.exposeInt('unchanged', { description: 'They were already as they were to be.' }),
    refused: t.exposeInt('refused'),
    secondsLeft: t.int({ nullable: true, description: 'By the pace so far, while it runs.', resolve: secondsLeft }),
    failure: t.exposeString('failure', { nullable: true, description: 'Why it failed, as a locale key.' }),
    results: t.field({
      type: BulkResultConnection,
      description: 'One line a record, in the order in which they are worked on; of those whose turn has come.',
      args: { ...pageArgs, outcome: t.arg({ type: BulkOutcomeEnum }) },
      resolve: async (job, { outcome, ...args }, context) => ({
        page: await listBulkResults(context, job, outcome ?? null, args),
        count: () => Promise.resolve(outcome ? job[outcome] : job.done),
      }),
    }),
  }),
});
addNamed(BulkJob, 'org_id', Org, orgs);
const BulkJobConnection = connectionOf('BulkJob', BulkJob);

const BulkForecast = builder.objectRef<Forecast & { readonly request: BulkRequest }>('BulkForecast').implement({
  description: 'What a bulk job would do, were it to run now; records.',
  fields: (t) => ({
    total: t.exposeInt('total'),
    changed: t.exposeInt('changed'),
    unchanged: t.exposeInt('unchanged'),
    refused: t.exposeInt('refused'),
    effect: t.field({
      type: EffectType,
      nullable: true,
      description: 'What it would do to who opens what; null for a job that is too large to be tried.',
      authScopes: { may: 'effect:preview' },
      resolve: ({ request }, _args, context) => previewBulkEffect(context, request),
    }),
  }),
});

const BulkSelection = builder.inputType('BulkSelection', {
  extensions: mostItems(bulkLimits.selection),
  fields: (t) => ({
    id: t.id({ required: true }),
    rowId: t.id({ required: true, description: 'The version that was seen; one that has moved on is refused.' }),
  }),
});

const BulkFilter = builder.inputType('BulkFilter', {
  description: 'The filter of the list, under the kind that the action changes.',
  fields: (t) => ({
    card: t.field({ type: CardFilterInput }),
    container: t.field({ type: ContainerFilterInput }),
    containerGroup: t.field({ type: ContainerGroupFilterInput }),
    accessGroup: t.field({ type: AccessGroupFilterInput }),
    entrance: t.field({ type: EntranceFilterInput }),
  }),
});

const BulkValues = builder.inputType('BulkValues', {
  description: 'What the action takes, and nothing else.',
  fields: (t) => ({
    accessMode: t.field({ type: AccessModeEnum }),
    accessGroupId: t.id(),
    managerId: t.id({ description: 'Null takes the entrances from their managers.' }),
  }),
});

const BulkJobInput = builder.inputType('BulkJobInput', {
  description: 'Either `selection`, at most 5,000 records, or `filter`, at most 100,000.',
  fields: (t) => ({
    action: t.field({ type: BulkActionEnum, required: true }),
    selection: t.field({ type: [BulkSelection] }),
    filter: t.field({ type: BulkFilter }),
    values: t.field({ type: BulkValues }),
    reason: t.string({ description: 'Kept with the card events; 200 characters at most.' }),
  }),
});

builder.queryFields((t) => ({
  bulkForecast: t.field({
    type: BulkForecast,
    description: 'What the job would do; changes nothing.',
    authScopes: { may: 'bulk:run' },
    args: { input: t.arg({ type: BulkJobInput, required: true }) },
    resolve: async (_root, { input }, context) => ({ ...(await previewBulkJob(context, input)), request: input }),
  }),
  bulkJob: t.field({
    type: BulkJob,
    nullable: true,
    authScopes: { may: 'bulk:run' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => getBulkJob(context, id),
  }),
  bulkJobs: t.field({
    type: BulkJobConnection,
    description: 'The caller’s own, and those of orgs in which they could do the same to everything; newest first.',
    authScopes: { may: 'bulk:run' },
    args: pageArgs,
    resolve: (_root, args, context) => listBulkJobs(context, args),
  }),
}));

builder.subscriptionField('bulkJobChanged', (t) =>
  t.field({
    type: BulkJob,
    description:
      'The job as it is, and again each time that it changes. Ends when the job has ended, and when something may have been missed.',
    authScopes: { may: 'bulk:run' },
    args: { id: t.arg.id({ required: true }) },
    subscribe: (_root, { id }, context) =>
      rowChanges(
        context,
        'bulk_job',
        () => getBulkJob(context, id),
        ({ state }) => state !== 'queued' && state !== 'running',
      ),
    resolve: (job) => job,
  }),
);

builder.mutationFields((t) => ({
  startBulkJob: t.field({
    type: BulkJob,
    description: 'Needs the permission of the same change to one record.',
    authScopes: { may: 'bulk:run' },
    args: {
      input: t.arg({ type: BulkJobInput, required: true }),
      expectedCount: t.arg.int({ description: 'How many records were shown; another number now is a `Conflict`.' }),
    },
    resolve: (_root, { input, expectedCount }, context) => startBulkJob(context, input, expectedCount ?? null),
  }),
  cancelBulkJob: t.field({
    type: BulkJob,
    description: 'Stops it; what it changed stays changed.',
    authScopes: { may: 'bulk:run' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => cancelBulkJob(context, id),
  }),
}));
