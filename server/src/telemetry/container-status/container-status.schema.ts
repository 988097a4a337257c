import { AppError } from '@noa/domain/errors.ts';
import { reachesOrg } from '../../database/scope.ts';
import { countRecords } from '../../records/record-list.ts';
import { builder } from '../../graphql/builder.ts';
import { Changes } from '../../graphql/changes.ts';
import { costs } from '../../graphql/cost.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import type { Context } from '../../request/context.ts';
import { pageArgs } from '../../graphql/list.ts';
import { StatusLevelEnum, StatusUpdateKindEnum, WasteStreamEnum } from '../../graphql/scalars.ts';
import { presentOfEach } from '../../graphql/related-fields.ts';
import { shownType } from '../../graphql/shown-type.ts';
import { Container } from '../../registry/containers/container.schema.ts';
import { containerStatusConditions, containerStatusKind, listContainerStatuses } from './container-status-list.ts';
import {
  countContainerStatuses,
  findContainerStatuses,
  listContainerStatusPoints,
  type ContainerStatus,
} from './container-status.queries.ts';

/** Milliseconds after which it is looked again who is told of changes. */
const viewerMs = 2_000;

/** Containers that a map gets at once. */
const maxPoints = 20_000;

const StatusReadingType = shownType('StatusReading', {
  description: 'The newest that is known of one kind.',
  fields: {
    kind: { type: StatusUpdateKindEnum },
    level: { type: StatusLevelEnum },
    value: { type: 'String', nullable: true },
    at: { type: 'DateTime' },
    since: {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its kind is told at this level, without another in between; null for info and ok.',
    },
    isStale: { type: 'Boolean', description: 'Older than its org lets a lock be silent.' },
  },
});
export type StatusReading = typeof StatusReadingType.$inferType;

/** Whose status one reads, their cards to sync one may not. */
const readsSync = ({ viewer }: Context, { container }: ContainerStatus): boolean =>
  reachesOrg(viewer.scope('sync:read'), container.org_id);

const ContainerStatusType = builder.objectRef<ContainerStatus>('ContainerStatus').implement({
  description: 'What is known of a container’s state.',
  fields: (t) => ({
    id: t.id({ description: 'The container’s.', resolve: ({ container }) => container.id }),
    // Whoever reads a container's status reads the container, and as far (domain.md, "Who may do what").
    container: t.expose('container', { type: Container, authScopes: { may: 'container:read' } }),
    level: t.expose('level', {
      type: StatusLevelEnum,
      nullable: true,
      description:
        'The worst of the readings that are not stale and of the lock’s silence; null when nothing is known.',
    }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when it is at its level, by the reading that has been so for longest, or by its lock’s last sign; null where nothing is wrong.',
    }),
    heardAt: t.expose('heardAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its lock was last seen; null when it never was.',
    }),
    isSilent: t.exposeBoolean('isSilent', {
      description: 'Its lock, once seen, is silent for longer than its org allows.',
    }),
    readings: t.field({
      type: [StatusReadingType],
      extensions: costs({ rows: 10 }),
      resolve: ({ readings }) => [...readings],
    }),
    wantedVersion: t.string({
      nullable: true,
      description: 'Of the list its lock is to have.',
      authScopes: { may: 'sync:read' },
      resolve: (status, _args, context) => (readsSync(context, status) ? status.wantedVersion : null),
    }),
    appliedVersion: t.string({
      nullable: true,
      description: 'Of the list its lock has; null when nothing is known of it.',
      authScopes: { may: 'sync:read' },
      resolve: (status, _args, context) => (readsSync(context, status) ? status.appliedVersion : null),
    }),
  }),
});

builder.objectField(Container, 'status', (t) =>
  t.field({
    type: ContainerStatusType,
    nullable: true,
    description: 'As it is now; null where the past is read.',
    authScopes: { may: 'statusUpdate:read' },
    resolve: ({ id }, _args, context) => statusOf(context, id),
  }),
);

const statusOf = presentOfEach('container status', 'statusUpdate:read', async (tx, scope, ids) => {
  const statuses = await findContainerStatuses(tx, scope, ids);
  return new Map(statuses.map((status) => [status.container.id, status]));
});

const BoundingBoxInput = builder.inputType('BoundingBox', {
  description: 'Degrees; it may cross the 180th meridian.',
  fields: (t) => ({
    west: t.float({ required: true }),
    south: t.float({ required: true }),
    east: t.float({ required: true }),
    north: t.float({ required: true }),
  }),
});

export type BoundingBox = typeof BoundingBoxInput.$inferInput;

