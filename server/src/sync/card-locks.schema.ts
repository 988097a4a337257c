import { requireSize } from '../records/size.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import { builder } from '../graphql/builder.ts';
import { shownType } from '../graphql/shown-type.ts';
import type { Context } from '../request/context.ts';
import { Card } from '../registry/cards/card.schema.ts';
import { findLabels } from '../registry/labels.ts';
import { OnLockStateEnum } from './on-lock.schema.ts';
import { findCardsOnLocks, listLocksBehind, type CardOnLocks } from './card-locks.queries.ts';
import { SyncFailureEnum } from './sync-state.schema.ts';

/** Locks named at once; of more, there is the count. */
const maxNamed = 200;

const LockCountType = shownType('LockCount', {
  fields: {
    total: { type: 'Int' },
    confirmed: { type: 'Int', description: 'Those that have confirmed a list in which it is so.' },
  },
});
export type LockCount = typeof LockCountType.$inferType;

const LockBehindType = shownType('LockBehind', {
  description: 'A lock that has not confirmed the last change of a card.',
  fields: {
    containerId: { type: 'ID' },
    label: {
      type: 'String',
      nullable: true,
      description: 'What people call the container; null where the caller does not see it.',
    },
    state: { type: OnLockStateEnum },
    admits: { type: 'Boolean', description: 'Whether it is to let the card in; else it is to take it out.' },
    since: { type: 'DateTime', description: 'Since when the change waits for it.' },
    askedAt: { type: 'DateTime', nullable: true, description: 'When it last asked for its list.' },
    heardAt: { type: 'DateTime', nullable: true, description: 'When it was last seen.' },
    isSilent: { type: 'Boolean', description: 'Whether it has been silent for longer than its org allows.' },
    failure: { type: SyncFailureEnum, nullable: true },
  },
});
export type LockBehind = typeof LockBehindType.$inferType;

const CardOnLocksType = builder.objectRef<CardOnLocks>('CardOnLocks').implement({
  description: 'How far the last change of a card has come: locks decide by themselves, from the list they hold.',
  fields: (t) => ({
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
    removing: t.expose('removing', { type: LockCountType, description: 'Locks that were to take the card out.' }),
    admitting: t.expose('admitting', { type: LockCountType, description: 'Locks that were to let the card in.' }),
    behind: t.field({
      type: [LockBehindType],
      description: `Locks that have not confirmed it, those silent for longest first; at most ${maxNamed}.`,
      args: { first: t.arg.int({ defaultValue: 3 }) },
      resolve: ({ cardId }, { first }, context) => nameLocksBehind(context, cardId, first ?? 3),
    }),
  }),
});

/** The locks are counted whoever asks, as all of them decide; those out of the caller's sight have no name. */
async function nameLocksBehind(context: Context, cardId: string, first: number): Promise<LockBehind[]> {
  requireSize({ first }, maxNamed);
  const locks = await read(context.bounded, everything, (tx) => listLocksBehind(tx, cardId, first));
  const labels = await context.read('container:read', (tx) =>
    findLabels(
      tx,
      'container',
      locks.map(({ containerId }) => containerId),
    ),
  );
  return locks.map((lock) => ({ ...lock, label: labels.get(lock.containerId) ?? null }));
}

builder.objectField(Card, 'onLocks', (t) =>
  t.field({
    type: CardOnLocksType,
    nullable: true,
    description: 'Null when the past is read, and for a card that was never on the list of any lock.',
    resolve: async ({ id }, _args, context) =>
      context.asOf
        ? null
        : ((await context.loadBy('card on locks', id, (ids) =>
            read(context.bounded, everything, (tx) => findCardsOnLocks(tx, ids)),
          )) ?? null),
  }),
);
