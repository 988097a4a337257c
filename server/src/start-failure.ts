/** Errors of the network and of PostgreSQL that a person can mend, as one sentence each. */
const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken: another program, or another Noa, listens there. Set PORT to a free one.',
  EACCES: 'The system does not let Noa open a file or the port; check DATA_DIR and PORT.',
  ECONNREFUSED: 'No PostgreSQL answers at DATABASE_URL.',
  ENOTFOUND: 'The host of DATABASE_URL is not known.',
  ETIMEDOUT: 'PostgreSQL at DATABASE_URL does not answer.',
  '28P01': 'PostgreSQL refuses the password of DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user of DATABASE_URL.',
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
