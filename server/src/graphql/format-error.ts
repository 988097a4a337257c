import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { AppError, type ErrorCode } from '@noa/domain/errors.ts';
import { withoutIdNumbers } from '@noa/domain/id-number.ts';

/** Told of every failure we did not raise on purpose, with the id that the client was given. */
export type ReportInternal = (correlationId: string, cause: unknown) => void;

/**
 * What the client may know of a failure: refusals we raised on purpose as they are, GraphQL's own complaints about a
 * document as `ValidationFailed`, and of anything else an id under which the log has the cause.
 */
export function formatError(error: unknown, reportInternal: ReportInternal): GraphQLError {
  if (error instanceof AppError) {
    return refusal(error, error);
  }
  if (error instanceof GraphQLError) {
    const cause = rootCause(error);
    if (cause instanceof AppError) {
      return refusal(error, cause);
    }
    if (cause === undefined) {
      return withCode(error, error.message, 'ValidationFailed', {});
    }
  }
  const correlationId = randomUUID();
  reportInternal(correlationId, error instanceof GraphQLError ? rootCause(error) : error);
  return withCode(error, 'Internal error', 'Internal', { correlationId });
}

/** What was thrown, below the wrappers GraphQL adds; undefined when GraphQL itself complains. */
function rootCause(error: GraphQLError): unknown {
  let cause: unknown = error.originalError;
  while (cause instanceof GraphQLError) {
    cause = cause.originalError;
  }
  return cause;
}

const refusal = (error: unknown, { message, code, fields, details }: AppError) =>
  withCode(error, message, code, { ...details, ...(fields && { fields }) });

function withCode(error: unknown, message: string, code: ErrorCode, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path } = error instanceof GraphQLError ? error : {};
  // GraphQL's own complaints repeat the values they are about, and ours the ids.
  return new GraphQLError(withoutIdNumbers(message), {
    ...(nodes && { nodes }),
    ...(source && { source }),
    ...(positions && { positions }),
    ...(path && { path }),
    extensions: { ...extensions, code },
  });
}
