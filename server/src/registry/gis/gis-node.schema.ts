import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import { listArgs, listOf, recordArgs, recordOf } from '../../graphql/list.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { GisNodeKindEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { gisNodeConditions, gisNodes } from './gis-node.queries.ts';

type GisNodeRow = Row<'gis_node'>;

const GisNode = builder.objectRef<GisNodeRow>('GisNode');

GisNode.implement({
  description: 'A node of the address tree: county > uat > loc > artery.',
  interfaces: [Versioned],
  fields: (t) => ({
    kind: t.expose('kind', { type: GisNodeKindEnum }),
    name: t.exposeString('name'),
    siruta: t.exposeInt('siruta', { nullable: true, description: 'The statistical code of counties and localities.' }),
    lat: t.exposeFloat('lat', { nullable: true }),
    lng: t.exposeFloat('lng', { nullable: true }),
    parent: t.field({
      type: GisNode,
      nullable: true,
      resolve: ({ parent_id }, _args, context) => context.load(gisNodes, 'gisNode:read', parent_id),
    }),
  }),
});

const GisNodeConnection = connectionOf<GisNodeRow>('GisNode', GisNode);
const GisNodeSort = sortInput('GisNode', gisNodes.sorts);
const GisNodeFilter = builder.inputType('GisNodeFilter', {
  fields: (t) => ({
    q: t.string(),
    kind: t.field({ type: GisNodeKindEnum }),
    parentId: t.id(),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

builder.queryFields((t) => ({
  gisNode: t.field({
    type: GisNode,
    nullable: true,
    authScopes: { may: 'gisNode:read' },
    args: recordArgs,
    resolve: (_root, args, context) => recordOf(context, gisNodes, 'gisNode:read', args),
  }),
  gisNodes: t.field({
    type: GisNodeConnection,
    authScopes: { may: 'gisNode:read' },
    args: listArgs(GisNodeFilter, GisNodeSort),
    resolve: (_root, args, context) => listOf(context, gisNodes, 'gisNode:read', gisNodeConditions(args.filter), args),
  }),
}));

builder.objectField(GisNode, 'children', (t) =>
  t.field({
    type: GisNodeConnection,
    args: listArgs(GisNodeFilter, GisNodeSort),
    resolve: ({ id }, args, context) =>
      listOf(context, gisNodes, 'gisNode:read', gisNodeConditions({ ...args.filter, parentId: id }), args),
  }),
);
