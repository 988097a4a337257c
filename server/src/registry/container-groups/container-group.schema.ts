import { updateContainerGroupInput } from '@noa/domain/container-group.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { addDelete, addRecordQueries, addRelatedList } from '../../graphql/record-fields.ts';
import { AccessModeEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { AccessGroup } from '../access-groups/access-group.schema.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import { addGisNode } from '../gis/gis-node.schema.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { isOwned } from '../reachable.ts';
import { addRestore } from '../restore.service.ts';
import {
  containerGroupConditions,
  containerGroups,
  countContainersIn,
  countJoinedContainerGroups,
  listJoinedAccessGroups,
} from './container-group.queries.ts';
import { createContainerGroup, deleteContainerGroup, updateContainerGroup } from './container-group.service.ts';

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
    accessGroups: t.field({
      type: [AccessGroup],
      extensions: costs({ rows: 10 }),
      nullable: true,
      description: 'Whose residents may use it, by name; 200 at most.',
      authScopes: { may: 'accessGroup:read' },
      resolve: async ({ id }, _args, context) =>
        context.spend(
          await context.loadBy('access groups of container group', id, (ids) =>
            context.read('accessGroup:read', (tx, scope) => listJoinedAccessGroups(tx, scope, ids)),
          ),
        ),
    }),
    containerCount: t.int({
      resolve: async ({ id }, _args, context) =>
        (await context.loadBy('containers in group', id, (ids) =>
          context.read('containerGroup:read', (tx, scope) => countContainersIn(tx, scope, ids)),
        )) ?? 0,
    }),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'containerGroup:write', row) }),
    viewerCanDelete: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'containerGroup:write', row) }),
  }),
});
addOrg(ContainerGroup);
addGisNode(ContainerGroup);

export const ContainerGroupFilter = builder.inputType('ContainerGroupFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the number, name and address; case and diacritics do not matter.' }),
    orgId: t.id(),
    accessMode: t.field({ type: AccessModeEnum }),
    accessGroupId: t.id(),
    updatedAt: t.field({ type: DateTimeRange }),
    apartmentId: t.id({ description: 'The apartment whose cards they let in.' }),
  }),
});

const containerGroupList = addRecordQueries({
  kind: containerGroups,
  type: ContainerGroup,
  permission: 'containerGroup:read',
  filter: ContainerGroupFilter,
  conditions: containerGroupConditions,
});

builder.objectField(AccessGroup, 'containerGroupCount', (t) =>
  t.int({
    authScopes: { may: 'containerGroup:read' },
    resolve: async ({ id }, _args, context) =>
      (await context.loadBy('container groups of access group', id, (ids) =>
        context.read('containerGroup:read', (tx, scope) => countJoinedContainerGroups(tx, scope, ids)),
      )) ?? 0,
  }),
);

addRelatedList(AccessGroup, 'containerGroups', containerGroupList, ({ id }) => ({ accessGroupId: id }), {
  description: 'What the residents of its entrances may use.',
});
addRelatedList(Apartment, 'containerGroups', containerGroupList, ({ id }) => ({ apartmentId: id }), {
  description: 'What its cards open, or nobody needs a card for.',
});

const CreateContainerGroupInput = builder.inputType('CreateContainerGroupInput', {
  fields: (t) => ({
    orgId: t.id(),
    itemNumber: t.string({ required: true }),
    name: t.string(),
    accessMode: t.field({ type: AccessModeEnum }),
    gisNodeId: t.id({ description: 'Where it lies in the address tree.' }),
    addrStreet: t.string(),
    addrNr: t.string(),
    addrBl: t.string(),
    lat: t.float(),
    lng: t.float(),
  }),
});

export const UpdateContainerGroupInput = builder.inputType('UpdateContainerGroupInput', {
  description: 'Absent leaves a field as it is; null clears it. lat and lng go together.',
  fields: (t) => ({
    itemNumber: t.string(),
    name: t.string(),
    accessMode: t.field({ type: AccessModeEnum }),
    gisNodeId: t.id({ description: 'Where it lies in the address tree.' }),
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
}));

addDelete(containerGroups, 'containerGroup:write', deleteContainerGroup);
addRestore(containerGroups, {
  permission: 'containerGroup:write',
  input: updateContainerGroupInput,
  update: updateContainerGroup,
});
