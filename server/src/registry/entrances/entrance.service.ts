import { createEntranceInput, updateEntranceInput } from '@noa/domain/entrance.ts';
import { validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { namingFields } from '../../database/constraint.ts';
import { deleteRecord, findRecord, updateRecord } from '../../database/record.ts';
import { reachesOrg } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../graphql/context.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { towerBlocks } from '../tower-blocks/tower-block.queries.ts';
import { entrances } from './entrance.queries.ts';

type Entrance = Row<'entrance'>;
type Version = { id: string; rowId: string };

const constraints = {
  entrance_addr_sc_taken: 'addrSc',
  entrance_org_id_access_group_id_fkey: 'accessGroupId',
  entrance_org_id_manager_id_fkey: 'managerId',
};

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
export function createEntrance(context: Context, input: unknown): Promise<Entrance> {
  const { towerBlockId, addrSc, accessGroupId, managerId } = parseInput(createEntranceInput, input);
  return namingFields(constraints, () =>
    context.write('entrance:write', async (tx, scope) => {
      const block = await findRecord(tx, towerBlocks, scope, towerBlockId);
      if (!block || !reachesOrg(scope, block.org_id)) {
        throw validationFailed({ towerBlockId: 'form.notFound' });
      }
      return tx
        .insertInto('entrance')
        .values({
          org_id: block.org_id,
          tower_block_id: block.id,
          addr_sc: addrSc,
          access_group_id: accessGroupId ?? null,
          manager_id: managerId ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    }),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`. */
export function updateEntrance(context: Context, version: Version, input: unknown): Promise<Entrance> {
  const { addrSc, accessGroupId, managerId } = parseInput(updateEntranceInput, input);
  return namingFields(constraints, () =>
    context.write('entrance:write', (tx, scope) =>
      updateRecord(tx, entrances, scope, version, {
        addr_sc: addrSc,
        access_group_id: accessGroupId,
        manager_id: managerId,
      }),
    ),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while apartments are behind it; `Forbidden`. */
export function deleteEntrance(context: Context, version: Version): Promise<Entrance> {
  return context.write('entrance:write', (tx, scope) =>
    deleteRecord(tx, entrances, scope, version, (row) => refuseWhileDependants(tx, 'entrance', row)),
  );
}