const ContainerStatusFilterInput = builder.inputType('ContainerStatusFilter', {
  fields: (t) => ({
    ids: t.idList({ description: 'Of containers; 200 at most.' }),
    level: t.field({ type: StatusLevelEnum }),
    unknown: t.boolean({ description: 'Nothing is known of it.' }),
    wasteStream: t.field({ type: WasteStreamEnum }),
    silent: t.boolean(),
    bbox: t.field({ type: BoundingBoxInput }),
    q: t.string({ description: 'Words of the serial number and address; case and diacritics do not matter.' }),
    containerGroupId: t.id(),
  }),
});
export type ContainerStatusFilter = typeof ContainerStatusFilterInput.$inferInput;

const ContainerStatusPointType = shownType('ContainerStatusPoint', {
  description: 'A container as a map shows it.',
  fields: {
    id: { type: 'ID', description: 'The container’s.' },
    label: { type: 'String' },
    latitude: { type: 'Float' },
    longitude: { type: 'Float' },
    level: { type: StatusLevelEnum, nullable: true },
    isSilent: { type: 'Boolean' },
    wasteStream: { type: WasteStreamEnum },
    fillLevelPct: { type: 'Float', nullable: true },
  },
});
export type ContainerStatusPoint = typeof ContainerStatusPointType.$inferType;

const ContainerStatusCountsType = shownType('ContainerStatusCounts', {
  fields: {
    total: { type: 'Int' },
    error: { type: 'Int' },
    warning: { type: 'Int' },
    info: { type: 'Int' },
    ok: { type: 'Int' },
    unknown: { type: 'Int', description: 'Nothing is known of them that is not stale.' },
    silent: { type: 'Int', description: 'Of all of these, with whatever level.' },
  },
});
export type ContainerStatusCounts = typeof ContainerStatusCountsType.$inferType;

const ContainerStatusConnection = connectionOf('ContainerStatus', ContainerStatusType);

builder.queryFields((t) => ({
  containerStatuses: t.field({
    type: ContainerStatusConnection,
    description: 'The containers with their status.',
    authScopes: { may: 'statusUpdate:read' },
    args: {
      ...pageArgs,
      filter: t.arg({ type: ContainerStatusFilterInput }),
      sort: t.arg({ type: [sortInput('ContainerStatus', containerStatusKind.sorts)] }),
    },
    resolve: async (_root, { filter, ...args }, context) => {
      const conditions = containerStatusConditions(filter ?? {});
      return {
        page: await context.read('statusUpdate:read', (tx, scope) =>
          listContainerStatuses(tx, scope, filter ?? {}, args),
        ),
        count: () =>
          context.read('statusUpdate:read', (tx, scope) => countRecords(tx, containerStatusKind, scope, conditions)),
      };
    },
  }),
  containerStatusPoints: t.field({
    type: [ContainerStatusPointType],
    extensions: costs({ rows: 2_000 }),
    description: 'The containers that have a place, themselves or by their group; 20,000 at most.',
    authScopes: { may: 'statusUpdate:read' },
    args: { filter: t.arg({ type: ContainerStatusFilterInput }) },
    resolve: async (_root, { filter }, context) => {
      const points = await context.read('statusUpdate:read', (tx, scope) =>
        listContainerStatusPoints(tx, scope, containerStatusConditions(filter ?? {}), maxPoints + 1),
      );
      if (points.length > maxPoints) {
        throw new AppError(
          'LimitExceeded',
          `A map shows at most ${maxPoints} containers; ask for a smaller part of it`,
        );
      }
      return context.spend(points);
    },
  }),
  containerStatusCounts: t.field({
    type: ContainerStatusCountsType,
    authScopes: { may: 'statusUpdate:read' },
    args: { filter: t.arg({ type: ContainerStatusFilterInput }) },
    resolve: (_root, { filter }, context) =>
      context.read('statusUpdate:read', (tx, scope) =>
        countContainerStatuses(tx, scope, containerStatusConditions(filter ?? {})),
      ),
  }),
}));

builder.subscriptionField('containerStatusChanged', (t) =>
  t.field({
    type: ContainerStatusType,
    description:
      'The newest status of each container that changes. Ends when something may have been missed: ask for everything anew.',
    authScopes: { may: 'statusUpdate:read' },
    subscribe: (_root, _args, context) =>
      Changes.open(context, {
        channel: 'container_status',
        read: (ids) => context.read('statusUpdate:read', (tx, scope) => findContainerStatuses(tx, scope, ids)),
        viewerMs,
      }),
    resolve: (status) => status,
  }),
);
