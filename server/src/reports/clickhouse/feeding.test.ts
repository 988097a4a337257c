import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startChdb, type Chdb } from '../../testing/chdb.ts';
import { anOrg } from '../../testing/factories.ts';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import { appUrl, asOwner, asSystem, databaseUrl, db } from '../../testing/harness.ts';
import { BrokenStore } from '../source/broken-store.ts';
import { dataDir, givenEvents, type GivenEvent } from '../testing/events.ts';
import { ago, forgetWho } from '../testing/forgetting.ts';
import { ClickHouseEngine } from './clickhouse-engine.ts';
import { EventTables } from './tables.ts';
import { both } from './testing/both.ts';
import { statementsOf } from './testing/statements.ts';

const packages = process.env['CHDB_PATH'];
const org = await anOrg();
const name = `noa_${randomUUID().replaceAll('-', '')}`;
const quiet = { info: () => undefined, warn: () => undefined };

let chdb: Chdb | undefined;
const opened: ClickHouseEngine[] = [];

/** Another server, as it were: connections of its own. */
function aServer(): ClickHouseEngine {
  const engine = new ClickHouseEngine({
    dataDir,
    databaseUrl: appUrl,
    eventsUrl: `${chdb?.url}/${name}`,
    log: quiet,
  });
  opened.push(engine);
  return engine;
}

beforeAll(async () => {
  chdb = packages === undefined ? undefined : await startChdb(packages);
});

// Another test's server would take in what this one's is to find.
afterEach(() => Promise.all(opened.splice(0).map((engine) => engine.close())));
afterAll(() => chdb?.stop());

async function expectEqual(engine: ClickHouseEngine): Promise<void> {
  const { copied, stored } = await both(engine);
  expect(copied).toEqual(stored);
}

const events = (number: number, given: Partial<GivenEvent> = {}) =>
  givenEvents(Array.from({ length: number }, (_, index) => ({ org_id: org.id, litres: index % 50, ...given })));

const keepsMonths = (orgId: string, event_retention_months: number) =>
  asSystem((tx) =>
    tx.updateTable('org_settings').set({ event_retention_months }).where('org_id', '=', orgId).execute(),
  );

const noted = async (engine: ClickHouseEngine) =>
  (await engine.rows(`select name, at::String from \`${name}\`.event_feed`)).map(String);

describe.skipIf(packages === undefined)('the feed of events into ClickHouse', () => {
  it('takes in what is committed, and nothing twice, whichever server is asked', async () => {
    const [one, other] = [aServer(), aServer()];
    await events(300);
    await expectEqual(one);
    const [first] = await noted(one);

    for (let round = 0; round < 3; round += 1) {
      await events(round + 1);
      await Promise.all([expectEqual(one), expectEqual(other)]);
    }

    expect(await noted(one)).toHaveLength(1);
    expect(await noted(one)).not.toEqual([first]);
  });

  it('misses nothing that commits while an older transaction runs, nor that transaction in the end', async () => {
    const engine = aServer();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(
      `insert into stored_event (org_id, kind, occurred_at, litres) values ($1, 'full_use', '2026-03-02T10:00:00Z', 7)`,
      [org.id],
    );
    await events(10);
    await expectEqual(engine);

    await client.query('commit');
    await client.end();
    await expectEqual(engine);
  });

  it('tells who it was no longer once that is forgotten, and tells local time by another zone once the org has it', async () => {
    const engine = aServer();
    await events(5, { occurred_at: ago(100), card_id: randomUUID(), apartment_id: randomUUID() });
    await expectEqual(engine);

    await forgetWho(org.id, 30);
    await expectEqual(engine);

    await asSystem((tx) =>
      tx.updateTable('org').set({ time_zone: 'America/St_Johns' }).where('id', '=', org.id).execute(),
    );
    await expectEqual(engine);
  });

  it('lets go of months that are forgotten, and copies nothing anew for that', async () => {
    const engine = aServer();
    await events(3, { occurred_at: ago(1_300) });
    await events(2, { occurred_at: ago(500) });
    await expectEqual(engine);
    const { table } = engine;

    await keepsMonths(org.id, 12);
    await forgetDue(db);

    await expectEqual(engine);
    expect(engine.table).toBe(table);
    expect(
      (await engine.rows(`select count(*) from ${table} where occurred_at < now() - interval 450 day`))[0],
    ).toEqual([0]);
  });

  it('keeps what came late to an org that keeps events for longer than before, until that org forgets it', async () => {
    const engine = aServer();
    const [longer, other] = [await anOrg(), await anOrg()];
    for (const { id: org_id } of [longer, other]) {
      await events(3, { org_id, occurred_at: ago(900) });
    }
    await keepsMonths(longer.id, 12);
    await forgetDue(db);
    await keepsMonths(longer.id, 36);
    for (const days of [850, 600]) {
      await events(2, { org_id: longer.id, occurred_at: ago(days) });
    }
    await expectEqual(engine);
    const { table } = engine;

    await keepsMonths(other.id, 12);
    await forgetDue(db);
    await expectEqual(engine);
    expect(engine.table).toBe(table);

    await keepsMonths(longer.id, 24);
    await forgetDue(db);
    await expectEqual(engine);
  });

  it('is written again by the next who is ended before it is noted how far it went', async () => {
    const engine = aServer();
    await engine.refresh();
    // Before there are any: they are fed also by whoever is told of them.
    const note = vi.spyOn(EventTables.prototype, 'note').mockRejectedValue(new Error('ended'));
    await events(20);
    await expect(engine.refresh()).rejects.toThrow('ended');
    note.mockRestore();

    await expectEqual(aServer());
  });

  it('gives up what it writes when its lease is lost, and notes nothing', async () => {
    const engine = aServer();
    await engine.refresh();
    const before = await noted(engine);
    await events(1);
    const note = vi.spyOn(EventTables.prototype, 'note');
    const readState = vi.spyOn(EventTables.prototype, 'readState').mockImplementationOnce(async function read(
      this: EventTables,
    ) {
      const state = await this.readState();
      await asOwner(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where application_name = 'noa event feed' and datname = current_database()`);
      return state;
    });

    await expect(engine.refresh()).rejects.toThrow();

    expect(note).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(readState).toHaveBeenCalled();
    expect(await noted(engine)).toEqual(before);
    await expectEqual(engine);
  });

  it('copies all of them anew, once, when the table is gone', async () => {
    const engine = aServer();
    await engine.refresh();
    const { table } = engine;
    await engine.execute(`drop table ${table} sync`);
    await expect(engine.rows(`select count(*) from ${table}`)).rejects.toThrow(BrokenStore);

    await expectEqual(engine);
    expect(engine.table).not.toBe(table);
  });

  it('copies nothing anew for another database before its clock is where the former one was', async () => {
    const engine = aServer();
    await engine.refresh();
    const { table } = engine;
    await engine.execute(`insert into \`${name}\`.event_feed
      select layout, name, replaceOne(state, '"identity":"', '"identity":"other/'), at + 3600000000 from \`${name}\`.event_feed final`);

    await expect(engine.refresh()).rejects.toThrow('behind what it said before');
    expect(
      await engine.rows(`select 1 from system.tables where concat('\`', database, '\`.\`', name, '\`') = '${table}'`),
    ).toEqual([[1]]);
  });

  it.each(['https://events.example/town', 'https://events.example/town?cluster=all'])(
    'makes tables by statements that ClickHouse can read: %s',
    async (url) => {
      const engine = aServer();
      for (const sql of await statementsOf(url)) {
        await expect(engine.execute(`explain ast ${sql}`)).resolves.toBeUndefined();
      }
    },
  );
});
