import pg from 'pg';
import { afterAll } from 'vitest';
import { databaseUrl } from '../testing/harness.ts';
import type { World } from './world.ts';

// One connection that plans the statement once: some twenty tables, asked thousands of times. The owner sees every row.
const owner = new pg.Client({ connectionString: databaseUrl });
await owner.connect();
afterAll(() => owner.end());

/** Tables of records: they have an org and versions. */
const { rows: tables } = await owner.query<{ name: string }>(`
  select format('%I', c.table_name) as name from information_schema.columns c
  join information_schema.columns o using (table_schema, table_name)
  join information_schema.tables t using (table_schema, table_name)
  where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'row_id' and o.column_name = 'org_id'
  order by 1`);

const text = tables
  .map(({ name }) => `select '${name}' as name, row_id from ${name} where org_id = $1`)
  .join(' union all ');

/** Every version of every record of an org: the same as long as nobody has written there. */
export async function versionsOf({ org }: World): Promise<unknown[]> {
  const { rows } = await owner.query({ name: 'versions', text: `${text} order by name, row_id`, values: [org.id] });
  return rows;
}
