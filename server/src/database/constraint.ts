import { namesNothing, validationFailed } from '@noa/domain/errors.ts';

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const deadlockDetected = '40P01';

interface ConstraintError extends Error {
  readonly code: string;
  readonly constraint: string;
}

const isConstraintError = (error: unknown): error is ConstraintError =>
  error instanceof Error && 'code' in error && 'constraint' in error && typeof error.constraint === 'string';

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === deadlockDetected;

/**
 * Runs a write and names the input field when the database refuses it for a constraint: two callers at once can both pass
 * a check made beforehand, but not the constraint.
 *
 * @param fields - constraint to input field.
 * @throws {AppError} `ValidationFailed` with `form.taken` for a value that must be unique, `NotFound` for a reference that
 * leads nowhere; anything else as it came.
 */
export async function namingFields<T>(fields: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const field = isConstraintError(cause) ? fields[cause.constraint] : undefined;
    if (!field || !isConstraintError(cause)) {
      throw cause;
    }
    if (cause.code === uniqueViolation) {
      throw validationFailed({ [field]: 'form.taken' }, `${field} is taken`);
    }
    if (cause.code === foreignKeyViolation) {
      throw namesNothing(field);
    }
    throw cause;
  }
}

/** Times that a write is done at most, should it wait in a circle with others each time. */
const maxRounds = 4;

/**
 * Does a write, and again where somebody else was faster in a way that only PostgreSQL finds out. What it looked up was deleted before what
 * refers to it was written: looked up anew, once, it is not there, and the caller is told so as anybody is who comes a moment later. Or it
 * and others each waited for what the other had locked, and it was the one that PostgreSQL ended: the others have gone on since.
 *
 * @param work - a transaction of its own, of which nothing remains when it fails.
 */
export async function againWhenOvertaken<T>(work: () => Promise<T>): Promise<T> {
  let wasGone = false;
  for (let round = 1; ; round += 1) {
    try {
      return await work();
    } catch (cause) {
      const isGone = isConstraintError(cause) && cause.code === foreignKeyViolation;
      if (round === maxRounds || !(isDeadlock(cause) || (isGone && !wasGone))) {
        throw cause;
      }
      wasGone ||= isGone;
    }
  }
}
