import { isDeepStrictEqual } from 'node:util';
import { validationFailed } from '@noa/domain/errors.ts';
import { historyPermission, type Permission } from '@noa/domain/permissions.ts';
import type { Tx } from '../database/database.ts';
import { getVersion, wasErasedSince, type VersionRow } from '../records/history.ts';
import type { AnyKind } from '../records/record.ts';
import type { Context } from '../request/context.ts';
import { findKind } from './kinds.ts';
import { isOwned } from './reachable.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Restorable {
  /** Demanded by the update. */
  readonly permission: Permission;
  /** The input of the kind's own update: a field that is none of its is not changed by anybody. */
  readonly input: { readonly shape: object };
  /** The kind's own update, with its permission, its rules and its refusals. */
  readonly update: (
    context: Context,
    version: { id: string; rowId: string },
    input: Fields,
    check: (tx: Tx) => Promise<void>,
  ) => Promise<unknown>;
  /** The values of fields that history does not show as they are; undefined for one that has not changed since. */
  readonly hidden?: (context: Context, of: RestoredVersion) => Promise<Fields>;
}

interface RestoredVersion {
  readonly id: string;
  /** The version to be restored. */
  readonly version: string;
}

/** The kinds whose older versions can be written again: those whose schema says so. */
const restorable = new Map<string, Restorable>();

/**
 * Says how older versions of a kind are written again: by the update that people make by hand. The state of a card is changed by
 * transitions only, and no version of it is restored.
 */
export function addRestore({ name }: AnyKind, how: Restorable): void {
  restorable.set(name, how);
}

/** Whether the caller may write older versions of a record of the kind again: of what an org merely serves nobody of it does. */
export const mayRestore = (context: Context, kind: string, { org_id }: Pick<VersionRow, 'org_id'>): boolean => {
  const restore = restorable.get(kind);
  return restore !== undefined && org_id !== null && isOwned(context, restore.permission, { org_id });
};

export interface RestoreArgs extends RestoredVersion {
  readonly kind: string;
  /** The version that is current, as far as the caller knows. */
  readonly rowId: string;
}

/**
 * Writes the fields of an older version as a new one, as if the caller had typed them in: by the kind's own update, with its
 * permission and its rules. Nothing of history is rewritten. What of the version was erased since stays as it is now: that nobody knows
 * who lived somewhere is no reason for who lives there to go.
 *
 * @returns the new version.
 * @throws {AppError} `NotFound`; `Conflict`; `Forbidden`; `ValidationFailed` on `kind` for kinds that cannot be restored, on
 * `id` for a record that is deleted, on `version` when it says what the current one says, or nothing else than what was erased, or naming the field that can no
 * longer be as it was: a record that is gone, a name that is taken.
 */
export async function restoreVersion(
  context: Context,
  { kind: named, id, rowId, version }: RestoreArgs,
): Promise<VersionRow> {
  const kind = findKind(named);
  const restore = kind && restorable.get(kind.name);
  if (!restore) {
    throw validationFailed({ kind: 'restore.notThisKind' }, `Versions of ${named} are not restored`);
  }
  const permission = historyPermission(kind.name);
  const read = (asked: string) =>
    context.read(permission, (tx, scope) => getVersion(tx, kind, scope, { id, rowId: asked }));

  const { version: older, newest } = await read(version);
  if (newest.deleted_by !== null) {
    throw validationFailed({ id: 'restore.deleted' }, 'A deleted record is not restored: create it anew');
  }
  const known = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !older.erased_fields.includes(field)));
  const hidden = known((await restore.hidden?.(context, { id, version })) ?? {});
  const wanted = known(older.fields);
  const differing = Object.keys(wanted).filter((field) => !isDeepStrictEqual(wanted[field], newest.fields[field]));
  refuseUnchangeable(restore, differing);
  const isCurrent = newest.row_id === rowId; // of one that has moved on, the update says so
  if (isCurrent && differing.length === 0 && Object.values(hidden).every((value) => value === undefined)) {
    throw older.erased_fields.length > 0
      ? erased()
      : validationFailed({ version: 'restore.same' }, 'The version says what the current one says');
  }
  await restore.update(context, { id, rowId }, { ...wanted, ...hidden }, async (tx) => {
    if (await wasErasedSince(tx, kind, id, older)) {
      throw erased();
    }
  });
  return (await read(version)).newest;
}

const erased = () =>
  validationFailed({ version: 'restore.erased' }, 'What the version says otherwise than the current one was erased');

function refuseUnchangeable({ input }: Restorable, differing: readonly string[]): void {
  const fixed = differing.filter((field) => !(field in input.shape));
  if (fixed.length > 0) {
    throw validationFailed(Object.fromEntries(fixed.map((field) => [field, 'restore.fixedField'])));
  }
}
