import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appUrl } from '../../testing/harness.ts';
import { coldStore, dataDir } from '../testing/events.ts';
import { Projection } from './projection.ts';

/** The records that events of a projection tell of, by the tables of their keys. */
export const keyTablesOf = async (projection: Projection): Promise<string[]> => {
  const found = await projection.query(
    `select table_name from duckdb_tables() where table_name like '%\\_key' escape '\\' order by 1`,
    [],
  );
  return found.map(([table]) => String(table));
};

/**
 * What a table of a projection holds, with ids in place of keys and without epochs, which are a file's own: as SQL to select from. An id that is lost is null.
 */
export async function byIds(projection: Projection, table: 'card_event' | 'month_rollup'): Promise<string> {
  const tables = await keyTablesOf(projection);
  const has = new Set(
    (await projection.query('select column_name from duckdb_columns() where table_name = $1', [table])).flat(),
  );
  const keys = tables.filter((key) => has.has(key));
  const without = [...keys, ...(has.has('epoch_number') ? ['epoch_number'] : [])];
  return `(select t.* exclude (${without.join(', ')}), ${keys.map((key) => `${key}.id as ${key.replace(/_key$/, '_id')}`).join(', ')}
    from ${table} t ${keys.map((key) => `left join ${key} on ${key}.key = t.${key}`).join(' ')})`;
}

/** What a projection that is built anew holds. */
export async function builtAnew(): Promise<string[]> {
  const folder = await mkdtemp(join(dataDir, 'anew-'));
  const projection = new Projection({
    databaseUrl: appUrl,
    dataDir: folder,
    coldStore,
    log: { info: () => undefined, warn: () => undefined },
  });
  try {
    return await heldBy(projection);
  } finally {
    await projection.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each event of a projection, in words, in their order. */
export async function heldBy(projection: Projection): Promise<string[]> {
  await projection.refresh();
  const found = await projection.query(`select e::varchar from ${await byIds(projection, 'card_event')} e`, []);
  return found.map(([row]) => String(row)).toSorted();
}
