import { randomUUID } from 'node:crypto';
import { OperationNodeTransformer, sql, type OperationNode, type SqlBool, type ValueNode } from 'kysely';
import { ofParent } from './page-json.ts';
import type { Condition } from './record.ts';
import { NotPlain } from './row-json.ts';

/**
 * Stands for the id of the row that a statement reads, where conditions on the rows that hang on it are made for one record. It is an id that nobody
 * can send, as no other process has it.
 */
export const parentId = randomUUID();

const parentBytes = Buffer.from(parentId.replaceAll('-', ''), 'hex');

/** Whether a value that is sent has the id in it, and something else with it. */
function holdsParentId(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(holdsParentId);
  }
  return typeof value === 'string'
    ? value.includes(parentId)
    : Buffer.isBuffer(value) && [parentBytes, parentId].some((bytes) => value.includes(bytes));
}

class ParentIds extends OperationNodeTransformer {
  protected override transformNodeImpl<Node extends OperationNode>(node: Node): Node {
    const value = node.kind === 'ValueNode' ? (node as unknown as ValueNode).value : undefined;
    if (value === parentId) {
      return ofParent('id').toOperationNode() as unknown as Node;
    }
    if (holdsParentId(value)) {
      throw new NotPlain('A condition has the id of its row among other values');
    }
    return super.transformNodeImpl(node);
  }
}

const parentIds = new ParentIds();

/**
 * The condition of each row's own parent, which was made of {@link parentId}.
 *
 * @throws {NotPlain} if the id stands in an array or a text, where no row's own can be put in its place.
 */
export const ofEachParent = (condition: Condition): Condition => {
  const node = parentIds.transformNode(condition.toOperationNode());
  return sql<SqlBool>`${{ toOperationNode: () => node }}`;
};
