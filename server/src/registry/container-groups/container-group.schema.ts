import { reachesOrg } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { listArgs, listOf, recordArgs, recordOf } from '../../graphql/list.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { AccessModeEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { AccessGroup } from '../access-groups/access-group.schema.ts';
import { orgs } from '../orgs/org.queries.ts';
import { Org } from '../orgs/org.schema.ts';
import {
  containerGroupConditions,
  containerGroups,
  countContainersIn,
  listJoinedAccessGroups,
} from './container-group.queries.ts';
import { createContainerGroup, deleteContainerGroup, updateContainerGroup } from './container-group.service.ts';

const mayWrite = (context: Context, { org_id }: Row<'container_group'>) =>
  context.viewer.may('containerGroup:write') && reachesOrg(context.viewer.scope('containerGroup:write'), org_id);

export const ContainerGroup = builder.objectRef<Row<'container_group'>>('ContainerGroup').implement({
  description: 'Containers standing together at an address.',
  interfaces: [Versioned],
  fields: (t) => ({
    itemNumber: t.exposeString('item_number', { description: 'As on its plate.' }),
    name: t.exposeString('name'),
    label: t.string({
      description: 'Number and name on one line.',
      resolve: ({ item_number, name }) => [item_number, name].filter(Boolean).join(' '),
    }),
    accessMode: t.expose('access_mode', { type: AccessModeEnum }),
    addrStreet: t.exposeString('addr_street'),
    addrNr: t.exposeString('addr_nr'),
    addrBl: t.exposeString('addr_bl'),
    lat: t.exposeFloat('lat', { nullable: true }),
    lng: t.exposeFloat('lng', { nullable: true }),
    org: t.field({
      type: Org,
      nullable: true,
      authScopes: { may: 'org:read' },
      resolve: ({ org_id }, _args, context) => context.load(orgs, 'org:read', org_id),
    }),
    accessGroups: t.field({
      type: [AccessGroup],
      nullable: true,
      description: 'Whose residents may use it, by name; 200 at most.',
      authScopes: { may: 'accessGroup:read' },
      resolve: async ({ id }, _args, context) =>
        (await context.loadBy('access groups of container group', id, (ids) =>
          context.read('accessGroup:read', (tx, scope) => listJoinedAccessGroups(tx, scope, ids)),
        )) ?? [],
    }),
    containerCount: t.int({
      resolve: async ({ id }, _args, context) =>
        (await context.loadBy('containers in group', id, (ids) =>
          context.read('containerGroup:read', (tx, scope) => countContainersIn(tx, scope, ids)),
        )) ?? 0,
    }),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => mayWrite(context, row) }),
    viewerCanDelete: t.boolean({ resolve: (row, _args, context) => mayWrite(context, row) }),
  }),
});

const ContainerGroupConnection = connectionOf('ContainerGroup', ContainerGroup);
const ContainerGroupSort = sortInput('ContainerGroup', containerGroups.sorts);
const ContainerGroupFilter = builder.inputType('ContainerGroupFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the number, name and address; case and diacritics do not matter.' }),
    orgId: t.id(),
    accessMode: t.field({ type: AccessModeEnum }),
    accessGroupId: t.id(),
  }),
});

builder.queryFields((t) => ({
  containerGroup: t.field({
    type: ContainerGroup,
    nullable: true,
    authScopes: { may: 'containerGroup:read' },
    args: recordArgs,
    resolve: (_root, args, context) => recordOf(context, containerGroups, 'containerGroup:read', args),
  }),
  containerGroups: t.field({
    type: ContainerGroupConnection,
    authScopes: { may: 'containerGroup:read' },
    args: listArgs(ContainerGroupFilter, ContainerGroupSort),
    resolve: (_root, args, context) =>
      listOf(context, containerGroups, 'containerGroup:read', containerGroupConditions(args.filter), args),
  }),
}));

builder.objectField(AccessGroup, 'containerGroups', (t) =>
  t.field({
    type: ContainerGroupConnection,
    description: 'What the residents of its entrances may use.',
    authScopes: { may: 'containerGroup:read' },
    args: listArgs(ContainerGroupFilter, ContainerGroupSort),
    resolve: ({ id }, args, context) =>
      listOf(
        context,
        containerGroups,
        'containerGroup:read',
        containerGroupConditions({ ...args.filter, accessGroupId: id }),
        args,
      ),
  }),
);

const CreateContainerGroupInput = builder.inputType('CreateContainerGroupInput', {
  fields: (t) => ({
    orgId: t.id(),
    itemNumber: t.string({ required: true }),
    name: t.string(),
    accessMode: t.field({ type: AccessModeEnum }),
    addrStreet: t.string(),
    addrNr: t.string(),
    addrBl: t.string(),
    lat: t.float(),
    lng: t.float(),
  }),
});

const UpdateContainerGroupInput = builder.inputType('UpdateContainerGroupInput', {
  description: 'Absent leaves a field as it is; null clears it. lat and lng go together.',
  fields: (t) => ({
    itemNumber: t.string(),
    name: t.string(),
    accessMode: t.field({ type: AccessModeEnum }),
    addrStreet: t.string(),
    addrNr: t.string(),
    addrBl: t.string(),
    lat: t.float(),
    lng: t.float(),
  }),
});

builder.mutationFields((t) => ({
  createContainerGroup: t.field({
    type: ContainerGroup,
    authScopes: { may: 'containerGroup:write' },
    args: { input: t.arg({ type: CreateContainerGroupInput, required: true }) },
    resolve: (_root, { input }, context) => createContainerGroup(context, input),
  }),
  updateContainerGroup: t.field({
    type: ContainerGroup,
    authScopes: { may: 'containerGroup:write' },
    args: { ...versionArgs, input: t.arg({ type: UpdateContainerGroupInput, required: true }) },
    resolve: (_root, { id, rowId, input }, context) => updateContainerGroup(context, { id, rowId }, input),
  }),
  deleteContainerGroup: t.field({
    type: 'ID',
    authScopes: { may: 'containerGroup:write' },
    args: versionArgs,
    resolve: async (_root, version, context) => (await deleteContainerGroup(context, version)).id,
  }),
}));
