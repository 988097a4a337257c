import { GraphQLError, getOperationAST, OperationTypeNode, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { Context } from './context.ts';
import { executeWithLists } from './execute-with-lists.ts';
import { measured } from './measured-operation.ts';

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
 */
export const executeBounded = (args: Args, cost: number): Promise<ExecutionResult> =>
  measured(args, () => executeInTurn(args, cost));

async function executeInTurn(args: Args, cost: number): Promise<ExecutionResult> {
  const { bounds } = args.contextValue;
  const operation = getOperationAST(args.document, args.operationName);
  const abortSignal = operation?.operation === OperationTypeNode.MUTATION ? bounds.writing : bounds.reading;
  try {
    const { data, errors, ...rest } = await bounds.run(cost, () =>
      executeWithLists({ ...args, abortSignal, hideSuggestions: true }),
    );
    return { ...rest, ...(errors && { errors: errors.slice(0, maxErrors) }), ...(data !== undefined && { data }) };
  } catch (error) {
    if (!abortSignal.aborted) {
      throw error;
    }
    const originalError = abortSignal.reason as Error;
    return { errors: [new GraphQLError(originalError.message, { originalError })] };
  }
}
