import { requireSize } from '../records/size.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../request/context.ts';
import { Card } from '../registry/cards/card.schema.ts';
import { findLabels } from '../registry/labels.ts';
import { OnLockStateEnum } from './on-lock.schema.ts';
import {
  findCardsOnLocks,
  listLocksBehind,
  type CardOnLocks,
  type LockBehind,
  type LockCount,
} from './card-locks.queries.ts';
import { SyncFailureEnum } from './sync-state.schema.ts';

interface NamedLock extends LockBehind {
  /** Null where the caller does not see the container. */
  readonly label: string | null;
}

/** Locks named at once; of more, there is the count. */
const maxNamed = 200;

const LockCountType = builder.objectRef<LockCount>('LockCount').implement({
  fields: (t) => ({
    total: t.exposeInt('total'),
    confirmed: t.exposeInt('confirmed', { description: 'Those that have confirmed a list in which it is so.' }),
  }),
});

const LockBehindType = builder.objectRef<NamedLock>('LockBehind').implement({
  description: 'A lock that has not confirmed the last change of a card.',
  fields: (t) => ({
    containerId: t.exposeID('containerId'),
    label: t.exposeString('label', {
      nullable: true,
      description: 'What people call the container; null where the caller does not see it.',
    }),
    state: t.expose('state', { type: OnLockStateEnum }),
    admits: t.exposeBoolean('admits', { description: 'Whether it is to let the card in; else it is to take it out.' }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when the change waits for it.' }),
    askedAt: t.expose('askedAt', { type: 'DateTime', nullable: true, description: 'When it last asked for its list.' }),
    heardAt: t.expose('heardAt', { type: 'DateTime', nullable: true, description: 'When it was last seen.' }),
    isSilent: t.exposeBoolean('isSilent', {
      description: 'Whether it has been silent for longer than its org allows.',
    }),
    failure: t.expose('failure', { type: SyncFailureEnum, nullable: true }),
  }),
});

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
async function nameLocksBehind(context: Context, cardId: string, first: number): Promise<NamedLock[]> {
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
