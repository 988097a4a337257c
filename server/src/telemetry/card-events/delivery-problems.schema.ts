import { AppError, validationFailed } from '@noa/domain/errors.ts';
import { getRecord } from '../../records/record.ts';
import { reachesOrg } from '../../database/scope.ts';
import { builder } from '../../graphql/builder.ts';
import { paged } from '../../graphql/cost.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { pageArgs } from '../../graphql/list.ts';
import { CardEventKindEnum } from '../../graphql/scalars.ts';
import { sealed } from '../../graphql/sealed-ids.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import {
  countQuarantined,
  findGaps,
  listQuarantined,
  type CardEventGap,
  type CardEventGaps,
  type QuarantinedRow,
} from './delivery-problems.queries.ts';

/** Gaps of one answer at most. */
const maxGaps = 200;

const CardEventGapType = builder.objectRef<CardEventGap>('CardEventGap').implement({
  description: 'Numbers that have not arrived, though later ones have: `first` to `last`, both missing.',
  fields: (t) => ({
    bootNumber: t.exposeInt('bootNumber'),
    first: t.exposeInt('first'),
    last: t.exposeInt('last'),
  }),
});

const CardEventGapsType = builder.objectRef<CardEventGaps>('CardEventGaps').implement({
  extensions: paged,
  description: 'What a lock has not delivered of its card events, as far as later ones show.',
  fields: (t) => ({
    missing: t.exposeFloat('missing', { description: 'Events missing in all.' }),
    count: t.exposeInt('count', { description: 'Gaps in all.' }),
    gaps: t.field({ type: [CardEventGapType], resolve: ({ gaps }) => [...gaps] }),
  }),
});

builder.queryField('cardEventGaps', (t) =>
  t.field({
    type: CardEventGapsType,
    description: 'What is missing of a container’s card events, oldest first; at most 200 gaps are listed.',
    authScopes: { may: 'statusUpdate:read' },
    args: { containerId: t.arg.id({ required: true }), first: t.arg.int({ required: true, defaultValue: 50 }) },
    resolve: (_root, { containerId, first }, context) => {
      if (first > maxGaps) {
        throw new AppError('LimitExceeded', `At most ${maxGaps} gaps are listed`);
      }
      if (first < 1) {
        throw validationFailed({ first: 'page.tooSmall' });
      }
      return context.read('statusUpdate:read', async (tx, scope) =>
        findGaps(tx, await getRecord(tx, containers, scope, containerId), first),
      );
    },
  }),
);

const CardEventSetAside = builder.objectRef<QuarantinedRow>('CardEventSetAside').implement({
  description: 'What a lock said under a number that was taken by something else, which is kept.',
  fields: (t) => ({
    id: t.exposeID('id', sealed('cardEventSetAside')),
    bootNumber: t.exposeInt('boot_number'),
    eventNumber: t.int({ resolve: ({ event_number }) => Number(event_number) }),
    kind: t.expose('kind', { type: CardEventKindEnum }),
    deviceAt: t.expose('device_at', { type: 'DateTime' }),
    receivedAt: t.expose('received_at', { type: 'DateTime', description: 'When it came first.' }),
    listVersion: t.exposeString('list_version', { nullable: true }),
    keptKind: t.expose('kept_kind', { type: CardEventKindEnum, nullable: true, description: 'Of the event kept.' }),
    keptDeviceAt: t.expose('kept_at', { type: 'DateTime', nullable: true, description: 'Of the event kept.' }),
    serialNumber: t.string({
      nullable: true,
      authScopes: { may: 'cardEvent:readWho' },
      resolve: ({ org_id, serial_number }, _args, { viewer }) =>
        reachesOrg(viewer.scope('cardEvent:readWho'), org_id) ? serial_number : null,
    }),
  }),
});

const CardEventSetAsideConnection = connectionOf('CardEventSetAside', CardEventSetAside);

builder.queryField('cardEventsSetAside', (t) =>
  t.field({
    type: CardEventSetAsideConnection,
    description: 'What contradicts a container’s card events, newest first.',
    authScopes: { may: 'statusUpdate:read' },
    args: { containerId: t.arg.id({ required: true }), ...pageArgs },
    resolve: async (_root, { containerId, ...args }, context) => {
      const container = await context.read('statusUpdate:read', (tx, scope) =>
        getRecord(tx, containers, scope, containerId),
      );
      return {
        page: await context.read('cardEvent:read', (tx, scope) => listQuarantined(tx, scope, container, args)),
        count: () => context.read('statusUpdate:read', (tx) => countQuarantined(tx, container)),
      };
    },
  }),
);
