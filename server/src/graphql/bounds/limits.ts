import { Kind, type DocumentNode, type GraphQLSchema } from 'graphql';
import { costOf } from '../cost.ts';
import { tooMuch } from './document.ts';
import { isIntrospection } from './introspection.ts';

/** Bounds of one operation, checked before it is validated or executed. */
const limits = {
  depth: 14,
  /** Fields named at the root, aliases counted. */
  rootFields: 30,
  /** Fields that may come back, each list counted as long as it may be. */
  cost: 20_000,
} as const;

/**
 * Refuses an operation that is too deep, too broad or too costly; the schema itself is told whole to who asks for it as tools do.
 *
 * @param variables - as sent: page sizes given by variables count as much as literal ones.
 * @returns what it may cost: fields that may come back, at most.
 * @throws {AppError} `LimitExceeded`.
 */
export function refuseCostly(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): number {
  let most = 0;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION && isIntrospection(document, definition)) {
      most = limits.cost; // one of a caller at a time, with a rest after it
    } else if (definition.kind === Kind.OPERATION_DEFINITION) {
      const { cost, fields, depth } = costOf(schema, document, definition, variables);
      if (depth > limits.depth) {
        throw tooMuch('is nested too deep');
      }
      if (fields > limits.rootFields) {
        throw tooMuch('asks for too many things at once');
      }
      if (cost > limits.cost) {
        throw tooMuch('may return too much; ask for smaller pages');
      }
      most = Math.max(most, cost);
    }
  }
  return most;
}
