import { builder } from '../../graphql/builder.ts';
import { paged } from '../../graphql/cost.ts';
import { shownType } from '../../graphql/shown-type.ts';

const RecordOutcome = builder.enumType('RecordOutcome', { values: ['accepted', 'duplicate', 'rejected'] as const });

const RecordResultType = shownType('RecordResult', {
  fields: {
    index: { type: 'Int', description: 'Place in the batch, from 0.' },
    outcome: { type: RecordOutcome },
    field: {
      type: 'String',
      nullable: true,
      description: 'Which field it was rejected for; null when no single one is to blame.',
    },
    reason: {
      type: 'String',
      nullable: true,
      description:
        'Why it was rejected, as a locale key; of a duplicate, that something else is kept under its number (`….otherContent`).',
    },
  },
});
export type RecordResult = typeof RecordResultType.$inferType;

const Completeness = shownType('Completeness', {
  description:
    'Up to this number nothing of the lock and boot is missing: that much it may delete. Numbers start at 1.',
  fields: { containerId: { type: 'ID' }, bootNumber: { type: 'Int' }, number: { type: 'Int' } },
});
export type CompleteUpTo = typeof Completeness.$inferType;

/** What a lock is answered that has reported something. */
export const RecordReceiptType = shownType('RecordReceipt', {
  extensions: paged,
  fields: { results: { type: [RecordResultType] }, completeUpTo: { type: [Completeness] } },
});
export type RecordReceipt = typeof RecordReceiptType.$inferType;
