import { OperatorError, PassingError } from '@noa/domain/errors.ts';

/** Errors of the network and of PostgreSQL that a person can mend, as one sentence each. */
const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken: another program, or another Noa, listens there. Set PORT to a free one.',
  EACCES: 'The system does not let Noa open a file or the port; check DATA_DIR and PORT.',
  ECONNREFUSED: 'No PostgreSQL answers at DATABASE_URL.',
  ENOTFOUND: 'The host of DATABASE_URL is not known.',
  ETIMEDOUT: 'PostgreSQL at DATABASE_URL does not answer.',
  '28P01': 'PostgreSQL refuses the password of DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user of DATABASE_URL.',
  '25006':
    'PostgreSQL at DATABASE_URL takes no writes: it is being recovered, follows another, or is set to be read only.',
  '3D000': 'The database that DATABASE_URL names does not exist.',
  '42501':
    'The user of DATABASE_URL may not create tables or roles: let a database administrator grant it, or make the login of DATABASE_APP_URL (README, "Settings").',
};

/**
 * Why the start failed, in one sentence without a stack trace.
 *
 * @param error - whatever was thrown.
 */
export function explainStartFailure(error: unknown): string {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const sentence = sentences[code];
  const message = cause instanceof Error ? cause.message : String(cause);
  return `Noa did not start. ${sentence ? `${sentence} (${message || code})` : message}`;
}

/** Of what `sentences` knows: these need a person, the others may pass. */
const needsAPerson: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES', '28P01', '28000', '3D000', '42501']);

/**
 * The exit code of a start that failed: 1 if it would fail again until a person has done something; 75 (`EX_TEMPFAIL`) if it may
 * succeed the next time, as the database is away or was lost on the way.
 *
 * @param error - whatever was thrown.
 */
export function startFailureCode(error: unknown): 1 | 75 {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const isRefusal = cause instanceof OperatorError && !(cause instanceof PassingError);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return isRefusal || needsAPerson.has(code) ? 1 : 75;
}
