import { randomUUID } from 'node:crypto';
import { DuckDBInstance } from '@duckdb/node-api';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import { anOrg } from '../../testing/factories.ts';
import { appUrl, asOwner, asSystem } from '../../testing/harness.ts';
import { dataDir, givenEvents, reports, type GivenEvent } from '../testing/events.ts';
import { byIds, keyTablesOf } from './held-events.fixture.ts';
import { Connection } from './connection.ts';
import { Projection } from './projection.ts';
import { RecordKeys } from './intake/record-keys.ts';

/** Changes of the clocks in these zones, the moments around them, and others. */
const zones = ['Europe/Bucharest', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];
const moments = [
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00Z',
  '2025-10-26T00:59:59.999Z',
  '2025-10-26T01:00:00Z',
  '2026-04-04T14:59:59.999Z',
  '2026-04-04T15:00:00Z',
  '2025-11-02T04:29:59.999Z',
  '2025-11-02T04:30:00Z',
  '2025-11-02T06:30:00Z',
  '2026-01-01T00:00:00Z',
  '2025-12-31T22:00:00Z',
  '2026-02-28T23:59:59.5Z',
];

/** As PostgreSQL keeps moments; JavaScript has milliseconds. */
const toMicroseconds = (moment: string, third: number) =>
  new Date(moment).toISOString().replace('Z', `${String(third * 499).padStart(3, '0')}Z`);

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

/** What a projection holds, by ids; and the events of which a key leads to none. */
async function contents(projection: Projection) {
  await projection.refresh();
  const keys = await keyTablesOf(projection);
  const events = await byIds(projection, 'card_event');
  const rows = await projection.query(`select e::varchar from ${events} e`, []);
  const lost = await projection.query(
    `select e.id::varchar from card_event e ${keys.map((key) => `left join ${key} on ${key}.key = e.${key}`).join(' ')}
    where ${keys.map((key) => `(e.${key} is not null and ${key}.id is null)`).join(' or ')}`,
    [],
  );
  const told = await projection.query(
    `select concat_ws(' ', id, date, hour, day_of_year, day_of_week, week, kind, coalesce(waste_stream::varchar, '-'), litres,
      failed_attempt::int, unauthorised::int, coalesce(card_id::varchar, '-'), coalesce(manager_id::varchar, '-'),
      printf('%d.%06d', epoch_us(occurred_at) // 1000000, epoch_us(occurred_at) % 1000000)) from ${events}`,
    [],
  );
  return {
    told: told.map(([row]) => String(row)).toSorted(),
    keys,
    rows: rows.map(([row]) => String(row)).toSorted(),
    lost,
  };
}

