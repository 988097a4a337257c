import { validationFailed } from '@noa/domain/errors.ts';
import { pastPermission, type Permission } from '@noa/domain/permissions.ts';
import type { Scope } from '../database/scope.ts';
import type { Viewer } from '../identity/viewer.ts';

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

/** Who reads, and of which moment; undefined for the present. */
interface Reading {
  readonly viewer: Viewer;
  readonly asOf: Date | undefined;
}

/** What is demanded of who reads by `permission`: of the past, the history of what is read as well. */
export const demandedAt = ({ asOf }: Pick<Reading, 'asOf'>, permission: Permission): Permission[] =>
  asOf ? [permission, pastPermission(permission)] : [permission];

/**
 * How far somebody reads by `permission`. The past is reached as far as history is, wherever it is read from: each role that reads the history of
 * something reads it as it is.
 *
 * @throws {AppError} `Forbidden`.
 */
export function scopeAt({ viewer, asOf }: Reading, permission: Permission): Scope {
  const now = viewer.scope(permission);
  return asOf ? viewer.scope(pastPermission(permission)) : now;
}
