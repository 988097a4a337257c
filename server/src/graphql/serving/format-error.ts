import { randomUUID } from 'node:crypto';
import { GraphQLError, TokenKind, type ASTNode } from 'graphql';
import { AppError, type ErrorCode, type FieldErrors } from '@noa/domain/errors.ts';
import { withoutIdNumbers } from '@noa/domain/codes/id-number.ts';
import { unavailabilityOf } from '../../database/connection/unavailable.ts';
import { errorsReported } from '../../instruments/meters.ts';
import { currentRequestId } from '../../process/request-id.ts';

/** Letters of a message: GraphQL's own repeat what was sent. */
const longestMessage = 500;

/** A message as it may be told and kept: of bounded length, without id numbers. */
export const loggable = (message: string): string => withoutIdNumbers(message.slice(0, longestMessage));

/** Told of every failure we did not raise on purpose, with the id that the client was given. */
export type ReportInternal = (correlationId: string, cause: unknown) => void;

/**
 * What the client may know of a failure: refusals we raised on purpose as they are, GraphQL's own complaints about a
 * document as `ValidationFailed`, and of anything else an id under which the log has the cause.
 */
export function formatError(error: unknown, reportInternal: ReportInternal): GraphQLError {
  if (error instanceof AppError) {
    return refusal(error, error, error.fields);
  }
  if (error instanceof GraphQLError) {
    const cause = rootCause(error);
    if (cause instanceof AppError) {
      return refusal(error, cause, fieldsOf(error));
    }
    if (cause === undefined) {
      return withCode(error, error.message, 'ValidationFailed', {});
    }
  }
  const failure = error instanceof GraphQLError ? rootCause(error) : error;
  const trouble = unavailabilityOf(failure);
  if (trouble) {
    return refusal(error, trouble, undefined);
  }
  if (isOutOfTime(failure)) {
    return refusal(error, outOfTime, undefined);
  }
  const correlationId = currentRequestId() ?? randomUUID();
  reportInternal(correlationId, failure);
  return withCode(error, 'Internal error', 'Internal', { correlationId });
}

/** SQLSTATE of a statement that took too long (query_canceled) or waited too long for somebody's row (lock_not_available). */
const outOfTimeStates: ReadonlySet<unknown> = new Set(['57014', '55P03']);

const isOutOfTime = (failure: unknown) =>
  failure instanceof Error && 'code' in failure && outOfTimeStates.has(failure.code);

const outOfTime = new AppError('LimitExceeded', 'The database took too long; ask for less, or try again in a moment');

/** What was thrown, below the wrappers GraphQL adds; undefined when GraphQL itself complains. */
export function rootCause(error: GraphQLError): unknown {
  let cause: unknown = error.originalError;
  while (cause instanceof GraphQLError) {
    cause = cause.originalError;
  }
  return cause;
}

/**
 * What a value was refused for, by what it was sent as: it refuses itself (`''`) without knowing where it stands.
 *
 * @returns undefined when no field is to blame.
 */
export function fieldsOf(error: GraphQLError): FieldErrors | undefined {
  const cause = rootCause(error);
  const { '': problem, ...others } = (cause instanceof AppError && cause.fields) || {};
  const name = error.nodes?.[0] && nameOf(error.nodes[0]);
  if (problem === undefined || name === undefined) {
    return cause instanceof AppError ? cause.fields : undefined;
  }
  return { ...others, [name]: problem };
}

/** The argument or field that a value is given to in the document. */
function nameOf(node: ASTNode): string | undefined {
  // A value knows where it begins, and nothing of what it is given to: that stands before it, `name: value` or `name: [value, value]`.
  let depth = 0;
  for (let token = node.loc?.startToken.prev; token; token = token.prev) {
    if (token.kind === TokenKind.BRACKET_R || token.kind === TokenKind.BRACE_R) {
      depth += 1;
    } else if (token.kind === TokenKind.BRACKET_L || token.kind === TokenKind.BRACE_L) {
      depth = Math.max(depth - 1, 0);
    } else if (token.kind === TokenKind.COLON && depth === 0) {
      return token.prev?.value;
    }
  }
  return undefined;
}

const refusal = (error: unknown, { message, code, details }: AppError, fields: FieldErrors | undefined) =>
  withCode(error, message, code, { ...details, ...(fields && { fields }) });

function withCode(error: unknown, message: string, code: ErrorCode, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path } = error instanceof GraphQLError ? error : {};
  errorsReported.inc({ code });
  // GraphQL's own complaints repeat the values they are about, and ours the ids.
  return new GraphQLError(loggable(message), {
    ...(nodes && { nodes }),
    ...(source && { source }),
    ...(positions && { positions }),
    ...(path && { path }),
    extensions: { ...extensions, code },
  });
}
