import { randomUUID } from 'node:crypto';
import { OperationNodeTransformer, sql, type OperationNode, type SqlBool, type ValueNode } from 'kysely';
import { ofParent } from './page-json.ts';
import type { Condition } from './record.ts';

/**
 * Stands for the id of the row that a statement reads, where conditions on the rows that hang on it are made for one record. It is an id that nobody
 * can send, as no other process has it.
 */
export const parentId = randomUUID();

class ParentIds extends OperationNodeTransformer {
  protected override transformNodeImpl<Node extends OperationNode>(node: Node): Node {
    const isParentId = node.kind === 'ValueNode' && (node as unknown as ValueNode).value === parentId;
    return isParentId ? (ofParent('id').toOperationNode() as unknown as Node) : super.transformNodeImpl(node);
  }
}

const parentIds = new ParentIds();

/** The condition of each row's own parent, which was made of {@link parentId}. */
export const ofEachParent = (condition: Condition): Condition => {
  const node = parentIds.transformNode(condition.toOperationNode());
  return sql<SqlBool>`${{ toOperationNode: () => node }}`;
};
