import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { literal } from '../../cold/parquet.ts';
import type { Delivery } from '../../source/event-source.ts';
import type { Connection } from '../connection.ts';
import { EventBytes } from './event-bytes.ts';
import { declared, sentWho } from '../event-table.ts';
import type { Keys } from './record-keys.ts';

/** A database beside the file that is being built, which both of its connections reach: in the file itself it would leave a hole. */
const database = 'apart';

/** Rows that are written together: five row groups of the engine. */
const atOnce = 5 * 122_880;

/** The staged events of a batch, with who it was of those of whom that is still known. */
export const stagedWithWho: string = `(
    select s.* replace (${[
      ...sentWho.staged.filter(([name]) => name !== 'id').map(([name]) => `w.${name} as ${name}`),
      'case when w.id is not null then s.forget_on end as forget_on',
    ].join(', ')})
    from staging s left join ${database}.who w on w.id = s.id)`;

/**
 * Takes in who it was, for `stagedWithWho`: the engine joins it to the events of a batch, of which it reads what has ids like theirs.
 *
 * @param folder - where the file is built: what is called `building-…` goes with it.
 */
export async function takeInWho(connection: Connection, delivery: Delivery, keys: Keys, folder: string): Promise<void> {
  await connection.run(`
    attach ${literal(join(folder, `building-${randomUUID()}.duckdb`))} as ${database};
    create table ${database}.who (${declared(sentWho.staged)})`);
  const chunks = new EventBytes(delivery, keys, sentWho).chunks();
  for (let rows = atOnce; rows === atOnce;) {
    rows = await connection.append('who', chunks, atOnce, database);
  }
}
