import { createContainerGroupInput, updateContainerGroupInput } from '@noa/domain/container-group.ts';
import { parseInput } from '@noa/domain/input.ts';
import { namingFields } from '../../database/constraint.ts';
import { deleteRecord, updateRecord } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../graphql/context.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { gisNodeColumn } from '../gis/gis-node.queries.ts';
import { owningOrg } from '../owner.ts';
import { placeColumns } from '../place.ts';
import { containerGroups } from './container-group.queries.ts';

type ContainerGroup = Row<'container_group'>;
type Version = { id: string; rowId: string };

const taken = { container_group_item_number_taken: 'itemNumber' };

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
export function createContainerGroup(context: Context, input: unknown): Promise<ContainerGroup> {
  const { orgId, itemNumber, name, accessMode, gisNodeId, ...place } = parseInput(createContainerGroupInput, input);
  return namingFields(taken, () =>
    context.write('containerGroup:write', async (tx, scope) =>
      tx
        .insertInto('container_group')
        .values({
          org_id: await owningOrg(tx, scope, orgId),
          item_number: itemNumber,
          name: name ?? '',
          ...(accessMode && { access_mode: accessMode }),
          ...(await gisNodeColumn(tx, gisNodeId)),
          ...placeColumns(place),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    ),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`. */
export function updateContainerGroup(context: Context, version: Version, input: unknown): Promise<ContainerGroup> {
  const { itemNumber, name, accessMode, gisNodeId, ...place } = parseInput(updateContainerGroupInput, input);
  return namingFields(taken, () =>
    context.write('containerGroup:write', async (tx, scope) =>
      updateRecord(tx, containerGroups, scope, version, {
        item_number: itemNumber,
        name,
        access_mode: accessMode,
        ...(await gisNodeColumn(tx, gisNodeId)),
        ...placeColumns(place),
      }),
    ),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while containers or access groups use it; `Forbidden`. */
export function deleteContainerGroup(context: Context, version: Version): Promise<ContainerGroup> {
  return context.write('containerGroup:write', (tx, scope) =>
    deleteRecord(tx, containerGroups, scope, version, (row) =>
      refuseWhileDependants(tx, 'container_group', row, [
        { kind: 'accessGroup', table: 'access_group_container_group', column: 'container_group_id' },
      ]),
    ),
  );
}
