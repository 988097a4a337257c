import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { appUrl, asOwner, asSystem, databaseUrl } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { dataDir, givenEvents, reports, type GivenEvent } from '../testing/events.ts';
import { byIds } from './held-events.fixture.ts';
import { Projection } from './projection.ts';
import { EventSource } from '../source/event-source.ts';
import { eventForm } from './event-table.ts';

const file = join(dataDir, 'projection', 'events.duckdb');
const { projection } = reports;
const org = await anOrg();

/** What the projection holds, and what the event table does, in the same words. */
async function both(of: Projection = projection) {
  await of.refresh();
  const copied = await of.query(
    `select concat_ws(' ', org_id, id, kind, epoch_ms(occurred_at), litres, card_id, date, hour) as row
    from ${await byIds(of, 'card_event')}`,
    [],
  );
  const { rows } = await asSystem((tx) =>
    sql<{ row: string }>`
      select concat_ws(' ', e.org_id, e.id, e.kind, (extract(epoch from e.occurred_at) * 1000)::bigint, e.litres, e.card_id,
        (e.occurred_at at time zone o.time_zone)::date, extract(hour from e.occurred_at at time zone o.time_zone)::int) as row
      from card_event e join org o on o.id = e.org_id`.execute(tx),
  );
  return { copied: copied.map(([row]) => String(row)).toSorted(), stored: rows.map(({ row }) => row).toSorted() };
}

async function expectEqual(of?: Projection): Promise<void> {
  const { copied, stored } = await both(of);
  expect(copied).toEqual(stored);
}

const count = async () => Number((await projection.query('select count(*)::integer from card_event', []))[0]?.[0]);

const events = (number: number, given: Partial<GivenEvent> = {}) =>
  givenEvents(Array.from({ length: number }, (_, index) => ({ org_id: org.id, litres: index % 50, ...given })));

/** A transaction that stays open until it is told to end. */
async function anOpenTransaction() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return {
    record: (litres: number) =>
      client.query(
        `insert into stored_event (org_id, kind, occurred_at, litres) values ($1, 'full_use', '2026-03-02T10:00:00Z', $2)`,
        [org.id, litres],
      ),
    end: async (how: 'commit' | 'rollback') => {
      await client.query(how);
      await client.end();
    },
  };
}

/** A second process, as it were: its own connections to the file and to PostgreSQL. */
async function restarted(work: (fresh: Projection) => Promise<void>): Promise<void> {
  const fresh = new Projection({
    databaseUrl: appUrl,
    dataDir: `${dataDir}/other`,
    log: { info: () => undefined, warn: () => undefined },
  });
  try {
    await work(fresh);
  } finally {
    await fresh.close();
  }
}

describe('the projection', () => {
  it('holds every event, and takes in new ones', async () => {
    await events(3000);
    await expectEqual();

    for (let round = 0; round < 5; round += 1) {
      await events(round);
      await expectEqual();
    }
  });

  it('misses nothing that commits while an older transaction runs, nor that transaction in the end', async () => {
    const [first, second] = [await anOpenTransaction(), await anOpenTransaction()];
    await events(10);
    await first.record(1);
    await expectEqual();

    await second.record(2);
    await second.end('commit');
    await events(10);
    await expectEqual();

    await first.record(3);
    await events(10);
    await first.end('commit');
    await expectEqual();
  });

  it('asks once for what a backup brought from a server that had given out more transaction numbers', async () => {
    await events(20);
    await projection.refresh(); // which has not come with the backup, and is asked again by other tests
    await asOwner(
      `update stored_event set tx_id = (pg_current_xact_id()::text::int8 + 30 + 1000 * (id % 2))::text::xid8`,
    );
    const source = new EventSource({ databaseUrl: appUrl, form: eventForm, onIdleError: () => undefined });
    try {
      await restarted(async (fresh) => {
        await expectEqual(fresh);
        const all = async () => {
          const state = await source.read(null, (delivery) => Promise.resolve(delivery.state));
          return (await source.recent({ ...state, snapshot: '1:1:' }))?.state ?? expect.fail();
        };
        expect((await source.recent(await all()))?.expected).toBe(0);

        for (let number = 0; number < 40; number += 1) {
          await asSystem((tx) => sql`select pg_current_xact_id()`.execute(tx));
        }
        await events(5);
        await expectEqual(fresh);
        expect((await source.recent(await all()))?.expected).toBe(0);
      });
    } finally {
      await source.close();
    }
  });

  it('holds nothing of what was rolled back', async () => {
    const before = await both();
    const open = await anOpenTransaction();
    await open.record(1);
    await projection.refresh();
    await open.end('rollback');

    expect(await both()).toEqual(before);
  });

  it('is exact under writers that come and go, whatever they overlap with', async () => {
    const writer = async (epochs: number) => {
      for (let epoch = 0; epoch < epochs; epoch += 1) {
        const open = await anOpenTransaction();
        await open.record(epoch);
        await new Promise((resolve) => setTimeout(resolve, (epoch * 7) % 20));
        await open.end(epoch % 5 === 0 ? 'rollback' : 'commit');
      }
    };
    const writers = Promise.all(Array.from({ length: 4 }, () => writer(rounds(12, 30))));
    let done = false;
    void writers.then(() => (done = true));

    let last = await count();
    while (!done) {
      await projection.refresh();
      const now = await count();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
    await writers;
    await expectEqual();
  });

  it('includes what was committed before it was asked, however many ask at once', async () => {
    const asked = Array.from({ length: 20 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index));
      await events(1, { litres: 1000 + index });
      const committed = new Date();
      const { freshAsOf } = await projection.refresh();
      const found = await projection.query('select 1 from card_event where litres = $1', [1000 + index]);
      expect(found).toHaveLength(1);
      expect(freshAsOf.getTime()).toBeGreaterThanOrEqual(committed.getTime() - 1);
    });
    await Promise.all(asked);
  });

  it('counts an event once that is stamped anew because a part of it had to go', async () => {
    await events(5, { card_id: crypto.randomUUID(), litres: 77 });
    await projection.refresh();

    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    await owner.query('update stored_event set tx_id = pg_current_xact_id() where litres = 77');
    await owner.query('delete from event_identity where event_id in (select id from stored_event where litres = 77)');
    await owner.end();

    await expectEqual();
  });

  it('follows an org into another time zone', async () => {
    await projection.refresh();

    await asSystem((tx) => tx.updateTable('org').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', org.id).execute());

    await expectEqual();
  });
});

