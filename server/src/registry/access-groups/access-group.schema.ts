import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import { listArgs, listOf, recordArgs, recordOf } from '../../graphql/list.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { AccessModeEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { orgs } from '../orgs/org.queries.ts';
import { Org } from '../orgs/org.schema.ts';
import { accessGroupConditions, accessGroups } from './access-group.queries.ts';
import { createAccessGroup, deleteAccessGroup, updateAccessGroup } from './access-group.service.ts';

export const AccessGroup = builder.objectRef<Row<'access_group'>>('AccessGroup').implement({
  description: 'Joins entrances to the container groups their residents may use.',
  interfaces: [Versioned],
  fields: (t) => ({
    name: t.exposeString('name'),
    accessMode: t.expose('access_mode', { type: AccessModeEnum }),
    org: t.field({
      type: Org,
      nullable: true,
      authScopes: { may: 'org:read' },
      resolve: ({ org_id }, _args, context) => context.load(orgs, 'org:read', org_id),
    }),
  }),
});

const AccessGroupConnection = connectionOf('AccessGroup', AccessGroup);
const AccessGroupSort = sortInput('AccessGroup', accessGroups.sorts);
const AccessGroupFilter = builder.inputType('AccessGroupFilter', {
  fields: (t) => ({ q: t.string(), orgId: t.id(), accessMode: t.field({ type: AccessModeEnum }) }),
});

builder.queryFields((t) => ({
  accessGroup: t.field({
    type: AccessGroup,
    nullable: true,
    authScopes: { may: 'accessGroup:read' },
    args: recordArgs,
    resolve: (_root, args, context) => recordOf(context, accessGroups, 'accessGroup:read', args),
  }),
  accessGroups: t.field({
    type: AccessGroupConnection,
    authScopes: { may: 'accessGroup:read' },
    args: listArgs(AccessGroupFilter, AccessGroupSort),
    resolve: (_root, args, context) =>
      listOf(context, accessGroups, 'accessGroup:read', accessGroupConditions(args.filter), args),
  }),
}));

const CreateAccessGroupInput = builder.inputType('CreateAccessGroupInput', {
  fields: (t) => ({
    orgId: t.id(),
    name: t.string({ required: true }),
    accessMode: t.field({ type: AccessModeEnum }),
    containerGroupIds: t.idList(),
  }),
});

const UpdateAccessGroupInput = builder.inputType('UpdateAccessGroupInput', {
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
  deleteAccessGroup: t.field({
    type: 'ID',
    authScopes: { may: 'accessGroup:write' },
    args: versionArgs,
    resolve: async (_root, version, context) => (await deleteAccessGroup(context, version)).id,
  }),
}));
