import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import { listArgs, listOf, recordArgs, recordOf } from '../../graphql/list.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { addressLabel } from '../address.ts';
import { orgs } from '../orgs/org.queries.ts';
import { Org } from '../orgs/org.schema.ts';
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
    org: t.field({
      type: Org,
      nullable: true,
      authScopes: { may: 'org:read' },
      resolve: ({ org_id }, _args, context) => context.load(orgs, 'org:read', org_id),
    }),
  }),
});

const TowerBlockConnection = connectionOf('TowerBlock', TowerBlock);
const TowerBlockSort = sortInput('TowerBlock', towerBlocks.sorts);
const TowerBlockFilter = builder.inputType('TowerBlockFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the address; case and diacritics do not matter.' }),
    addrStreet: t.string(),
    orgId: t.id(),
  }),
});

builder.queryFields((t) => ({
  towerBlock: t.field({
    type: TowerBlock,
    nullable: true,
    authScopes: { may: 'towerBlock:read' },
    args: recordArgs,
    resolve: (_root, args, context) => recordOf(context, towerBlocks, 'towerBlock:read', args),
  }),
  towerBlocks: t.field({
    type: TowerBlockConnection,
    authScopes: { may: 'towerBlock:read' },
    args: listArgs(TowerBlockFilter, TowerBlockSort),
    resolve: (_root, args, context) =>
      listOf(context, towerBlocks, 'towerBlock:read', towerBlockConditions(args.filter), args),
  }),
}));
