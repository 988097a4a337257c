/** Every failure a client may be told about. The code is part of the API; the message is for people reading logs. */
export const errorCodes = [
  'AuthenticationMalformed',
  'Forbidden',
  'NotFound',
  'Conflict',
  'ValidationFailed',
  'LimitExceeded',
  'Internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Dotted input path to locale key, for example `{ 'addrSc': 'form.required' }`. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface AppErrorOptions extends ErrorOptions {
  fields?: FieldErrors;
  /** Further facts the client needs to act: the current version of a conflict, the dependants of a refused delete. */
  details?: Readonly<Record<string, unknown>>;
}

/** A refusal we raised on purpose. Anything else that is thrown reaches the client as `Internal`, with a correlation id. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, { fields, details, ...options }: AppErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.fields = fields;
    this.details = details;
  }
}

/** The record is absent or out of the caller's scope; the two are never told apart. */
export const notFound = (kind: string, id: string) => new AppError('NotFound', `No ${kind} with id ${id}`);

/** What was looked for. @throws {AppError} `NotFound` where it was not found, as {@link notFound}. */
export function demandFound<Found>(found: Found | null | undefined, kind: string, id: string): Found {
  if (found === null || found === undefined) {
    throw notFound(kind, id);
  }
  return found;
}

/** An input names a record that is absent or out of the caller's scope, the two never told apart: `NotFound`, and by which field. */
export const namesNothing = (field: string) =>
  new AppError('NotFound', `${field} names nothing`, { fields: { [field]: namesNothingKey } });

/** Locale key of a field that names a record that is not there for the caller. */
export const namesNothingKey = 'form.notFound';

/** Bad input: each entry names the field and the locale key of what is wrong with it. */
export const validationFailed = (fields: FieldErrors, message = 'Some fields are not valid') =>
  new AppError('ValidationFailed', message, { fields });

/**
 * A failure whose message is written for who runs the server, and goes to the log: it names settings, paths and programs, and
 * never holds what somebody typed into Noa.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** One that may pass by itself, so that whoever starts the server may start it again. */
export class PassingError extends OperatorError {
  override readonly name = 'PassingError';
}
