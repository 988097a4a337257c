import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { addRecordQueries } from '../../graphql/record-fields.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { addressLabel } from '../address.ts';
import { addGisNode } from '../gis/gis-node.schema.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { towerBlockConditions, towerBlocks } from './tower-block.queries.ts';

export const TowerBlock = builder.objectRef<Row<'tower_block'>>('TowerBlock').implement({
  description: 'A building at street, number and block. Created by import only.',
  interfaces: [Versioned],
  fields: (t) => ({
    addrStreet: t.exposeString('addr_street'),
    addrNr: t.exposeString('addr_nr'),
    addrBl: t.exposeString('addr_bl'),
    label: t.string({ description: 'The address on one line.', resolve: addressLabel }),
    county: t.exposeString('county'),
    locality: t.exposeString('locality'),
    sourceRef: t.exposeString('source_ref', {
      nullable: true,
      description: 'Its id in the list it was imported from.',
    }),
    lat: t.exposeFloat('lat', { nullable: true }),
    lng: t.exposeFloat('lng', { nullable: true }),
  }),
});
addOrg(TowerBlock);
addGisNode(TowerBlock);

const TowerBlockFilter = builder.inputType('TowerBlockFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the address; case and diacritics do not matter.' }),
    addrStreet: t.string(),
    orgId: t.id(),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

addRecordQueries({
  kind: towerBlocks,
  type: TowerBlock,
  permission: 'towerBlock:read',
  filter: TowerBlockFilter,
  conditions: towerBlockConditions,
});
