import { entrance } from '@noa/domain/kinds/entrance.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { addRelatedList } from '../../graphql/record-fields.ts';
import { addCountOf } from '../../graphql/related-fields.ts';
import { AccessGroup } from '../access-groups/access-group.schema.ts';
import { addressLabel } from '../address.ts';
import { addRecord } from '../declared/add-record.ts';
import { filterInput } from '../declared/record-fields.ts';
import { recordService } from '../declared/record-service.ts';
import { recordType } from '../declared/record-type.ts';
import { Manager } from '../managers/manager.schema.ts';
import { towerBlocks } from '../tower-blocks/tower-block.queries.ts';
import { TowerBlock } from '../tower-blocks/tower-block.schema.ts';
import { entranceConditions, entrances, type EntranceFilter } from './entrance.queries.ts';

/** The entrance on one line: `Str. Unirii 12, bl. B1, sc. A`; without the block when the caller may not see it. */
async function entranceLabel(context: Context, row: Row<'entrance'>): Promise<string> {
  const block = await context.load(towerBlocks, 'entrance:read', row.tower_block_id);
  return [block && addressLabel(block), `sc. ${row.addr_sc}`].filter(Boolean).join(', ');
}

export const Entrance = recordType(entrances, entrance, {
  description: 'A staircase of a tower block.',
  fields: (t) => ({
    label: t.string({
      description: 'Address and staircase on one line.',
      resolve: (row, _args, context) => entranceLabel(context, row),
    }),
  }),
});

export const EntranceFilterInput = filterInput<EntranceFilter>(entrance, (t) => ({
  withoutAccessGroup: t.boolean(),
  withoutManager: t.boolean(),
}));

export const entranceService = recordService<'entrance'>({ kind: entrances, declared: entrance });

const { list, inputs } = addRecord(entrances, entrance, {
  type: Entrance,
  filter: EntranceFilterInput,
  conditions: entranceConditions,
  service: entranceService,
});
export const UpdateEntranceInput = inputs.update;

addCountOf(TowerBlock, 'entranceCount', entrances, 'tower_block_id');
addCountOf(Manager, 'entranceCount', entrances, 'manager_id');
addCountOf(AccessGroup, 'entranceCount', entrances, 'access_group_id');

addRelatedList(AccessGroup, 'entrances', list, ({ id }) => ({ accessGroupId: id }));
addRelatedList(TowerBlock, 'entrances', list, ({ id }) => ({ towerBlockId: id }), {
  sort: [{ field: 'addr_sc', direction: 'asc' }],
});
