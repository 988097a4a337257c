import { S3ServiceException } from '@aws-sdk/client-s3';
import { OperatorError, PassingError } from '@noa/domain/errors.ts';

const wrongKey = 'refuses the key of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const wrongRegion = 'is of another region than AWS_REGION says';

/** What stores answer, as the end of a sentence that begins with the address. */
const refused: Readonly<Record<string, string>> = {
  NoSuchBucket: 'is in no bucket of that name: make it, or name another',
  NoSuchKey: 'does not have the file that was asked for',
  InvalidAccessKeyId: wrongKey,
  SignatureDoesNotMatch: wrongKey,
  ExpiredToken: wrongKey,
  AccessDenied: 'does not allow that to the key of AWS_ACCESS_KEY_ID',
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
  RequestTimeTooSkewed: 'has another time than this machine, whose clock is to be set',
};

/** Why no answer came: of the network, and of what stands in the environment. */
const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host cannot be looked up just now',
  EHOSTUNREACH: 'the host is not within reach',
  ENETUNREACH: 'the host is not within reach',
  ETIMEDOUT: 'no answer came in time',
  TimeoutError: 'no answer came in time',
};

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);

/**
 * What went wrong at a store, in one sentence that names its address.
 *
 * @param cause - what the client of the store threw.
 * @returns the cause itself where it is neither an answer of the store nor the network's.
 */
export function storeFailure(address: string, cause: unknown): unknown {
  if (!(cause instanceof Error)) {
    return cause;
  }
  if (cause instanceof S3ServiceException) {
    const status = cause.$metadata.httpStatusCode ?? 0;
    const said = refused[cause.name] ?? `answered ${cause.name} (${status})`;
    const passes = status >= 500 || status === 429;
    return passes
      ? new PassingError(`${address} ${said}.`, { cause })
      : new OperatorError(`${address} ${said}.`, { cause });
  }
  if (cause.name === 'CredentialsProviderError') {
    return new OperatorError(`${address} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`, { cause });
  }
  const why = unreached[codeOf(cause)];
  return why === undefined
    ? cause
    : new PassingError(`${address} was not reached (AWS_ENDPOINT_URL_S3): ${why}.`, { cause });
}
