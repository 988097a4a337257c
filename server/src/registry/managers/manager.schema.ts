import { updateManagerInput } from '@noa/domain/manager.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { addDelete, addRecordQueries } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { isOwned } from '../reachable.ts';
import { addRestore } from '../restore.service.ts';
import { managerConditions, managers } from './manager.queries.ts';
import { createManager, deleteManager, updateManager } from './manager.service.ts';

export const Manager = builder.objectRef<Row<'manager'>>('Manager').implement({
  description: 'A property administrator that looks after entrances.',
  interfaces: [Versioned],
  fields: (t) => ({
    name: t.exposeString('name'),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'manager:write', row) }),
    viewerCanDelete: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'manager:write', row) }),
  }),
});
addOrg(Manager);

const ManagerFilter = builder.inputType('ManagerFilter', {
  fields: (t) => ({ q: t.string(), orgId: t.id(), updatedAt: t.field({ type: DateTimeRange }) }),
});

addRecordQueries({
  kind: managers,
  type: Manager,
  permission: 'manager:read',
  filter: ManagerFilter,
  conditions: managerConditions,
});

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
}));

addDelete(managers, 'manager:write', deleteManager);
addRestore(managers, { permission: 'manager:write', input: updateManagerInput, update: updateManager });
