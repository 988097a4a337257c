import { towerBlock } from '@noa/domain/kinds/tower-block.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { addRecordQueries } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { addressLabel } from '../address.ts';
import { filterInput, shownFields } from '../declared/record-fields.ts';
import { addGisNode } from '../gis/gis-node.schema.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { towerBlockConditions, towerBlocks, type TowerBlockFilter } from './tower-block.queries.ts';

export const TowerBlock = builder.objectRef<Row<'tower_block'>>('TowerBlock').implement({
  description: 'A building at street, number and block. Created by import only.',
  interfaces: [Versioned],
  fields: (t) => ({
    ...shownFields(t, towerBlock, towerBlocks),
    label: t.string({ description: 'The address on one line.', resolve: addressLabel }),
  }),
});
addOrg(TowerBlock);
addGisNode(TowerBlock);

addRecordQueries({
  kind: towerBlocks,
  type: TowerBlock,
  permission: 'towerBlock:read',
  filter: filterInput<TowerBlockFilter>(towerBlock, (t) => ({ addrStreet: t.string() })),
  conditions: towerBlockConditions,
});
