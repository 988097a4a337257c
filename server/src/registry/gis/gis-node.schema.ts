import type { ObjectRef } from '@pothos/core';
import type { GisNodeKind } from '@noa/domain/vocabulary.ts';
import type { Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { answerNamed } from '../../graphql/planned/records.ts';
import { plannable } from '../../graphql/planned/shape.ts';
import { addRecordQueries, addRelatedList } from '../../graphql/record-fields.ts';
import { addCount, addNamed } from '../../graphql/related-fields.ts';
import { DateTimeRange } from '../../graphql/ranges.ts';
import { GisNodeKindEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import type { Context } from '../../request/context.ts';
import { countChildren, gisNodeConditions, gisNodes, gisNodesBy } from './gis-node.queries.ts';

interface Node {
  readonly kind: GisNodeKind;
  readonly name: string;
  readonly official_name: string;
}

/** A node as it stands in an address: `Jud. Iași`, `Municipiul Pașcani`, `Pașcani`, `Strada Moldovei`. */
function nodeLabel({ kind, name, official_name }: Node): string {
  if (kind === 'county') {
    return official_name.startsWith('Municipiul') ? official_name : `Jud. ${name}`;
  }
  return (kind === 'uat' && official_name) || name;
}

/** A line of nodes, the county first: `Jud. Iași › Municipiul Pașcani › Pașcani`. Bucharest is its own county, and said once. */
const nodePath = (line: readonly Node[]): string =>
  line
    .map(nodeLabel)
    .filter((label, index, labels) => label !== labels[index - 1])
    .join(' › ');

type GisNodeRow = Row<'gis_node'>;

/** A node and what it lies in, from the county down. */
async function lineOf(context: Context, node: GisNodeRow): Promise<GisNodeRow[]> {
  const parent = await context.load(gisNodes, 'gisNode:read', node.parent_id);
  return parent ? [...(await lineOf(context, parent)), node] : [node];
}

/** The path of a node, as its record and whatever lies in it say it; undefined if there is none. */
export async function pathOfNode(context: Context, id: string): Promise<string | undefined> {
  const node = await context.load(gisNodes, 'gisNode:read', id);
  return node ? nodePath(await lineOf(context, node)) : undefined;
}

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

addCount(GisNode, 'childCount', 'gisNode:read', countChildren);

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

const list = addRecordQueries({
  kind: gisNodes,
  type: GisNode,
  permission: 'gisNode:read',
  filter: GisNodeFilterInput,
  conditions: gisNodeConditions,
  listed: (filter) => gisNodesBy(filter ?? {}),
});
addRelatedList(GisNode, 'children', list, ({ id }) => ({ parentId: id }));

/** Adds `gisNode` to a type whose records lie in a node of the address tree. */
export const addGisNode = <Lying extends { readonly gis_node_id: string | null }>(
  type: ObjectRef<SchemaTypes, Lying>,
) => addNamed(type, 'gis_node_id', GisNode, gisNodes, 'Where it lies in the address tree.');
