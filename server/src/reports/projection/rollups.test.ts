import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import { anOrg } from '../../testing/factories.ts';
import { appUrl, asSystem, databaseUrl, db } from '../../testing/harness.ts';
import { dataDir, givenEvents } from '../testing/events.ts';
import { Projection } from './projection.ts';
import { rollups, type Rollup } from './rollups.ts';

const options = { databaseUrl: appUrl, log: { info: () => undefined, warn: () => undefined } };
const projection = new Projection({ ...options, dataDir: `${dataDir}/rollups`, epochEvents: 50 });
afterAll(() => projection.close());

const org = await anOrg();
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const apartments = Array.from({ length: 3 }, () => randomUUID());

/** From a hundred days ago on, an hour and a half after each other. */
const events = (count: number) =>
  givenEvents(
    Array.from({ length: count }, (_, index) => ({
      org_id: org.id,
      kind: index % 7 === 0 ? 'access_denied' : 'full_use',
      failed_attempt: index % 7 === 0,
      occurred_at: hoursAgo(2_400 - index * 1.5),
      litres: index % 60,
      apartment_id: apartments[index % 4] ?? null,
    })),
  );

/** What a rollup holds, and what it ought to: the cells of all events but those of the epoch that is on. */
async function expectTrue({ table, by }: Rollup): Promise<void> {
  const columns = by.join(', ');
  const read = async (query: string) =>
    (await projection.query(`${query} order by all`, [])).map((row) => row.join(' '));
  const held = await read(
    `select ${columns}, sum(events)::integer, sum(litres)::integer from ${table} group by all`.replace(
      'date',
      'date::varchar as date',
    ),
  );
  const recounted = await read(
    `select ${columns}, count(*)::integer, sum(litres)::integer from card_event
    where epoch_number < (select min(number) from epoch) group by all`.replace('date', 'date::varchar as date'),
  );
  expect(held).toEqual(recounted);
}

async function expectAllTrue(): Promise<void> {
  await projection.refresh();
  await projection.settled();
  for (const rollup of rollups) {
    await expectTrue(rollup);
  }
}

const epoch = async () => Number((await projection.query('select max(number) from epoch', []))[0]?.[0]);

describe('rollups hold each event once', () => {
  it('when the projection is built', async () => {
    await events(400);
    await expectAllTrue();
    expect(await epoch()).toBe(1);
  });

  it('when events come in, a few of them or many', async () => {
    for (const count of [3, 49, 120, 1]) {
      await events(count);
      await expectAllTrue();
    }
    expect(await epoch()).toBe(3);
  });

  it('when it is calm again, if many came in at once', async () => {
    const other = new Projection({ ...options, dataDir: `${dataDir}/calm`, epochEvents: 1_000 });
    const openEpochs = async () => {
      await other.refresh();
      await other.settled();
      return (await other.query('select count(*)::integer, max(number) from epoch', []))[0];
    };
    expect(await openEpochs()).toEqual([1, 0]);
    await events(1_200);
    expect(await openEpochs()).toEqual([1, 0]);
    expect(await openEpochs()).toEqual([1, 1]);
    await other.close();
  });

  it('when an org changes its zone', async () => {
    await asSystem((tx) =>
      tx.updateTable('org').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', org.id).execute(),
    );
    await expectAllTrue();
  });

  it('when some come, and come again, while others are being brought in', async () => {
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    const { rows: known } = await owner.query<{ last: string }>('select max(id) as last from card_event');
    for (let round = 0; round < 6; round += 1) {
      await events(60);
      await projection.refresh();
      // Stamped anew, they come again.
      await owner.query(
        `update stored_event set litres = litres + 1, tx_id = pg_current_xact_id() where id > $1 and id % 5 = $2`,
        [known[0]?.last, round],
      );
      await projection.refresh();
    }
    await owner.end();
    await expectAllTrue();
    expect(await epoch()).toBeGreaterThan(5);
  });

  it('when who opened is forgotten: nothing is left of an apartment', async () => {
    await asSystem((tx) =>
      tx.updateTable('org_settings').set({ identity_days: 30 }).where('org_id', '=', org.id).execute(),
    );
    await forgetDue(db);
    await expectAllTrue();
    const { rows } = await asSystem((tx) =>
      sql<{ months: string[] }>`
        select array_agg(distinct to_char(occurred_at at time zone 'Pacific/Auckland', 'YYYYMM')) as months
        from card_event where apartment_id is not null`.execute(tx),
    );
    const known = await projection.query(
      'select distinct month::varchar from month_rollup where apartment_key is not null',
      [],
    );
    expect(rows[0]?.months).toEqual(expect.arrayContaining(known.flat()));
  });
});
