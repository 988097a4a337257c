import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import { listArgs, listOf, recordArgs, recordOf } from '../../graphql/list.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { Org } from '../orgs/org.schema.ts';
import { orgs } from '../orgs/org.queries.ts';
import { managerConditions, managers } from './manager.queries.ts';
import { createManager, deleteManager, updateManager } from './manager.service.ts';

export const Manager = builder.objectRef<Row<'manager'>>('Manager').implement({
  interfaces: [Versioned],
  fields: (t) => ({
    name: t.exposeString('name'),
    org: t.field({
      type: Org,
      nullable: true,
      authScopes: { may: 'org:read' },
      resolve: ({ org_id }, _args, context) => context.load(orgs, 'org:read', org_id),
    }),
  }),
});

const ManagerConnection = connectionOf('Manager', Manager);
const ManagerSort = sortInput('Manager', managers.sorts);
const ManagerFilter = builder.inputType('ManagerFilter', {
  fields: (t) => ({ q: t.string(), orgId: t.id(), updatedAt: t.field({ type: DateTimeRange }) }),
});

builder.queryFields((t) => ({
  manager: t.field({
    type: Manager,
    nullable: true,
    authScopes: { may: 'manager:read' },
    args: recordArgs,
    resolve: (_root, args, context) => recordOf(context, managers, 'manager:read', args),
  }),
  managers: t.field({
    type: ManagerConnection,
    authScopes: { may: 'manager:read' },
    args: listArgs(ManagerFilter, ManagerSort),
    resolve: (_root, args, context) => listOf(context, managers, 'manager:read', managerConditions(args.filter), args),
  }),
}));

const CreateManagerInput = builder.inputType('CreateManagerInput', {
  fields: (t) => ({ orgId: t.id(), name: t.string({ required: true }) }),
});
const UpdateManagerInput = builder.inputType('UpdateManagerInput', { fields: (t) => ({ name: t.string() }) });

builder.mutationFields((t) => ({
  createManager: t.field({
    type: Manager,
    authScopes: { may: 'manager:write' },
    args: { input: t.arg({ type: CreateManagerInput, required: true }) },
    resolve: (_root, { input }, context) => createManager(context, input),
  }),
  updateManager: t.field({
    type: Manager,
    authScopes: { may: 'manager:write' },
    args: { ...versionArgs, input: t.arg({ type: UpdateManagerInput, required: true }) },
    resolve: (_root, { id, rowId, input }, context) => updateManager(context, { id, rowId }, input),
  }),
  deleteManager: t.field({
    type: 'ID',
    authScopes: { may: 'manager:write' },
    args: versionArgs,
    resolve: async (_root, version, context) => (await deleteManager(context, version)).id,
  }),
}));
