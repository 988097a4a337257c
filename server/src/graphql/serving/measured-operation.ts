import {
  getOperationAST,
  Kind,
  type ExecutionArgs,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { operationSeconds } from '../../instruments/meters.ts';
import { inSpan } from '../../instruments/tracing.ts';

/** An operation in words of the schema: its own name, and all else that was sent, are its sender's. */
interface Told {
  readonly type: string;
  /** The one field that it asks; `several` for more, `other` for what the schema does not have. */
  readonly field: string;
}

/** Of operations that were told before. */
const known = new WeakMap<OperationDefinitionNode, Told>();

function told({ schema, document, operationName }: ExecutionArgs): Told {
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    return { type: 'none', field: 'other' };
  }
  const found = known.get(operation) ?? toldOf(schema, operation);
  known.set(operation, found);
  return found;
}

function toldOf(schema: GraphQLSchema, operation: OperationDefinitionNode): Told {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const namesIn = (selections: readonly SelectionNode[]): string[] =>
    selections.flatMap((each) => {
      if (each.kind === Kind.FIELD) {
        return Object.hasOwn(fields, each.name.value) ? each.name.value : 'other';
      }
      return each.kind === Kind.INLINE_FRAGMENT ? namesIn(each.selectionSet.selections) : 'several';
    });
  const [first = 'other', ...others] = new Set(namesIn(operation.selectionSet.selections));
  return { type: operation.operation, field: others.length > 0 ? 'several' : first };
}

/** Does an operation; how long it took, and where within, can be seen from outside. */
export async function measured<T>(args: ExecutionArgs, execute: () => Promise<T>): Promise<T> {
  const { type, field } = told(args);
  const end = operationSeconds.startTimer({ type, field });
  try {
    return await inSpan(`${type} ${field}`, { 'graphql.operation.type': type, 'noa.graphql.field': field }, execute);
  } finally {
    end();
  }
}
