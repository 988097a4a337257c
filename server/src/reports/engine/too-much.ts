import { AppError } from '@noa/domain/errors.ts';

/** What whoever asks is told where an engine gave up for want of time or memory. */
export const tooMuch = (cause: unknown): AppError =>
  new AppError('LimitExceeded', 'The report takes too long, or more memory than there is; ask for a shorter period', {
    cause,
  });
