import { parseInput } from '@noa/domain/input.ts';
import { createManagerInput, updateManagerInput } from '@noa/domain/manager.ts';
import { namingFields } from '../../database/constraint.ts';
import { deleteRecord, updateRecord } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../graphql/context.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { owningOrg } from '../owner.ts';
import { managers } from './manager.queries.ts';

type Manager = Row<'manager'>;
type Version = { id: string; rowId: string };

const taken = { manager_name_taken: 'name' };

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
export function createManager(context: Context, input: unknown): Promise<Manager> {
  const { orgId, name } = parseInput(createManagerInput, input);
  return namingFields(taken, () =>
    context.write('manager:write', async (tx, scope) => {
      const org_id = await owningOrg(tx, scope, orgId);
      return tx.insertInto('manager').values({ org_id, name }).returningAll().executeTakeFirstOrThrow();
    }),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`. */
export function updateManager(context: Context, version: Version, input: unknown): Promise<Manager> {
  const patch = parseInput(updateManagerInput, input);
  return namingFields(taken, () =>
    context.write('manager:write', (tx, scope) => updateRecord(tx, managers, scope, version, { ...patch })),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while entrances are in its care; `Forbidden`. */
export function deleteManager(context: Context, version: Version): Promise<Manager> {
  return context.write('manager:write', (tx, scope) => {
    return deleteRecord(tx, managers, scope, version, (row) => refuseWhileDependants(tx, 'manager', row));
  });
}