describe('a projection file', () => {
  it('is built anew when somebody deletes it, without a restart', async () => {
    await rm(file);
    await rm(`${file}.wal`, { force: true });
    await expectEqual();

    await events(10);
    await expectEqual();
  });

  it('is used again by the next start', async () => {
    await restarted((fresh) => expectEqual(fresh));
    await events(10);
    await restarted((fresh) => expectEqual(fresh));
  });

  it.each([
    ['damaged', (path: string) => writeFile(path, 'not a database'.repeat(1000))],
    ['cut short', (path: string) => truncate(path, 20_000)],
    ['empty', (path: string) => writeFile(path, '')],
    ['of another layout', (path: string) => change(path, `update meta set layout = 'older'`)],
    ['without its tables', (path: string) => change(path, 'drop table meta')],
    ['of another database', (path: string) => change(path, `update meta set identity = 'elsewhere'`)],
    ['ahead of the database', (path: string) => change(path, `update meta set snapshot = '900000000:900000000:'`)],
  ])('is built anew when it is %s', async (_state, spoil) => {
    await restarted((fresh) => expectEqual(fresh));
    await spoil(`${dataDir}/other/projection/events.duckdb`);
    await events(3);

    await restarted((fresh) => expectEqual(fresh));
  });

  it('leaves nothing beside itself', async () => {
    await writeFile(join(dataDir, 'projection', 'building-killed.duckdb'), 'half');
    await rm(file);
    await projection.refresh();

    expect((await readdir(join(dataDir, 'projection'))).filter((name) => !name.startsWith('events.duckdb'))).toEqual(
      [],
    );
  });

  it('keeps answering while it is replaced', async () => {
    await projection.refresh();
    const slow = projection.query(
      'select count(*)::integer from card_event a, card_event b, range(10) where a.id + b.id > 0',
      [],
    );
    await rm(file);
    await projection.refresh();
    await events(1);

    expect(Number((await slow)[0]?.[0])).toBeGreaterThan(1000);
    await expectEqual();
  });

  it('lets no query reach other files', async () => {
    await expect(projection.query(`select * from read_csv('/etc/passwd')`, [])).rejects.toThrow('disabled');
    await expectEqual();
  });

  it('is left whole or not at all by a server that stops while it builds', async () => {
    await events(20_000);
    const folder = `${dataDir}/stopped`;
    const stopped = new Projection({
      databaseUrl: appUrl,
      dataDir: folder,
      log: { info: () => undefined, warn: () => undefined },
    });
    const building = stopped.refresh();
    building.catch(() => undefined); // looked at below
    await vi.waitFor(async () => expect((await readdir(join(folder, 'projection'))).join(' ')).toContain('building-'), {
      interval: 1,
      timeout: 30_000,
    });

    await Promise.all([expect(building).rejects.toThrow('closed'), stopped.close()]);

    expect(await readdir(join(folder, 'projection'))).toEqual([]);
  });
});

/** Spoils a file that no server has open. */
async function change(path: string, statement: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
