import { AppError, validationFailed } from '@noa/domain/errors.ts';

/**
 * Refuses to give fewer than one, or more than `most`: the one rule of everything that is asked for by a count.
 *
 * @param asked - the argument by its name, as callers know it: `{ first }`.
 * @throws {AppError} `ValidationFailed` naming the argument under 1; `LimitExceeded` above `most`.
 */
export function requireSize(asked: Readonly<Record<string, number>>, most: number): void {
  for (const [argument, size] of Object.entries(asked)) {
    if (size < 1) {
      throw validationFailed({ [argument]: 'page.tooSmall' }, `Ask for 1 at least: \`${argument}\``);
    }
    if (size > most) {
      throw new AppError('LimitExceeded', `Ask for ${most} at most: \`${argument}\``);
    }
  }
}
