import type { Permission } from '@noa/domain/permissions.ts';
import type { Kind } from '../records/record.ts';
import { reachesOrg } from '../database/scope.ts';
import type { RegistryTable } from '../database/tables.ts';
import type { Context } from '../request/context.ts';

/** Whether `permission` reaches all that the owner of this record has: whoever writes in an org writes any record of it. */
export const isOwned = (
  { viewer }: Context,
  permission: Permission,
  { org_id }: { readonly org_id: string },
): boolean => viewer.may(permission) && reachesOrg(viewer.scope(permission), org_id);

/**
 * Whether `permission` reaches this very record. A list is read with one permission, while a field or an action of its rows
 * may need another that reaches less far: whoever reports on one org and manages entrances of a second one sees the rows
 * of both, but names only of the latter.
 */
export async function isReachable<Table extends RegistryTable>(
  context: Context,
  kind: Kind<Table>,
  permission: Permission,
  { id, org_id }: { readonly id: string; readonly org_id: string },
): Promise<boolean> {
  // The owner's members reach a row whatever version of it was read; only what is left costs a look-up.
  return (
    isOwned(context, permission, { org_id }) ||
    (context.viewer.may(permission) && (await context.load(kind, permission, id)) !== null)
  );
}
