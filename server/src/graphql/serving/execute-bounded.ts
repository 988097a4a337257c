import {
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
  Kind,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import type { Context } from '../../request/context.ts';
import { operationSeconds } from '../../instruments/meters.ts';
import { inSpan } from '../../instruments/tracing.ts';
import type { Plan } from '../planned/compile.ts';
import { executePlanned } from '../planned/execute-planned.ts';
import { executeWithLists } from './execute-with-lists.ts';
import { namingFields } from './refused-variable.ts';

/** Errors that are told of one operation; the fields of the others are null as well. */
const maxErrors = 50;

interface Args extends ExecutionArgs {
  readonly contextValue: Context;
}

/**
 * Executes an operation in its caller's turn and within its time. A query ends when nobody waits for it; a mutation is
 * finished, as somebody who saved and left has saved.
 *
 * @param cost - fields that may come back.
 * @param plan - of the operation, if it has one.
 */
export const executeBounded = (args: Args, cost: number, plan?: Plan): Promise<ExecutionResult> =>
  measured(args, () => executeInSlot(args, cost, plan));

async function executeInSlot(args: Args, cost: number, plan: Plan | undefined): Promise<ExecutionResult> {
  const { bounds } = args.contextValue;
  const operation = getOperationAST(args.document, args.operationName)?.operation;
  const abortSignal = operation === OperationTypeNode.MUTATION ? bounds.writing : bounds.reading;
  if (operation === OperationTypeNode.QUERY) {
    args.contextValue.readsOnly();
  }
  try {
    const within = { ...args, abortSignal, hideSuggestions: true };
    const { data, errors, ...rest } = await bounds.run(
      cost,
      async () => (plan && (await executePlanned(plan, within))) ?? executeWithLists(within),
    );
    return {
      ...rest,
      ...(errors && { errors: namingFields(errors, args, maxErrors) }),
      ...(data !== undefined && { data }),
    };
  } catch (error) {
    if (!abortSignal.aborted) {
      throw error;
    }
    const originalError = abortSignal.reason as Error;
    return { errors: [new GraphQLError(originalError.message, { originalError })] };
  }
}

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
async function measured<T>(args: ExecutionArgs, execute: () => Promise<T>): Promise<T> {
  const { type, field } = told(args);
  const end = operationSeconds.startTimer({ type, field });
  try {
    return await inSpan(`${type} ${field}`, { 'graphql.operation.type': type, 'noa.graphql.field': field }, execute);
  } finally {
    end();
  }
}
