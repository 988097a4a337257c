import { demandFound } from '@noa/domain/errors.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import { builder } from '../graphql/builder.ts';
import { shownType } from '../graphql/shown-type.ts';
import { AccessDecisionType } from '../access/access.schema.ts';
import { SyncFailureEnum } from './sync-state.schema.ts';
import { findOnLock, onLockStates } from './sync-state.queries.ts';

export const OnLockStateEnum = builder.enumType('OnLockState', {
  description: '`unknown`: the lock has confirmed no list, so that nobody can say what it holds.',
  values: onLockStates,
});

const OnLockType = shownType('OnLock', {
  description: 'What the lock believes of the card: locks decide by themselves, from the list they hold.',
  fields: {
    version: {
      type: 'String',
      nullable: true,
      description: 'The version of the list that the lock has applied; null for none that we know of.',
    },
    current: {
      type: 'Boolean',
      description: 'Whether the lock has confirmed a version that has the last change of the card.',
    },
    state: { type: OnLockStateEnum },
    waitingSince: { type: 'DateTime', nullable: true, description: 'Since when that change waits for the lock.' },
    askedAt: { type: 'DateTime', nullable: true, description: 'When the lock last asked for its list.' },
    failure: { type: SyncFailureEnum, nullable: true },
  },
});
export type OnLock = typeof OnLockType.$inferType;

builder.objectField(AccessDecisionType, 'onLock', (t) =>
  t.field({
    type: OnLockType,
    resolve: async ({ cardId, containerId }, _args, context) => {
      // Both records are the caller's to see, or there would be no decision.
      return demandFound(
        await read(context.bounded, everything, (tx) => findOnLock(tx, cardId, containerId)),
        'container',
        containerId,
      );
    },
  }),
);
