import type { ObjectRef } from '@pothos/core';
import { updateEntranceInput } from '@noa/domain/entrance.ts';
import { countByParent } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { addDelete, addRecordQueries, addRelatedList } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { accessGroups } from '../access-groups/access-group.queries.ts';
import { AccessGroup } from '../access-groups/access-group.schema.ts';
import { addressLabel } from '../address.ts';
import { managers } from '../managers/manager.queries.ts';
import { Manager } from '../managers/manager.schema.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { isOwned } from '../reachable.ts';
import { addRestore } from '../restore.service.ts';
import { towerBlocks } from '../tower-blocks/tower-block.queries.ts';
import { TowerBlock } from '../tower-blocks/tower-block.schema.ts';
import { entranceConditions, entrances } from './entrance.queries.ts';
import { createEntrance, deleteEntrance, updateEntrance } from './entrance.service.ts';

/** The entrance on one line: `Str. Unirii 12, bl. B1, sc. A`; without the block when the caller may not see it. */
async function entranceLabel(context: Context, row: Row<'entrance'>): Promise<string> {
  const block = await context.load(towerBlocks, 'entrance:read', row.tower_block_id);
  return [block && addressLabel(block), `sc. ${row.addr_sc}`].filter(Boolean).join(', ');
}

export const Entrance = builder.objectRef<Row<'entrance'>>('Entrance').implement({
  description: 'A staircase of a tower block.',
  interfaces: [Versioned],
  fields: (t) => ({
    addrSc: t.exposeString('addr_sc'),
    label: t.string({
      description: 'Address and staircase on one line.',
      resolve: (row, _args, context) => entranceLabel(context, row),
    }),
    towerBlock: t.field({
      type: TowerBlock,
      nullable: true,
      authScopes: { may: 'towerBlock:read' },
      resolve: ({ tower_block_id }, _args, context) => context.load(towerBlocks, 'towerBlock:read', tower_block_id),
    }),
    accessGroup: t.field({
      type: AccessGroup,
      nullable: true,
      authScopes: { may: 'accessGroup:read' },
      resolve: ({ access_group_id }, _args, context) => context.load(accessGroups, 'accessGroup:read', access_group_id),
    }),
    manager: t.field({
      type: Manager,
      nullable: true,
      authScopes: { may: 'manager:read' },
      resolve: ({ manager_id }, _args, context) => context.load(managers, 'manager:read', manager_id),
    }),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'entrance:write', row) }),
    viewerCanDelete: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'entrance:write', row) }),
  }),
});
addOrg(Entrance);

export const EntranceFilter = builder.inputType('EntranceFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the address; case and diacritics do not matter.' }),
    orgId: t.id(),
    towerBlockId: t.id(),
    accessGroupId: t.id(),
    managerId: t.id(),
    withoutAccessGroup: t.boolean(),
    withoutManager: t.boolean(),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

const entranceList = addRecordQueries({
  kind: entrances,
  type: Entrance,
  permission: 'entrance:read',
  filter: EntranceFilter,
  conditions: entranceConditions,
});

/** Adds to a kind how many of its entrances the caller sees. */
const addEntranceCount = <Parent extends { readonly id: string }>(
  type: ObjectRef<SchemaTypes, Parent>,
  column: 'tower_block_id' | 'manager_id',
) =>
  builder.objectField(type, 'entranceCount', (t) =>
    t.int({
      authScopes: { may: 'entrance:read' },
      resolve: async ({ id }, _args, context) =>
        (await context.loadBy(`entrances by ${column}`, id, (ids) =>
          context.read('entrance:read', (tx, scope) => countByParent(tx, entrances, scope, column, ids)),
        )) ?? 0,
    }),
  );
addEntranceCount(TowerBlock, 'tower_block_id');
addEntranceCount(Manager, 'manager_id');

builder.objectField(AccessGroup, 'entranceCount', (t) =>
  t.int({
    authScopes: { may: 'entrance:read' },
    resolve: async ({ id }, _args, context) =>
      (await context.loadBy('entrances of access group', id, (ids) =>
        context.read('entrance:read', (tx, scope) => countByParent(tx, entrances, scope, 'access_group_id', ids)),
      )) ?? 0,
  }),
);

addRelatedList(AccessGroup, 'entrances', entranceList, ({ id }) => ({ accessGroupId: id }));
addRelatedList(TowerBlock, 'entrances', entranceList, ({ id }) => ({ towerBlockId: id }), {
  sort: [{ field: 'addr_sc', direction: 'asc' }],
});

const CreateEntranceInput = builder.inputType('CreateEntranceInput', {
  fields: (t) => ({
    towerBlockId: t.id({ required: true }),
    addrSc: t.string({ required: true }),
    accessGroupId: t.id(),
    managerId: t.id(),
  }),
});

export const UpdateEntranceInput = builder.inputType('UpdateEntranceInput', {
  description: 'Absent leaves a field as it is; null clears it.',
  fields: (t) => ({ addrSc: t.string(), accessGroupId: t.id(), managerId: t.id() }),
});

builder.mutationFields((t) => ({
  createEntrance: t.field({
    type: Entrance,
    authScopes: { may: 'entrance:write' },
    args: { input: t.arg({ type: CreateEntranceInput, required: true }) },
    resolve: (_root, { input }, context) => createEntrance(context, input),
  }),
  updateEntrance: t.field({
    type: Entrance,
    authScopes: { may: 'entrance:write' },
    args: { ...versionArgs, input: t.arg({ type: UpdateEntranceInput, required: true }) },
    resolve: (_root, { id, rowId, input }, context) => updateEntrance(context, { id, rowId }, input),
  }),
}));

addDelete(entrances, 'entrance:write', deleteEntrance);
addRestore(entrances, { permission: 'entrance:write', input: updateEntranceInput, update: updateEntrance });
