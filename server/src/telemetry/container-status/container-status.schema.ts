import { AppError } from '@noa/domain/errors.ts';
import { reachesOrg } from '../../database/scope.ts';
import { countRecords } from '../../records/record-list.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import type { Context } from '../../request/context.ts';
import { pageArgs } from '../../graphql/list.ts';
import { StatusLevelEnum, StatusUpdateKindEnum, WasteStreamEnum } from '../../graphql/scalars.ts';
import { Container } from '../../registry/containers/container.schema.ts';
import { ContainerStatusChanges } from './container-status-changes.ts';
import { containerStatusConditions, containerStatusKind, listContainerStatuses } from './container-status-list.ts';
import {
  countContainerStatuses,
  findContainerStatuses,
  listContainerStatusPoints,
  type BoundingBox,
  type ContainerStatus,
  type ContainerStatusCounts,
  type ContainerStatusPoint,
  type StatusReading,
} from './container-status.queries.ts';

/** Containers that a map gets at once. */
const maxPoints = 20_000;

const StatusReadingType = builder.objectRef<StatusReading>('StatusReading').implement({
  description: 'The newest that is known of one kind.',
  fields: (t) => ({
    kind: t.expose('kind', { type: StatusUpdateKindEnum }),
    level: t.expose('level', { type: StatusLevelEnum }),
    value: t.exposeString('value', { nullable: true }),
    at: t.expose('at', { type: 'DateTime' }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its kind is told at this level, without another in between; null for info and ok.',
    }),
    isStale: t.exposeBoolean('isStale', { description: 'Older than its org lets a lock be silent.' }),
  }),
});

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
    resolve: async ({ id }, _args, context) => (context.asOf ? null : ((await statusOf(context, id)) ?? null)),
  }),
);

const statusOf = (context: Context, containerId: string) =>
  context.loadBy('container status', containerId, (ids) =>
    context.read('statusUpdate:read', async (tx, scope) => {
      const statuses = await findContainerStatuses(tx, scope, ids);
      return new Map(statuses.map((status) => [status.container.id, status]));
    }),
  );

const BoundingBoxInput = builder.inputRef<BoundingBox>('BoundingBox').implement({
  description: 'Degrees; it may cross the 180th meridian.',
  fields: (t) => ({
    west: t.float({ required: true }),
    south: t.float({ required: true }),
    east: t.float({ required: true }),
    north: t.float({ required: true }),
  }),
});

const ContainerStatusFilter = builder.inputType('ContainerStatusFilter', {
  fields: (t) => ({
    ids: t.idList({ description: 'Of containers; 200 at most.' }),
    level: t.field({ type: StatusLevelEnum }),
    unknown: t.boolean({ description: 'True: only those of which nothing is known.' }),
    wasteStream: t.field({ type: WasteStreamEnum }),
    silent: t.boolean(),
    bbox: t.field({ type: BoundingBoxInput }),
    q: t.string({ description: 'Words of the serial number and address; case and diacritics do not matter.' }),
    containerGroupId: t.id(),
  }),
});

const ContainerStatusPointType = builder.objectRef<ContainerStatusPoint>('ContainerStatusPoint').implement({
  description: 'A container as a map shows it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The container’s.' }),
    label: t.exposeString('label'),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
    level: t.expose('level', { type: StatusLevelEnum, nullable: true }),
    isSilent: t.exposeBoolean('isSilent'),
    wasteStream: t.expose('wasteStream', { type: WasteStreamEnum }),
    fillLevelPct: t.exposeFloat('fillLevelPct', { nullable: true }),
  }),
});

const ContainerStatusCountsType = builder.objectRef<ContainerStatusCounts>('ContainerStatusCounts').implement({
  fields: (t) => ({
    total: t.exposeInt('total'),
    error: t.exposeInt('error'),
    warning: t.exposeInt('warning'),
    info: t.exposeInt('info'),
    ok: t.exposeInt('ok'),
    unknown: t.exposeInt('unknown', { description: 'Nothing is known of them that is not stale.' }),
    silent: t.exposeInt('silent', { description: 'Of all of these, with whatever level.' }),
  }),
});

const ContainerStatusConnection = connectionOf('ContainerStatus', ContainerStatusType);

builder.queryFields((t) => ({
  containerStatuses: t.field({
    type: ContainerStatusConnection,
    description: 'The containers with their status.',
    authScopes: { may: 'statusUpdate:read' },
    args: {
      ...pageArgs,
      filter: t.arg({ type: ContainerStatusFilter }),
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
    args: { filter: t.arg({ type: ContainerStatusFilter }) },
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
    args: { filter: t.arg({ type: ContainerStatusFilter }) },
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
    subscribe: (_root, _args, context) => ContainerStatusChanges.open(context),
    resolve: (status) => status,
  }),
);
