import { builder } from '../../graphql/builder.ts';
import { paged } from '../../graphql/cost.ts';
import type { CompleteUpTo } from './receipt.queries.ts';
import type { RecordReceipt, RecordResult } from './record-messages.ts';

const RecordOutcome = builder.enumType('RecordOutcome', { values: ['accepted', 'duplicate', 'rejected'] as const });

const RecordResultType = builder.objectRef<RecordResult>('RecordResult').implement({
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Place in the batch, from 0.' }),
    outcome: t.expose('outcome', { type: RecordOutcome }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'Which field it was rejected for; null when no single one is to blame.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why it was rejected, as a locale key; of a duplicate, that something else is kept under its number (`….otherContent`).',
    }),
  }),
});

const Completeness = builder.objectRef<CompleteUpTo>('Completeness').implement({
  description:
    'Up to this number nothing of the lock and boot is missing: that much it may delete. Numbers start at 1.',
  fields: (t) => ({
    containerId: t.exposeID('containerId'),
    bootNumber: t.exposeInt('bootNumber'),
    number: t.exposeInt('number'),
  }),
});

/** What a lock is answered that has reported something. */
export const RecordReceiptType = builder.objectRef<RecordReceipt>('RecordReceipt').implement({
  extensions: paged,
  fields: (t) => ({
    results: t.field({ type: [RecordResultType], resolve: ({ results }) => [...results] }),
    completeUpTo: t.field({ type: [Completeness], resolve: ({ completeUpTo }) => [...completeUpTo] }),
  }),
});
