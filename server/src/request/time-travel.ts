import { validationFailed } from '@noa/domain/errors.ts';

/** Milliseconds that a caller's clock may be ahead of ours. */
const aheadMs = 10_000;

/** When rows of the past were read, so that what hangs on them is read of the same moment (graphql/past.ts). */
const moments = new WeakMap<object, Date>();

/** The moment of which a row was read; undefined for the present, and for what is no row. */
export const momentOf = (row: unknown): Date | undefined =>
  typeof row === 'object' && row !== null ? moments.get(row) : undefined;

/** Notes of which moment a row, or each of several, was read. */
export function rememberMoment(rows: unknown, moment: Date): void {
  for (const row of [rows].flat()) {
    if (typeof row === 'object' && row !== null) {
      moments.set(row, moment);
    }
  }
}

/** @throws {AppError} `ValidationFailed` for a moment that is still to come: nobody knows how things will be then. */
export function refuseFuture(moment: Date): void {
  if (moment.getTime() > Date.now() + aheadMs) {
    throw validationFailed({ asOf: 'form.badMoment' }, 'asOf lies in the future; leave it out for the present');
  }
}
