import { updateAccessGroupInput } from '@noa/domain/access-group.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { addDelete, addRecordQueries } from '../../graphql/record-fields.ts';
import { AccessModeEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { isOwned } from '../reachable.ts';
import { addRestore } from '../restore.service.ts';
import { accessGroupConditions, accessGroups } from './access-group.queries.ts';
import {
  createAccessGroup,
  deleteAccessGroup,
  joinContainerGroup,
  leaveContainerGroup,
  updateAccessGroup,
} from './access-group.service.ts';

export const AccessGroup = builder.objectRef<Row<'access_group'>>('AccessGroup').implement({
  description: 'Joins entrances to the container groups their residents may use.',
  interfaces: [Versioned],
  fields: (t) => ({
    name: t.exposeString('name'),
    label: t.string({ description: 'What people call it.', resolve: ({ name }) => name }),
    accessMode: t.expose('access_mode', { type: AccessModeEnum }),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'accessGroup:write', row) }),
    viewerCanDelete: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'accessGroup:write', row) }),
  }),
});
addOrg(AccessGroup);

export const AccessGroupFilter = builder.inputType('AccessGroupFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the name; case and diacritics do not matter.' }),
    orgId: t.id(),
    accessMode: t.field({ type: AccessModeEnum }),
    containerGroupId: t.id({ description: 'Those joined to this container group.' }),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

addRecordQueries({
  kind: accessGroups,
  type: AccessGroup,
  permission: 'accessGroup:read',
  filter: AccessGroupFilter,
  conditions: accessGroupConditions,
});

const CreateAccessGroupInput = builder.inputType('CreateAccessGroupInput', {
  fields: (t) => ({
    orgId: t.id(),
    name: t.string({ required: true }),
    accessMode: t.field({ type: AccessModeEnum }),
    containerGroupIds: t.idList(),
  }),
});

export const UpdateAccessGroupInput = builder.inputType('UpdateAccessGroupInput', {
  fields: (t) => ({
    name: t.string(),
    accessMode: t.field({ type: AccessModeEnum }),
    containerGroupIds: t.idList({ description: 'The whole new set; absent leaves it as it is.' }),
  }),
});

builder.mutationFields((t) => ({
  createAccessGroup: t.field({
    type: AccessGroup,
    authScopes: { may: 'accessGroup:write' },
    args: { input: t.arg({ type: CreateAccessGroupInput, required: true }) },
    resolve: (_root, { input }, context) => createAccessGroup(context, input),
  }),
  updateAccessGroup: t.field({
    type: AccessGroup,
    authScopes: { may: 'accessGroup:write' },
    args: { ...versionArgs, input: t.arg({ type: UpdateAccessGroupInput, required: true }) },
    resolve: (_root, { id, rowId, input }, context) => updateAccessGroup(context, { id, rowId }, input),
  }),
}));

const joinArgs = builder.args((t) => ({
  accessGroupId: t.id({ required: true }),
  containerGroupId: t.id({ required: true }),
}));

builder.mutationFields((t) => ({
  joinContainerGroup: t.field({
    type: AccessGroup,
    description: 'Lets the residents behind the access group’s entrances use a container group of the same org.',
    authScopes: { may: 'accessGroup:write' },
    args: joinArgs,
    resolve: (_root, args, context) => joinContainerGroup(context, args),
  }),
  leaveContainerGroup: t.field({
    type: AccessGroup,
    authScopes: { may: 'accessGroup:write' },
    args: joinArgs,
    resolve: (_root, args, context) => leaveContainerGroup(context, args),
  }),
}));

addDelete(accessGroups, 'accessGroup:write', deleteAccessGroup);
addRestore(accessGroups, {
  permission: 'accessGroup:write',
  input: updateAccessGroupInput,
  update: (context, version, { containerGroupIds, ...input }) =>
    updateAccessGroup(context, version, { ...input, containerGroupIds: containerGroupIds ?? [] }),
});
