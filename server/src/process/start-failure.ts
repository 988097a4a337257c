import { AppError, OperatorError, PassingError } from '@noa/domain/errors.ts';

const untrusted =
  'leads to a PostgreSQL whose certificate is of no authority that is known here: name that of its authority (…?sslmode=verify-full&sslrootcert=/etc/noa/ca.crt)';

/** The end of a sentence that begins with a setting, as those below. */
export const pooled =
  'leads to a pooler of connections, as pgbouncer, which does not pass on what Noa sets for each: let it lead to PostgreSQL itself';

/** Errors of the network and of PostgreSQL behind a setting, as the end of a sentence that begins with it. */
const refused: Readonly<Record<string, string>> = {
  // What is sent with the first packet, which a pooler, or a PostgreSQL of before, does not know.
  '08P01': pooled,
  '42704': 'leads to a PostgreSQL that is too old: Noa needs PostgreSQL 15 or newer',
  '28P01': 'has a password that PostgreSQL refuses',
  '28000': 'has a user that PostgreSQL refuses',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a host that is not the one of its certificate',
  '3D000': 'names a database that does not exist',
  '42501':
    'has a user who may not create tables or roles, or not grant those that another user has made in this PostgreSQL: let a database administrator grant it, or make the login of DATABASE_APP_URL (README, "Settings")',
};

/** Those that pass by themselves, once the database or the network is there. */
const passing: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'leads to where no PostgreSQL answers',
  ENOTFOUND: 'has a host that is not known',
  EAI_AGAIN: 'has a host that cannot be looked up just now',
  EHOSTUNREACH: 'has a host that is not within reach',
  ENETUNREACH: 'has a host that is not within reach',
  CERT_HAS_EXPIRED: 'leads to a PostgreSQL whose certificate has expired',
  ETIMEDOUT: 'leads to a PostgreSQL that does not answer',
  '25006':
    'leads to a PostgreSQL that takes no writes: it is being recovered, follows another, or is set to be read only',
};

/** What only a person mends, whatever step it comes from: of files, and of words that no library takes. */
const needsAPerson: ReadonlySet<string> = new Set([
  'EACCES',
  'EADDRINUSE',
  'EADDRNOTAVAIL',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ERR_INVALID_ARG_TYPE',
  'ERR_INVALID_ARG_VALUE',
  'ERR_INVALID_URL',
]);

/** What lies behind: several addresses of one name fail together, and what clients of the API are told says less than its cause. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) {
    return causeOf(error.errors[0]);
  }
  return error instanceof AppError && error.cause instanceof Error ? causeOf(error.cause) : error;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Runs steps of the start whose failures are those of a PostgreSQL that a setting names: they are said by its name.
 *
 * @param setting - null where PostgreSQL is embedded.
 * @throws {OperatorError} in place of what PostgreSQL or the network said; anything else as it is.
 */
export async function reaching<Done>(setting: string | null, steps: () => Promise<Done>): Promise<Done> {
  try {
    return await steps();
  } catch (error) {
    const cause = causeOf(error);
    const refusal = refused[codeOf(cause)];
    const passes = passing[codeOf(cause)];
    if (setting === null || cause instanceof OperatorError || (refusal ?? passes) === undefined) {
      throw error;
    }
    const said = cause instanceof Error && cause.message ? cause.message : codeOf(cause);
    const sentence = `${setting} ${refusal ?? passes} (${said}).`;
    throw refusal === undefined
      ? new PassingError(sentence, { cause: error })
      : new OperatorError(sentence, { cause: error });
  }
}

/**
 * Why the start failed, in one sentence without a stack trace.
 *
 * @param error - whatever was thrown.
 */
export function explainStartFailure(error: unknown): string {
  const cause = causeOf(error);
  return `Noa did not start. ${cause instanceof Error ? cause.message || codeOf(cause) : String(cause)}`;
}

/**
 * The exit code of a start that failed: 1 if it would fail again until a person has done something; 75 (`EX_TEMPFAIL`) if it may
 * succeed the next time, as the database is away or was lost on the way.
 *
 * @param error - whatever was thrown.
 */
export function startFailureCode(error: unknown): 1 | 75 {
  const cause = causeOf(error);
  const isRefusal = cause instanceof OperatorError && !(cause instanceof PassingError);
  return isRefusal || needsAPerson.has(codeOf(cause)) ? 1 : 75;
}
