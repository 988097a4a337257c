import { getRecord } from '../../records/record.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf } from '../../graphql/connection.ts';
import { pageArgs } from '../../graphql/list.ts';
import { StatusLevelEnum, StatusUpdateKindEnum } from '../../graphql/scalars.ts';
import { sealed } from '../../graphql/sealed-ids.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import {
  countQuarantinedUpdates,
  listQuarantinedUpdates,
  type QuarantinedUpdateRow,
} from './status-update-quarantine.queries.ts';

const StatusUpdateSetAside = builder.objectRef<QuarantinedUpdateRow>('StatusUpdateSetAside').implement({
  description: 'What a lock said of its state under a number that was taken by something else, which is kept.',
  fields: (t) => ({
    id: t.exposeID('id', sealed('statusUpdateSetAside')),
    bootNumber: t.exposeInt('boot_number'),
    updateNumber: t.int({ resolve: ({ update_number }) => Number(update_number) }),
    kind: t.expose('kind', { type: StatusUpdateKindEnum }),
    level: t.expose('level', { type: StatusLevelEnum, nullable: true, description: 'Null when the lock sent none.' }),
    value: t.exposeString('value', { nullable: true }),
    deviceAt: t.expose('device_at', { type: 'DateTime' }),
    receivedAt: t.expose('received_at', { type: 'DateTime', description: 'When it came first.' }),
    keptKind: t.expose('kept_kind', {
      type: StatusUpdateKindEnum,
      nullable: true,
      description: 'Of the update kept.',
    }),
    keptLevel: t.expose('kept_level', { type: StatusLevelEnum, nullable: true }),
    keptValue: t.exposeString('kept_value', { nullable: true }),
  }),
});

const StatusUpdateSetAsideConnection = connectionOf('StatusUpdateSetAside', StatusUpdateSetAside);

builder.queryField('statusUpdatesSetAside', (t) =>
  t.field({
    type: StatusUpdateSetAsideConnection,
    description: 'What contradicts a container’s status updates, newest first.',
    authScopes: { may: 'statusUpdate:read' },
    args: { containerId: t.arg.id({ required: true }), ...pageArgs },
    resolve: async (_root, { containerId, ...args }, context) => {
      const container = await context.read('statusUpdate:read', (tx, scope) =>
        getRecord(tx, containers, scope, containerId),
      );
      return {
        page: await context.read('statusUpdate:read', (tx) => listQuarantinedUpdates(tx, container, args)),
        count: () => context.read('statusUpdate:read', (tx) => countQuarantinedUpdates(tx, container)),
      };
    },
  }),
);
