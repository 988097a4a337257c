import pg from 'pg';
import { AppError } from '@noa/domain/errors.ts';

/** Seconds after which it is worth asking again. */
const retryAfterSeconds = 2;

/** Seconds after which it is worth trying again. */
export function retryAfterOf({ details }: AppError): number {
  const seconds = details?.['retryAfterSeconds'];
  return typeof seconds === 'number' ? seconds : retryAfterSeconds;
}

/** The database does not answer: a request fails for now, and not for what it asks. Whether a write under way was made is not known. */
export class DatabaseUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('LimitExceeded', 'The database does not answer; try again in a moment', {
      cause,
      details: { retryAfterSeconds },
    });
  }
}

/** No space is left for the database: reading still works, writing does not until a person makes room. */
class DatabaseFull extends AppError {
  constructor(cause: unknown) {
    super('LimitExceeded', 'The disk of the database is full; nothing was saved. Whoever runs Noa has to make room', {
      cause,
      details: { retryAfterSeconds: 60 },
    });
  }
}

/** SQLSTATEs with which a server goes, comes, or has no connection left; class 08 beside them. */
const unavailableStates: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', '53300']);

const diskFull = '53100';

/**
 * What a failure of the database is to whoever asked; undefined if it is about what they asked.
 *
 * @param failure - whatever was thrown.
 */
export function unavailabilityOf(failure: unknown): AppError | undefined {
  if (failure instanceof DatabaseUnavailable) {
    return failure;
  }
  if (!(failure instanceof pg.DatabaseError)) {
    return failure instanceof Error && failure.cause !== undefined ? unavailabilityOf(failure.cause) : undefined;
  }
  if (failure.code === diskFull) {
    return new DatabaseFull(failure);
  }
  return unavailableStates.has(failure.code) || failure.code?.startsWith('08')
    ? new DatabaseUnavailable(failure)
    : undefined;
}

/** Of a failed attempt to connect: PostgreSQL's own refusal as it is, and anything else as {@link DatabaseUnavailable}. */
export const connectFailure = (cause: unknown): unknown =>
  cause instanceof pg.DatabaseError ? cause : new DatabaseUnavailable(cause);
