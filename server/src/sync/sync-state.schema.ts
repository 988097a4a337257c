import { builder } from '../graphql/builder.ts';
import { presentOfEach } from '../graphql/related-fields.ts';
import { Container } from '../registry/containers/container.schema.ts';
import { findSyncStates, type SyncState } from './sync-state.queries.ts';

export const SyncFailureEnum = builder.enumType('SyncFailure', {
  description:
    'Why a lock does not have its list: it said so, the list would not fit, or what it holds is not what it was given.',
  values: ['failed', 'over_capacity', 'checksum'] as const,
});

const SyncPhaseEnum = builder.enumType('SyncPhase', {
  description: '`never`: its lock has confirmed no list, so that nobody can say what it holds.',
  values: ['current', 'waiting', 'failed', 'never'] as const,
});

function phaseOf({ failure, appliedVersion, wantedVersion, waitingCards, isDoubted }: SyncState) {
  if (failure) {
    return 'failed';
  }
  if (appliedVersion === null) {
    return 'never';
  }
  return appliedVersion === wantedVersion && waitingCards === 0 && !isDoubted ? 'current' : 'waiting';
}

const ContainerSync = builder.objectRef<SyncState>('ContainerSync').implement({
  description: 'How far the lock of a container is with its list of cards.',
  fields: (t) => ({
    phase: t.field({ type: SyncPhaseEnum, resolve: phaseOf }),
    wantedVersion: t.exposeString('wantedVersion', { description: 'The newest version of the list.' }),
    appliedVersion: t.exposeString('appliedVersion', {
      nullable: true,
      description: 'What the lock has said that it holds; null for none that we know of.',
    }),
    appliedAt: t.expose('appliedAt', { type: 'DateTime', nullable: true }),
    askedAt: t.expose('askedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the lock last asked for its list.',
    }),
    waitingCards: t.exposeInt('waitingCards', { description: 'Cards whose last change the lock does not have.' }),
    waitingSince: t.expose('waitingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the first of them waits.',
    }),
    overBy: t.exposeInt('overBy', { description: 'Cards by which the list exceeds what the lock can hold.' }),
    failure: t.expose('failure', { type: SyncFailureEnum, nullable: true }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'In the words of the lock.' }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true }),
  }),
});

/** Null of the past: what a lock believed then is not kept. */
const syncOf = presentOfEach('container sync', 'sync:read', (tx, _scope, ids) => findSyncStates(tx, ids));

const authScopes = { may: 'sync:read' } as const;

builder.objectFields(Container, (t) => ({
  sync: t.field({
    type: ContainerSync,
    nullable: true,
    description: 'Null when the past is read.',
    authScopes,
    resolve: ({ id }, _args, context) => syncOf(context, id),
  }),
  wantedVersion: t.string({
    nullable: true,
    description: 'The newest version of its list; null when the past is read.',
    authScopes,
    resolve: async ({ id }, _args, context) => (await syncOf(context, id))?.wantedVersion ?? null,
  }),
  appliedVersion: t.string({
    nullable: true,
    description: 'The version its lock holds; null for none that we know of.',
    authScopes,
    resolve: async ({ id }, _args, context) => (await syncOf(context, id))?.appliedVersion ?? null,
  }),
}));
