import { GraphQLError, getOperationAST, OperationTypeNode, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { Context } from '../../request/context.ts';
import { executeWithLists } from './execute-with-lists.ts';
import { measured } from './measured-operation.ts';
import { namingFields } from './refused-variable.ts';
import type { Plan } from '../planned/compile.ts';
import { executePlanned } from '../planned/execute-planned.ts';

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
