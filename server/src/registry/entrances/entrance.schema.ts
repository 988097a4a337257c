import type { ObjectRef } from '@pothos/core';
import { entrance } from '@noa/domain/kinds/entrance.ts';
import { countByParent } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { addRecordQueries, addRelatedList } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { accessGroups } from '../access-groups/access-group.queries.ts';
import { AccessGroup } from '../access-groups/access-group.schema.ts';
import { addressLabel } from '../address.ts';
import {
  addRecordMutations,
  createInputType,
  filterInput,
  ownedBy,
  related,
  shownFields,
  updateInputType,
} from '../declared/record-fields.ts';
import { managers } from '../managers/manager.queries.ts';
import { Manager } from '../managers/manager.schema.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { towerBlocks } from '../tower-blocks/tower-block.queries.ts';
import { TowerBlock } from '../tower-blocks/tower-block.schema.ts';
import { entranceConditions, entrances, type EntranceFilter } from './entrance.queries.ts';
import { entranceService } from './entrance.service.ts';

/** The entrance on one line: `Str. Unirii 12, bl. B1, sc. A`; without the block when the caller may not see it. */
async function entranceLabel(context: Context, row: Row<'entrance'>): Promise<string> {
  const block = await context.load(towerBlocks, 'entrance:read', row.tower_block_id);
  return [block && addressLabel(block), `sc. ${row.addr_sc}`].filter(Boolean).join(', ');
}

export const Entrance = builder.objectRef<Row<'entrance'>>('Entrance').implement({
  description: 'A staircase of a tower block.',
  interfaces: [Versioned],
  fields: (t) => ({
    ...shownFields(t, entrance, entrances),
    ...ownedBy(t, 'entrance:write'),
    label: t.string({
      description: 'Address and staircase on one line.',
      resolve: (row, _args, context) => entranceLabel(context, row),
    }),
    towerBlock: related(t, TowerBlock, towerBlocks, 'towerBlock:read', 'tower_block_id'),
    accessGroup: related(t, AccessGroup, accessGroups, 'accessGroup:read', 'access_group_id'),
    manager: related(t, Manager, managers, 'manager:read', 'manager_id'),
  }),
});
addOrg(Entrance);

export const EntranceFilterInput = filterInput<EntranceFilter>(entrance, (t) => ({
  withoutAccessGroup: t.boolean(),
  withoutManager: t.boolean(),
}));

const entranceList = addRecordQueries({
  kind: entrances,
  type: Entrance,
  permission: 'entrance:read',
  filter: EntranceFilterInput,
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

export const UpdateEntranceInput = updateInputType(entrance);

addRecordMutations({
  kind: entrances,
  declared: entrance,
  type: Entrance,
  permission: 'entrance:write',
  service: entranceService,
  inputs: { create: createInputType(entrance), update: UpdateEntranceInput },
});
