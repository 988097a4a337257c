import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultTimeZone } from '@noa/domain/time/time-zone.ts';
import { clockChanges } from '../../local-clock.ts';
import { coldNames } from '../../source/cold-files.ts';
import type { DeliveredFile, Delivery } from '../../source/event-source.ts';
import { zonesOf } from '../../source/source-state.ts';
import type { Connection } from '../connection.ts';
import { keyColumns, moveStaged, stagedColumns } from '../event-table.ts';
import type { Keys } from './record-keys.ts';

/** Files are taken in together until they have so many events: a statement sorts them. */
const atOnce = 1_000_000;

/** What is not in a file: who it was. */
const [named, unnamed] = [
  keyColumns.filter(([name]) => coldNames.has(name)),
  keyColumns.filter(([name]) => !coldNames.has(name)),
];

/** How far the clocks of an org are ahead, since when: for the local time of its events. */
const createClock = 'create or replace temp table clock (org_key integer, since timestamp, ahead bigint)';

/** Events of files in place of the staged ones that PostgreSQL sends, with the same columns. @param files - in SQL. */
const stageFiles = (files: string) => `
  create or replace temp view staging as
  select ${[
    ...named.map(([, table]) => `${table}.key as ${table}`),
    ...unnamed.map(([, table]) => `null::integer as ${table}`),
    ...stagedColumns
      .filter(([name]) => coldNames.has(name) && !named.some(([each]) => each === name))
      .map(([name, type]) => `e.${name}::${type.toString()} as ${name}`),
    'null::date as forget_on',
    'e.occurred_at + to_microseconds(clock.ahead) as local_at',
  ].join(', ')}
  from read_parquet(${files}) e
  ${named.map(([name, table]) => `left join ${table} on ${table}.id = e.${name}`).join(' ')}
  asof join clock on clock.org_key = org_key.key and e.occurred_at >= clock.since`;

/**
 * Takes the events of files into a projection that is being built: as many at a time as are sorted in one statement, straight from Parquet. Says how many
 * have come so far.
 *
 * @param folder - the projection's own, which is the only one that its engine may read.
 * @throws {OperatorError} if a file is missing, or not as it was written.
 */
export async function* takeInFiles(
  connection: Connection,
  { cold, state }: Delivery,
  keys: Keys,
  folder: string,
): AsyncGenerator<number> {
  let events = 0;
  for (const files of together(cold)) {
    const paths = files.map(() => join(folder, `building-${randomUUID()}.parquet`));
    try {
      for (const [index, file] of files.entries()) {
        await file.fetch(paths[index] as string);
      }
      const listed = `[${paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')}]`;
      await giveKeys(connection, listed, keys);
      await setClocks(connection, listed, zonesOf(state));
      await connection.run(stageFiles(listed));
      events += await connection.run(moveStaged('staging'));
      await connection.run('drop view staging; drop table clock');
    } finally {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    }
    yield events;
  }
}

function* together(files: readonly DeliveredFile[]): Generator<DeliveredFile[]> {
  let some: DeliveredFile[] = [];
  let events = 0;
  for (const file of files) {
    some.push(file);
    events += file.events;
    if (events >= atOnce) {
      yield some;
      [some, events] = [[], 0];
    }
  }
  if (some.length > 0) {
    yield some;
  }
}

/** Gives each record that the files name its key. */
async function giveKeys(connection: Connection, files: string, keys: Keys): Promise<void> {
  for (const [name, table] of named) {
    const given = keys.get(table);
    for await (const rows of connection.pieces(
      `select distinct ${name}::varchar from read_parquet(${files}) where ${name} is not null`,
    )) {
      const bytes = Buffer.from(rows.join('').replaceAll('-', ''), 'hex');
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      rows.forEach((_id, index) => given?.keyOf(view, 16 * index));
    }
    await given?.write(connection);
  }
}

async function setClocks(
  connection: Connection,
  files: string,
  zones: Readonly<Record<string, string>>,
): Promise<void> {
  const periods = await connection.rows(`
    select o.key, o.id::varchar, epoch_ms(min(e.occurred_at))::double, epoch_ms(max(e.occurred_at))::double
    from read_parquet(${files}) e join org_key o on o.id = e.org_id group by all`);
  await connection.run(createClock);
  for (const [key, id, from, to] of periods) {
    for (const { since, ahead } of clockChanges(zones[String(id)] ?? defaultTimeZone, Number(from), Number(to))) {
      await connection.run('insert into clock values ($1::integer, epoch_ms($2::bigint), $3::bigint)', [
        Number(key),
        BigInt(since),
        BigInt(ahead * 1000),
      ]);
    }
  }
}