it('holds the same whether it was filled at once or took in events as they came', async () => {
  const orgs = await Promise.all(
    zones.map(async (time_zone) => {
      const org = await anOrg();
      await asSystem((tx) => tx.updateTable('org').set({ time_zone }).where('id', '=', org.id).execute());
      return org.id;
    }),
  );
  await reports.projection.refresh();
  const ids = Array.from({ length: 40 }, () => randomUUID());
  const events = Array.from({ length: 5000 }, (_, index): GivenEvent => {
    const isOfALock = index % 7 > 0;
    const held = (position: number) => (index % (position + 2) === 0 ? null : pick(ids, index * position));
    return {
      org_id: pick(orgs, index),
      kind: pick(cardEventKinds, index),
      occurred_at: toMicroseconds(pick(moments, Math.floor(index / orgs.length)), index % 3),
      litres: index % 90,
      failed_attempt: index % 4 === 0,
      unauthorised: index % 5 === 0,
      card_id: held(1),
      apartment_id: held(2),
      entrance_id: held(3),
      tower_block_id: held(4),
      access_group_id: held(5),
      manager_id: held(6),
      ...(isOfALock && {
        container_id: pick(ids, index),
        container_group_id: held(7),
        event_number: index,
        waste_stream: index % 3 === 0 ? null : pick(wasteStreams, index),
      }),
    };
  });
  await givenEvents(events);
  const takenIn = await contents(reports.projection);

  const fresh = new Projection({
    databaseUrl: appUrl,
    dataDir: `${dataDir}/fresh`,
    log: { info: () => undefined, warn: () => undefined },
  });
  const filled = await contents(fresh);
  await fresh.close();

  const { rows: naive } = await asSystem((tx) =>
    sql<{ row: string }>`
      select concat_ws(' ', e.id, to_char(e.occurred_at at time zone o.time_zone, 'YYYY-MM-DD FMHH24 FMDDD ID IYYYIW'), kind,
        coalesce(waste_stream, '-'), litres, failed_attempt::int, unauthorised::int, coalesce(card_id::text, '-'),
        coalesce(manager_id::text, '-'), extract(epoch from e.occurred_at)) as row
      from card_event e join org o on o.id = e.org_id`.execute(tx),
  );
  expect(takenIn.told).toEqual(naive.map(({ row }) => row).toSorted());
  expect(filled.rows).toEqual(takenIn.rows);
  expect(filled.rows).toHaveLength(events.length);
  expect(filled.keys).toHaveLength(9);
  expect(filled.lost).toEqual([]);
});

it('takes as long as it takes, whatever the server of the database is set to end', async () => {
  const ofDatabase = (...settings: string[]) =>
    asOwner(
      `do $$ begin ${settings.map((each) => `execute format('alter database %I ${each}', current_database());`).join(' ')} end $$`,
    );
  await ofDatabase('set statement_timeout = 1', 'set idle_in_transaction_session_timeout = 1');
  onTestFinished(() => ofDatabase('reset statement_timeout', 'reset idle_in_transaction_session_timeout'));
  const log = { info: () => undefined, warn: () => undefined };
  const hurried = new Projection({ databaseUrl: appUrl, dataDir: `${dataDir}/hurried`, log });
  onTestFinished(() => hurried.close());

  await expect(hurried.refresh()).resolves.toMatchObject({ freshAsOf: expect.any(Date) });
});

it('gives each record one number, however many there are', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => {
    const bytes = Buffer.alloc(16);
    bytes.writeInt32BE(index, pick([0, 4, 8, 12], index));
    bytes.writeInt32BE(index, pick([12, 8, 4, 0], index)); // alike in all but a few bits
    return bytes;
  });
  const keys = new RecordKeys('card');
  const keyOf = (id: Buffer) => keys.keyOf(new DataView(id.buffer, id.byteOffset, id.length), 0);

  const given = ids.map(keyOf);

  expect(given).toEqual(ids.map((_id, index) => index));
  expect(ids.map(keyOf)).toEqual(given);
  expect(given.map((key) => keys.idOf(key))).toEqual(ids.map((id) => BigInt(`0x${id.toString('hex')}`)));
});

it('keeps the numbers of a file, however many are left out where records are forgotten', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await Connection.open(instance);
  onTestFinished(() => connection.close());
  await connection.run(`create table card_key as
    select key, ('00000000-0000-4000-8000-' || printf('%012x', key))::uuid as id from range(100000) t(key) where key > 9000 and key % 20000 < 9100`);
  const keys = new RecordKeys('card_key');
  const keyOf = (position: number) => {
    const id = Buffer.from(`0000000000004000800${position.toString(16).padStart(13, '0')}`, 'hex');
    return keys.keyOf(new DataView(id.buffer, id.byteOffset, id.length), 0);
  };

  await keys.read(connection);

  expect([9_001, 9_099, 20_000, 80_000, 89_099].map(keyOf)).toEqual([9_001, 9_099, 20_000, 80_000, 89_099]);
  expect([3, 100_000, 3].map(keyOf)).toEqual([89_100, 89_101, 89_100]); // no key was left for either
});
