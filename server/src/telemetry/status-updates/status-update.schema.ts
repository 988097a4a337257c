import type { Row } from '../../database/tables.ts';
import { refusedSingly } from '../../graphql/serving/batch-items.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { pageArgs } from '../../graphql/list.ts';
import { addNamed } from '../../graphql/related-fields.ts';
import { rowConnection } from '../../graphql/row-list.ts';
import { StatusLevelEnum, StatusUpdateKindEnum } from '../../graphql/scalars.ts';
import { sealed } from '../../graphql/sealed-ids.ts';
import { mayReadAuthor } from '../../graphql/versioned.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import { Container } from '../../registry/containers/container.schema.ts';
import { RecordReceiptType } from '../receiving/record-receipt.schema.ts';
import { messagesWithin } from '../receiving/message-list.ts';
import { statusUpdateConditions, statusUpdates } from './status-update-list.ts';
import { createStatusUpdate, recordStatusUpdates } from './status-update.service.ts';

const StatusUpdate = builder.objectRef<Row<'status_update'>>('StatusUpdate').implement({
  description: 'What a lock, or a technician, told of a container.',
  fields: (t) => ({
    id: t.exposeID('id', sealed('statusUpdate')),
    kind: t.expose('kind', { type: StatusUpdateKindEnum }),
    level: t.expose('level', { type: StatusLevelEnum }),
    value: t.exposeString('value', { nullable: true, description: 'Percentages: 0 to 100, with a point.' }),
    note: t.string({
      nullable: true,
      description: 'In the words of who told it; null to residents.',
      resolve: (row, _args, { viewer }) => (mayReadAuthor(viewer, row) ? row.note : null),
    }),
    occurredAt: t.expose('occurred_at', { type: 'DateTime' }),
    deviceAt: t.expose('device_at', { type: 'DateTime', nullable: true }),
    receivedAt: t.expose('received_at', { type: 'DateTime' }),
    clockCorrected: t.exposeBoolean('clock_corrected'),
    actor: t.string({
      nullable: true,
      description: 'Which technician; null for what a lock told, and to residents.',
      resolve: (row, _args, { viewer }) => (mayReadAuthor(viewer, row) ? row.actor : null),
    }),
  }),
});

addNamed(StatusUpdate, 'container_id', Container, containers);

const StatusUpdateConnection = connectionOf('StatusUpdate', StatusUpdate);
const StatusUpdateFilterInput = builder.inputType('StatusUpdateFilter', {
  fields: (t) => ({
    containerId: t.id(),
    kind: t.field({ type: StatusUpdateKindEnum }),
    level: t.field({ type: StatusLevelEnum }),
    from: t.field({ type: 'DateTime' }),
    to: t.field({ type: 'DateTime', description: 'Exclusive.' }),
  }),
});
export type StatusUpdateFilter = typeof StatusUpdateFilterInput.$inferInput;

builder.queryField('statusUpdates', (t) =>
  t.field({
    type: StatusUpdateConnection,
    description: 'Newest first. Residents are told how full the containers were that they open.',
    authScopes: { may: 'statusUpdate:readFill' },
    args: { ...pageArgs, filter: t.arg({ type: StatusUpdateFilterInput }) },
    resolve: (_root, { filter, ...args }, context) =>
      rowConnection(
        context,
        'statusUpdate:readFill',
        messagesWithin(statusUpdates, statusUpdateConditions(filter)),
        args,
      ),
  }),
);

const StatusUpdateInput = builder.inputType('StatusUpdateInput', {
  extensions: refusedSingly,
  fields: (t) => ({
    containerId: t.id({ required: true }),
    bootNumber: t.int({ required: true, defaultValue: 0 }),
    updateNumber: t.int({ required: true, description: 'From 1, without gaps, per boot.' }),
    kind: t.field({ type: StatusUpdateKindEnum, required: true }),
    at: t.field({ type: 'DateTime', required: true, description: 'By the clock of the device.' }),
    value: t.string(),
    level: t.field({ type: StatusLevelEnum, description: 'When absent, the one that follows from the value.' }),
  }),
});

const CreateStatusUpdateInput = builder.inputType('CreateStatusUpdateInput', {
  fields: (t) => ({
    containerId: t.id({ required: true }),
    kind: t.field({ type: StatusUpdateKindEnum, required: true }),
    value: t.string(),
    level: t.field({ type: StatusLevelEnum, description: 'When absent, the one that follows from the value.' }),
    at: t.field({
      type: 'DateTime',
      description: 'When absent, now. The same said again of the same moment is the same update.',
    }),
    note: t.string(),
  }),
});

builder.mutationFields((t) => ({
  recordStatusUpdates: t.field({
    type: RecordReceiptType,
    extensions: costs({ sizeBy: ['updates'] }),
    description:
      'Records what locks tell of their state; at most 1,000 updates. Answered after the commit; sending again is harmless.',
    authScopes: { gateway: 'statusUpdate:record' },
    args: { updates: t.arg({ type: [StatusUpdateInput], required: true }) },
    resolve: (_root, { updates }, context) => recordStatusUpdates(context, updates),
  }),
  createStatusUpdate: t.field({
    type: StatusUpdate,
    description: 'Records what a technician saw or did at a container.',
    authScopes: { may: 'statusUpdate:create' },
    args: { input: t.arg({ type: CreateStatusUpdateInput, required: true }) },
    resolve: (_root, { input }, context) => createStatusUpdate(context, input),
  }),
}));
