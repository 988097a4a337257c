import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import type { ErrorCode } from '@noa/domain/errors.ts';

/** What depends on a record that therefore cannot be deleted. */
export interface Dependant {
  readonly kind: string;
  readonly count: number;
}

/** A failed request, as far as people and forms can act on it. */
export interface Failure {
  /** `Network` when there was no answer at all, `Server` when it was none of GraphQL's. */
  readonly code: ErrorCode | 'Network' | 'Server';
  /** Locale key of what to tell the user. */
  readonly messageKey: `failure.${string}`;
  /** Locale keys by the path of the field they are about; empty when the failure belongs to no field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The version that another user has written meanwhile, of a `Conflict`. */
  readonly current: Readonly<Record<string, unknown>> | undefined;
  readonly dependants: readonly Dependant[];
  readonly correlationId: string | undefined;
  /** Everything the server said beside the message: further facts are particular to an operation. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

const none = { fields: {}, current: undefined, dependants: [], correlationId: undefined, extensions: {} } as const;

/** What went wrong, from whatever a request threw. */
export function describeFailure(error: unknown): Failure {
  if (!CombinedGraphQLErrors.is(error)) {
    const code = ServerError.is(error) ? 'Server' : 'Network';
    return { ...none, code, messageKey: `failure.${code}` };
  }
  const extensions = error.errors.find(({ extensions: each }) => each?.['code'])?.extensions ?? {};
  const code = (extensions['code'] ?? 'Internal') as ErrorCode;
  return {
    code,
    messageKey: `failure.${code}`,
    fields: (extensions['fields'] ?? {}) as Record<string, string>,
    current: extensions['current'] as Record<string, unknown> | undefined,
    dependants: (extensions['dependants'] ?? []) as Dependant[],
    correlationId: extensions['correlationId'] as string | undefined,
    extensions,
  };
}
