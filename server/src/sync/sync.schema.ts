import { builder } from '../graphql/builder.ts';
import { paged } from '../graphql/cost.ts';
import { shownType } from '../graphql/shown-type.ts';
import { acknowledgeSync, cardsToSync, type CardsToSync } from './sync.service.ts';

/** Entries of an answer whose size nobody says (api.graphql). */
const defaultPage = 1000;

const SyncModeEnum = builder.enumType('SyncMode', { values: ['full', 'delta', 'withheld'] as const });
const SyncActionEnum = builder.enumType('SyncAction', { values: ['admit', 'refuse', 'forget'] as const });
const SyncOutcomeEnum = builder.enumType('SyncOutcome', { values: ['applied', 'failed', 'over_capacity'] as const });

const CardToSyncType = shownType('CardToSync', {
  fields: { serialNumber: { type: 'String' }, action: { type: SyncActionEnum } },
});
export type CardToSync = typeof CardToSyncType.$inferType;

const CardsToSyncType = builder.objectRef<CardsToSync>('CardsToSync').implement({
  extensions: paged,
  description:
    'What a lock must change in its list. `full` begins anew; `withheld` leaves the list as it is, because it would not fit.',
  fields: (t) => ({
    mode: t.expose('mode', { type: SyncModeEnum }),
    cards: t.field({ type: [CardToSyncType], resolve: ({ cards }) => [...cards] }),
    version: t.exposeString('version', {
      description: 'What the lock then holds; while `hasMore`, where the next page begins. Send it as `after`.',
    }),
    hasMore: t.exposeBoolean('hasMore'),
    checksum: t.exposeString('checksum', {
      description:
        'SHA-256 in hexadecimal of the admitted serials that the lock then holds, sorted, joined by newlines; while `hasMore`, of the newest version: to be compared once nothing more is to come.',
    }),
    serverTime: t.field({ type: 'DateTime', resolve: () => new Date() }),
  }),
});

builder.queryField('cardsToSync', (t) =>
  t.field({
    type: CardsToSyncType,
    description: 'The changes of a container’s list since version `after`; refusals first.',
    authScopes: { gateway: 'sync:read' },
    args: {
      containerId: t.arg.id({ required: true }),
      after: t.arg.string(),
      first: t.arg.int({ defaultValue: defaultPage }),
    },
    resolve: (_root, { containerId, after, first }, context) =>
      cardsToSync(context, containerId, after ?? null, first ?? defaultPage),
  }),
);

builder.mutationField('acknowledgeSync', (t) =>
  t.boolean({
    description: 'What a lock made of its list; true when it now holds what it should.',
    authScopes: { gateway: 'sync:acknowledge' },
    args: {
      containerId: t.arg.id({ required: true }),
      version: t.arg.string({ required: true }),
      checksum: t.arg.string({ required: true }),
      count: t.arg.int({ required: true }),
      outcome: t.arg({ type: SyncOutcomeEnum, required: true }),
      reason: t.arg.string(),
    },
    resolve: (_root, { containerId, reason, ...told }, context) =>
      acknowledgeSync(context, containerId, { ...told, reason: reason ?? null }),
  }),
);
