import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/database/schema/migrate.ts';
import { hashing } from '../../server/src/file-store/whole-file.ts';
import { coldColumns } from '../../server/src/reports/source/cold-files.ts';
import { buildTown } from './town.ts';

/** 1,000 containers, 1,600 entrances; of 62 orgs 20 have any, of very different sizes: the first owns half of all, the second a fifth. */
const country = { cards: 40_000, options: { orgs: 62, joined: false } };

/** Who lives behind an entrance uses the containers of one platform. */
const usedByEach = 5;

/** The last whole year. */
export const coldYear: number = new Date().getUTCFullYear() - 1;

/** Events of a month of an org, in the order in which they came: made of numbers that look random, the same in every run. */
const eventsOf = (month: number, { first, count, containers, entrances }: Part) => {
  const [from, to] = [month, month + 1].map((index) => Date.UTC(coldYear, index, 1) * 1000);
  const values: Readonly<Record<string, string>> = {
    org_id: 'c.org_id',
    id: 'n.id',
    kind: `case when n.c % 100 < 1 then 'access_denied' when n.c % 100 < 4 then 'no_use' when n.c % 100 < 10 then 'access_granted' else 'full_use' end`,
    occurred_at: 'make_timestamp(n.at)',
    received_at: 'make_timestamp(n.at + (n.c::bigint % 3600) * 1000000)',
    boot_number: '1',
    event_number: '(n.id % 2000000000)::integer',
    list_version: '1',
    litres: 'case when n.c % 100 < 10 then 0 else c.litres end',
    failed_attempt: 'n.c % 100 < 1',
    unauthorised: 'n.c % 200 < 1',
    anonymous: 'true',
    clock_corrected: 'false',
    device_at: 'make_timestamp(n.at)',
    container_id: 'c.id',
    container_group_id: 'c.container_group_id',
    waste_stream: 'c.waste_stream',
    entrance_id: 'e.id',
    tower_block_id: 'e.tower_block_id',
    access_group_id: 'e.access_group_id',
    manager_id: 'e.manager_id',
  };
  return `
    select ${coldColumns.map(({ name, type }) => `(${values[name] ?? 'null'})::${type} as ${name}`).join(', ')}
    from (
      select ${first} + i as id, ${from} + (i * ${((to ?? 0) - (from ?? 0)) / count})::bigint as at, hash(i, 1) % 1000000 as a, hash(i, 2) % 1000000 as b,
        hash(i, 3) % 1000000 as c from range(${count}) t (i)) n
    join containers c on c.n = ((n.b % ${entrances}) * ${usedByEach} + n.a % ${usedByEach}) % ${containers}
    join entrances e on e.n = n.b % ${entrances}
    order by n.id`;
};

interface Org {
  readonly id: string;
  readonly containers: number;
  readonly entrances: number;
}

interface Part extends Pick<Org, 'containers' | 'entrances'> {
  /** The number of its first event. */
  readonly first: bigint;
  readonly count: number;
}

/**
 * A year of events of 20 orgs, all of which lie outside the database, in `<dataDir>/cold`; what is there already is left.
 *
 * @returns bytes an event.
 */
export async function makeColdYear(dataDir: string, events: number, say: (line: string) => void): Promise<number> {
  const postgres = await startEmbeddedPostgres(dataDir, { durable: false });
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await migrate(postgres.url);
    await client.connect();
    const { rows: there } = await client.query('select from org limit 1');
    if (there.length === 0) {
      await buildTown(client, country.cards, () => undefined, country.options);
      await client.query(`insert into card_event_receipt (org_id, container_id, boot_number, received, heard_at)
        select org_id, id, 1, '{[1,2)}', now() from container; update org_settings set event_retention_months = 120`);
    }
    const { rows: orgs } = await client.query<Org>(
      `select c.org_id as id, count(*)::int as containers, (select count(*)::int from entrance e where e.org_id = c.org_id) as entrances
      from container c group by c.org_id order by count(*) desc, c.org_id`,
    );
    await fillMissing(client, join(dataDir, 'cold'), { orgs, events }, say);
    const { rows } = await client.query<{ each: number }>(
      'select sum(bytes)::float8 / sum(events) as each from cold_file',
    );
    return rows[0]?.each ?? 0;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function fillMissing(
  client: pg.Client,
  folder: string,
  { orgs, events }: { readonly orgs: readonly Org[]; readonly events: number },
  say: (line: string) => void,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: '3GB',
    temp_directory: join(folder, 'spill'),
  });
  const connection = await instance.connect();
  const all = orgs.reduce((sum, { containers }) => sum + containers, 0);
  let first = 1n;
  for (const [index, { id, containers, entrances }] of orgs.entries()) {
    await takeRegistry(client, connection, id);
    const count = Math.max(1, Math.round((events * containers) / all / 12));
    for (let month = 0; month < 12; month += 1) {
      const day = `${coldYear}-${String(month + 1).padStart(2, '0')}-01`;
      const name = `${day.slice(0, 7)}/${id}-bench.parquet`;
      const { rowCount } = await client.query('select from cold_file where name = $1', [name]);
      if (rowCount === 0) {
        const path = join(folder, name);
        await mkdir(dirname(path), { recursive: true });
        await connection.run(
          `copy (${eventsOf(month, { first, count, containers, entrances })}) to '${path}' (format parquet, compression zstd, parquet_version v2)`,
        );
        const { through, digest } = hashing();
        await createReadStream(path).pipe(through).resume().toArray();
        await client.query(
          `insert into cold_file (name, org_id, month, events, bytes, sha256, last_tx, container_ids)
          values ($1, $2, $3, $4, $5, decode($6, 'hex'), pg_current_xact_id(), array(select id from container where org_id = $2))`,
          [name, id, day, count, (await stat(path)).size, digest().sha256],
        );
      }
      first += BigInt(count);
    }
    say(`  org ${index + 1} of ${orgs.length}: ${(count * 12).toLocaleString('en')} events`);
  }
  connection.closeSync();
  instance.closeSync();
}

/** The containers and entrances of an org, numbered. */
async function takeRegistry(client: pg.Client, connection: DuckDBConnection, orgId: string): Promise<void> {
  const tables = {
    containers: [
      'select row_number() over (order by id) - 1 as n, org_id, id, container_group_id, waste_stream, volume_control_litres as litres from container',
      'n bigint, org_id uuid, id uuid, container_group_id uuid, waste_stream varchar, litres integer',
    ],
    entrances: [
      'select row_number() over (order by id) - 1 as n, id, tower_block_id, access_group_id, manager_id from entrance',
      'n bigint, id uuid, tower_block_id uuid, access_group_id uuid, manager_id uuid',
    ],
  } as const;
  for (const [name, [query, columns]] of Object.entries(tables)) {
    const { rows } = await client.query<{ all: string }>(
      `select json_agg(r)::text as all from (${query} where org_id = $1) r`,
      [orgId],
    );
    await connection.run(`create or replace table ${name} (${columns})`);
    await connection.run(
      `insert into ${name} select unnest(from_json($1::json, '[{${columns
        .split(', ')
        .map((column) => column.replace(/(\S+) (\S+)/, '"$1":"$2"'))
        .join(',')}}]'), recursive := true)`,
      [rows[0]?.all ?? '[]'],
    );
  }
}
