import { namesNothing, validationFailed } from '@noa/domain/errors.ts';
import { parseInput, parseNew } from '@noa/domain/input.ts';
import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import {
  createAccessGroupInput,
  maxContainerGroups,
  updateAccessGroupInput,
} from '@noa/domain/kinds/access-group-input.ts';
import { namingFields } from '../../database/constraint.ts';
import type { Tx } from '../../database/database.ts';
import { writeAfter } from '../../database/transaction.ts';
import { deleteRecord, isUuid, lockRecord, lockVersion, updateRecord } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { columnsFrom, constraintsOf } from '../declared/columns.ts';
import { insertRecord, type RecordService, type Version } from '../declared/record-service.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { owningOrg } from '../owner.ts';
import { accessGroups, listJoinedIds, setContainerGroups } from './access-group.queries.ts';

type AccessGroup = Row<'access_group'>;

const joinedGroup = 'access_group_container_group_org_id_container_group_id_fkey';
const constraints = { ...constraintsOf('access_group', accessGroup), [joinedGroup]: 'containerGroupIds' };

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
function create(context: Context, input: unknown): Promise<AccessGroup> {
  const values = parseNew(createAccessGroupInput, input);
  return namingFields(constraints, () =>
    context.write('accessGroup:write', async (tx, scope) => {
      const org_id = await owningOrg(tx, scope, values.orgId);
      const row = await insertRecord(tx, accessGroups, { org_id, ...columnsFrom(accessGroup, values) });
      await setContainerGroups(tx, row, values.containerGroupIds ?? []);
      return row;
    }),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`. */
function update(context: Context, version: Version, input: unknown): Promise<AccessGroup> {
  const { containerGroupIds, ...values } = parseInput(updateAccessGroupInput, input);
  return namingFields(constraints, () =>
    context.write('accessGroup:write', async (tx, scope) =>
      writeVersion(tx, scope, await lockVersion(tx, accessGroups, scope, version), values, containerGroupIds),
    ),
  );
}

interface Join {
  readonly accessGroupId: string;
  readonly containerGroupId: string;
}

/**
 * Lets the residents behind the access group's entrances use a container group of the same org; once is enough.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `containerGroupId`; `Forbidden`.
 */
export function joinContainerGroup(context: Context, { accessGroupId, containerGroupId }: Join): Promise<AccessGroup> {
  if (!isUuid(containerGroupId)) {
    throw namesNothing('containerGroupId');
  }
  return rejoin(context, accessGroupId, (joined) => {
    if (joined.length >= maxContainerGroups) {
      throw validationFailed({ containerGroupId: 'form.tooMany' });
    }
    return [...joined, containerGroupId];
  });
}

/**
 * Parts the access group from a container group; if they are not joined, nothing changes.
 *
 * @throws {AppError} `NotFound`; `Forbidden`.
 */
export const leaveContainerGroup = (
  context: Context,
  { accessGroupId, containerGroupId }: Join,
): Promise<AccessGroup> => rejoin(context, accessGroupId, (joined) => joined.filter((id) => id !== containerGroupId));

// Names no version: joining one group and parting from another do not overwrite each other.
const rejoin = (context: Context, id: string, next: (joined: readonly string[]) => readonly string[]) =>
  namingFields({ [joinedGroup]: 'containerGroupId' }, () =>
    context.write('accessGroup:write', async (tx, scope) => {
      const current = await lockRecord(tx, accessGroups, scope, id);
      await writeAfter(tx, current);
      return writeVersion(tx, scope, current, {}, next(await listJoinedIds(tx, current)));
    }),
  );

/**
 * Writes a locked access group. A change of what it is joined to is a change of the group itself: history tells of it, and
 * whoever holds an older version finds out.
 */
async function writeVersion(
  tx: Tx,
  scope: Scope,
  current: AccessGroup,
  values: { readonly name?: string | undefined },
  containerGroupIds: readonly string[] | undefined,
): Promise<AccessGroup> {
  const rejoined = containerGroupIds !== undefined && (await setContainerGroups(tx, current, containerGroupIds));
  const version = { id: current.id, rowId: current.row_id };
  const patch = columnsFrom<'access_group'>(accessGroup, rejoined ? { name: current.name, ...values } : values);
  return updateRecord(tx, accessGroups, scope, version, patch);
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while entrances belong to it; `Forbidden`. */
function remove(context: Context, version: Version): Promise<AccessGroup> {
  return context.write('accessGroup:write', (tx, scope) =>
    deleteRecord(tx, accessGroups, scope, version, async (row) => {
      await refuseWhileDependants(tx, 'access_group', row);
      await setContainerGroups(tx, row, []);
    }),
  );
}

/** How access groups are written, with the container groups that they are joined to. */
export const accessGroupService: RecordService<'access_group'> = { create, update, remove };
