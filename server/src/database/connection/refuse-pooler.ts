import type pg from 'pg';
import { OperatorError } from '@noa/domain/errors.ts';
import { pooled } from '../../process/start-failure.ts';
import { searchPaths } from './session.ts';

/**
 * Refuses a connection that is not set as it was opened to be (`sessionOf`): names would be looked for elsewhere and moments be told in another
 * zone; and a pooler that gives each transaction another connection loses what is listened to.
 *
 * @param setting - the name of the one that leads there.
 * @throws {OperatorError}
 */
export async function refusePooler(
  client: pg.ClientBase,
  as: keyof typeof searchPaths,
  setting: string,
): Promise<void> {
  const { rows } = await client.query<{ path: string }>(`select current_setting('search_path') as path`);
  if (rows[0]?.path.replaceAll(' ', '') !== searchPaths[as]) {
    throw new OperatorError(`${setting} ${pooled}.`);
  }
}
