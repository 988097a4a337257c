import { towerBlock } from '@noa/domain/kinds/tower-block.ts';
import { addressLabel } from '../address.ts';
import { addRecordLists } from '../declared/add-record.ts';
import { filterInput } from '../declared/record-fields.ts';
import { recordType } from '../declared/record-type.ts';
import { addGisNode } from '../gis/gis-node.schema.ts';
import { towerBlockConditions, towerBlocks, type TowerBlockFilter } from './tower-block.queries.ts';

export const TowerBlock = recordType(towerBlocks, towerBlock, {
  description: 'A building at street, number and block. Created by import only.',
  isWritten: false,
  fields: (t) => ({
    label: t.string({ description: 'The address on one line.', resolve: addressLabel }),
  }),
});
addGisNode(TowerBlock);

addRecordLists(towerBlocks, towerBlock, {
  type: TowerBlock,
  filter: filterInput<TowerBlockFilter>(towerBlock, (t) => ({ addrStreet: t.string() })),
  conditions: towerBlockConditions,
});
