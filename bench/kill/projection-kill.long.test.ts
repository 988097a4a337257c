import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../client.ts';
import { openEmpty } from '../in-process/database.ts';
import { freePort, ServerProcess } from './server-process.ts';
import { makeOrg } from './small-town.ts';

const dataDir = await mkdtemp(join('/tmp', 'noa-kill-'));
const folder = join(dataDir, 'projection');
const server = new ServerProcess({ dataDir, port: await freePort() });
const database = new pg.Pool({ connectionString: server.databaseUrl, max: 1 });
database.on('error', () => undefined); // PostgreSQL is stopped under it

/** As many events as take the projection a moment to take in. */
const giveEvents = () =>
  database.query(`
    with entrances as (
      insert into numbered_entrance (org_id, entrance_id) select o.id, gen_random_uuid() from org o, generate_series(1, 80000)
      returning org_id, number)
    insert into stored_event (org_id, kind, occurred_at, litres, entrance_number)
    select org_id, (case when i % 7 = 0 then 'no_use' else 'full_use' end)::card_event_kind,
      '2026-03-01'::timestamptz + i * interval '20 seconds', i % 50, number
    from (select *, row_number() over () as i from entrances) e`);

async function expectEqualCounts(): Promise<void> {
  const root = await Client.person(server.origin, 'root@noa.test');
  const { report } = await root.run<{ report: { rows: unknown[] } }>(`{
    report(name: "usage", input: {
      from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z", groupBy: [date, event_kind], metrics: [event_count, total_litres]
    }) { rows }
  }`);
  const { rows } = await database.query<{ row: unknown[] }>(`
    select json_build_array((occurred_at at time zone 'Europe/Bucharest')::date, kind, count(*), sum(litres)) as row
    from card_event group by (occurred_at at time zone 'Europe/Bucharest')::date, kind
    order by (occurred_at at time zone 'Europe/Bucharest')::date, kind`);
  expect(report.rows).toEqual(rows.map(({ row }) => row));
}

const soon = { interval: 1, timeout: 20_000 };

const untilThereIs = (name: RegExp) =>
  vi.waitFor(async () => expect((await readdir(folder)).join(' ')).toMatch(name), soon);

/** Until PostgreSQL sends events to the projection. */
const untilEventsCome = () =>
  vi.waitFor(async () => {
    const { rowCount } = await database.query(
      `select from pg_stat_activity where application_name like 'noa reports%' and state = 'active' and query ilike '%copy%'`,
    );
    expect(rowCount).toBeGreaterThan(0);
  }, soon);

beforeAll(async () => {
  await chmod(dataDir, 0o755); // PostgreSQL, as another user, must get in
  const postgres = await openEmpty(dataDir);
  await makeOrg(postgres.url);
  await database.query(`select ensure_month('stored_event', '2026-03-01')`);
  await giveEvents();
  await postgres.close();
}, 60_000);

afterAll(async () => {
  await database.end();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the projection of a server that is killed', () => {
  it('while it builds it is built again by the next, whole, and nothing is left of the first', async () => {
    await server.start({ demo: true, program: 'server/src/main.ts' });
    await untilThereIs(/building-/);
    await server.kill('server');

    await expectEqualCounts();
    expect((await readdir(folder)).filter((name) => !name.startsWith('events.duckdb'))).toEqual([]);
  }, 60_000);

  it('while it takes in new events has each of them once', async () => {
    await giveEvents();
    const asked = expectEqualCounts();
    asked.catch(() => undefined); // its server is killed
    await untilEventsCome();
    await server.kill('server');

    await expectEqualCounts();
  }, 60_000);
});
