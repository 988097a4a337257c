import { createAccessGroupInput, updateAccessGroupInput } from '@noa/domain/access-group.ts';
import { parseInput } from '@noa/domain/input.ts';
import { namingFields } from '../../database/constraint.ts';
import { deleteRecord, updateRecord } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../graphql/context.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { owningOrg } from '../owner.ts';
import { accessGroups, joinContainerGroups } from './access-group.queries.ts';

type AccessGroup = Row<'access_group'>;
type Version = { id: string; rowId: string };

const constraints = {
  access_group_name_taken: 'name',
  access_group_container_group_org_id_container_group_id_fkey: 'containerGroupIds',
};

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
export function createAccessGroup(context: Context, input: unknown): Promise<AccessGroup> {
  const { orgId, name, accessMode, containerGroupIds } = parseInput(createAccessGroupInput, input);
  return namingFields(constraints, () =>
    context.write('accessGroup:write', async (tx, scope) => {
      const org_id = await owningOrg(tx, scope, orgId);
      const row = await tx
        .insertInto('access_group')
        .values({ org_id, name, ...(accessMode && { access_mode: accessMode }) })
        .returningAll()
        .executeTakeFirstOrThrow();
      await joinContainerGroups(tx, row, containerGroupIds ?? []);
      return row;
    }),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`. */
export function updateAccessGroup(context: Context, version: Version, input: unknown): Promise<AccessGroup> {
  const { containerGroupIds, name, accessMode } = parseInput(updateAccessGroupInput, input);
  return namingFields(constraints, () =>
    context.write('accessGroup:write', async (tx, scope) => {
      const row = await updateRecord(tx, accessGroups, scope, version, { name, access_mode: accessMode });
      if (containerGroupIds) {
        await joinContainerGroups(tx, row, containerGroupIds);
      }
      return row;
    }),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while entrances belong to it; `Forbidden`. */
export function deleteAccessGroup(context: Context, version: Version): Promise<AccessGroup> {
  return context.write('accessGroup:write', (tx, scope) =>
    deleteRecord(tx, accessGroups, scope, version, async (row) => {
      await refuseWhileDependants(tx, row, [{ kind: 'entrance', table: 'entrance', column: 'access_group_id' }]);
      await joinContainerGroups(tx, row, []);
    }),
  );
}
