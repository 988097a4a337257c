import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import type { ErrorCode } from '@noa/domain/errors.ts';
import i18next, { type TFunction } from 'i18next';
import { OtherAccount } from '../session/own-token.ts';
import { formatExact } from '../ui/values/format.ts';

/** What depends on a record that therefore cannot be deleted. */
export interface Dependant {
  readonly kind: string;
  readonly count: number;
}

/** A failed request, as far as people and forms can act on it. */
export interface Failure {
  /** `Network` when there was no answer at all, or nothing was sent; `Server` when it was none of GraphQL's: something between has answered. */
  readonly code: ErrorCode | 'Network' | 'Server';
  /** Locale key of what to tell the user, by `failureText`. */
  readonly messageKey: `failure.${string}`;
  /** HTTP status of an answer that was none of GraphQL's. */
  readonly status: number | undefined;
  /** Locale keys by the path of the field they are about; empty when the failure belongs to no field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The version that another user has written meanwhile, of a `Conflict`. */
  readonly current: Readonly<Record<string, unknown>> | undefined;
  readonly dependants: readonly Dependant[];
  readonly correlationId: string | undefined;
  /** Everything the server said beside the message: further facts are particular to an operation. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

const none = {
  status: undefined,
  fields: {},
  current: undefined,
  dependants: [],
  correlationId: undefined,
  extensions: {},
} as const;

/** Of an answer in the shape of GraphQL's that says nothing of what was asked. */
export const strangeAnswer: Failure = { ...none, code: 'Server', messageKey: 'failure.shape' };

/** What went wrong, from whatever a request threw. */
export function describeFailure(error: unknown): Failure {
  if (ServerError.is(error) || ServerParseError.is(error)) {
    const { statusCode: status } = error;
    if (status === 503 && ServerError.is(error) && isOurs(error.bodyText)) {
      return { ...none, code: 'Server', status, messageKey: 'failure.Unavailable' };
    }
    // Ours or a proxy's: the file or the question was too large for whoever says so.
    const code = status === 413 ? 'LimitExceeded' : 'Server';
    return { ...none, code, status, messageKey: `failure.${code}` };
  }
  if (error instanceof OtherAccount) {
    return { ...none, code: 'Network', messageKey: 'failure.OtherAccount' };
  }
  if (!CombinedGraphQLErrors.is(error)) {
    return { ...none, code: 'Network', messageKey: 'failure.Network' };
  }
  const extensions = error.errors.find(({ extensions: each }) => each?.['code'])?.extensions ?? {};
  const code = (extensions['code'] ?? 'Internal') as ErrorCode;
  return {
    code,
    messageKey: `failure.${code}`,
    status: undefined,
    fields: (extensions['fields'] ?? {}) as Record<string, string>,
    current: extensions['current'] as Record<string, unknown> | undefined,
    dependants: (extensions['dependants'] ?? []) as Dependant[],
    correlationId: extensions['correlationId'] as string | undefined,
    extensions,
  };
}

/**
 * Whether the server has answered that what was asked for is not there, or no longer for this account: then what was known of it
 * before is shown no more. After any other failure it is, and said to be old.
 */
export function isRefusal(error: unknown): boolean {
  const code = CombinedGraphQLErrors.is(error) ? describeFailure(error).code : undefined;
  return code === 'NotFound' || code === 'Forbidden';
}

/**
 * Whether what was to be changed is no longer as it was shown: to ask for it anew is what helps. What one of its fields was to name may be
 * gone as well, which that field says.
 */
export const isOutdated = ({ code, fields }: Pick<Failure, 'code' | 'fields'>): boolean =>
  code === 'Conflict' || (code === 'NotFound' && Object.keys(fields).length === 0);

/** Whether Noa itself said that it cannot serve for now, and no proxy in its place. */
function isOurs(body: string): boolean {
  try {
    return Array.isArray((JSON.parse(body) as { errors?: unknown } | null)?.errors);
  } catch {
    return false; // a page of a proxy's
  }
}

/**
 * What to tell the user of a failure where no field says it: why, as far as it names reasons that there are words for on any screen that was
 * opened, or from when on it may be tried again; else of what sort it is.
 */
export function failureText(
  t: TFunction,
  { messageKey, status, fields, extensions }: Pick<Failure, 'messageKey' | 'status' | 'fields' | 'extensions'>,
): string {
  const { retryAt, bytesAtOnce } = extensions;
  if (typeof retryAt === 'string') {
    return t('common:failure.tooOften', { when: formatExact(retryAt, i18next.language) });
  }
  if (typeof bytesAtOnce === 'number') {
    return t('common:failure.tooMuchAtOnce', { megabytes: Math.floor(bytesAtOnce / 1024 ** 2) });
  }
  const ns = [i18next.options.ns ?? []].flat();
  const sort = `common:${messageKey}`;
  const reasons = Object.values(fields).map((reason) => t([reason, sort], { ns, status }));
  return reasons.length > 0 ? [...new Set(reasons)].join('; ') : t(sort, { status });
}
