import type { GraphQLResolveInfo } from 'graphql';
import type { ListArgs } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { connectionOf, sortInput } from '../../graphql/connection.ts';
import { listArgs, recordArgs } from '../../graphql/list.ts';
import { answerList, answerNamed, answerRecord } from '../../graphql/planned/records.ts';
import { plannable } from '../../graphql/planned/shape.ts';
import { addNamed, readOfEach } from '../../graphql/related-fields.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { GisNodeKindEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import type { ObjectRef } from '@pothos/core';
import type { Context } from '../../request/context.ts';
import { nodeLabel, nodePath } from './node-label.ts';
import {
  countChildren,
  gisNodeConditions,
  gisNodes,
  gisNodesBy,
  type GisNodeFilter,
  type GisNodeSort,
} from './gis-node.queries.ts';

type GisNodeRow = Row<'gis_node'>;

/** A node and what it lies in, from the county down. */
async function lineOf(context: Context, node: GisNodeRow): Promise<GisNodeRow[]> {
  const parent = await context.load(gisNodes, 'gisNode:read', node.parent_id);
  return parent ? [...(await lineOf(context, parent)), node] : [node];
}

const childrenOf = readOfEach('GisNode.childCount', 'gisNode:read', (tx, _scope, ids) => countChildren(tx, ids));

const GisNode = builder.objectRef<GisNodeRow>('GisNode');

GisNode.implement({
  description: 'A node of the address tree: county > uat > loc > artery.',
  interfaces: [Versioned],
  fields: (t) => ({
    kind: t.expose('kind', { type: GisNodeKindEnum }),
    name: t.exposeString('name'),
    officialName: t.exposeString('official_name', {
      description: 'With its rank, as the nomenclature has it: Municipiul Pașcani; empty for streets.',
    }),
    label: t.string({ description: 'As it stands in an address: Jud. Iași, Municipiul Pașcani.', resolve: nodeLabel }),
    path: t.string({
      description: 'What it lies in, and itself: Jud. Iași › Municipiul Pașcani › Pașcani.',
      resolve: async (node, _args, context) => nodePath(await lineOf(context, node)),
    }),
    childCount: t.int({
      resolve: async ({ id }, _args, context) => (await childrenOf(context, id)) ?? 0,
    }),
    siruta: t.exposeInt('siruta', { nullable: true, description: 'The statistical code of counties and localities.' }),
    lat: t.exposeFloat('lat', { nullable: true }),
    lng: t.exposeFloat('lng', { nullable: true }),
    parent: t.field({
      type: GisNode,
      nullable: true,
      extensions: plannable,
      resolve: (row, _args, context, info) =>
        answerNamed(context, gisNodes, 'gisNode:read', { row, column: 'parent_id' }, info),
    }),
  }),
});

const GisNodeConnection = connectionOf<GisNodeRow>('GisNode', GisNode);
const GisNodeSortInput = sortInput('GisNode', gisNodes.sorts);
const GisNodeFilterInput = builder.inputType('GisNodeFilter', {
  fields: (t) => ({
    q: t.string({
      description:
        'Words of the name and of what it lies in (pascani iasi); case and diacritics do not matter. What fits best comes first, unless another order is asked for.',
    }),
    kind: t.field({ type: GisNodeKindEnum }),
    parentId: t.id(),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

const listNodes = (
  context: Context,
  filter: GisNodeFilter,
  args: ListArgs<GisNodeSort> & { readonly asOf?: Date | null | undefined },
  info: GraphQLResolveInfo,
) => answerList(context, gisNodesBy(filter), 'gisNode:read', gisNodeConditions(filter), args, info);

builder.queryFields((t) => ({
  gisNode: t.field({
    type: GisNode,
    nullable: true,
    authScopes: { may: 'gisNode:read' },
    args: recordArgs,
    extensions: plannable,
    resolve: (_root, args, context, info) => answerRecord(context, gisNodes, 'gisNode:read', args, info),
  }),
  gisNodes: t.field({
    type: GisNodeConnection,
    authScopes: { may: 'gisNode:read' },
    args: listArgs(GisNodeFilterInput, GisNodeSortInput),
    extensions: plannable,
    resolve: (_root, args, context, info) => listNodes(context, args.filter ?? {}, args, info),
  }),
}));

builder.objectField(GisNode, 'children', (t) =>
  t.field({
    type: GisNodeConnection,
    args: listArgs(GisNodeFilterInput, GisNodeSortInput),
    extensions: plannable,
    resolve: ({ id }, args, context, info) => listNodes(context, { ...args.filter, parentId: id }, args, info),
  }),
);

/** Adds `gisNode` to a type whose records lie in a node of the address tree. */
export const addGisNode = <Lying extends { readonly gis_node_id: string | null }>(
  type: ObjectRef<SchemaTypes, Lying>,
) => addNamed(type, 'gis_node_id', GisNode, gisNodes, 'Where it lies in the address tree.');
