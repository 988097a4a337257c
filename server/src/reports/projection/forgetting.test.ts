import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { forgetDue } from '../../telemetry/retention/retention.ts';
import { anOrg } from '../../testing/factories.ts';
import { appUrl, asOwner, asSystem, db } from '../../testing/harness.ts';
import { dataDir, givenEvents, reports } from '../testing/events.ts';
import { byIds } from './held-events.fixture.ts';
import { Projection } from './projection.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const log = { info: () => undefined, warn: () => undefined };

/** Days of ten weeks each, by several cards and apartments. */
const events = (orgId: string, from: number, count: number, who: readonly string[]) =>
  givenEvents(
    Array.from({ length: count }, (_, index) => ({
      org_id: orgId,
      occurred_at: daysAgo(from + (index % 70)),
      litres: index % 50,
      card_id: who[index % who.length] ?? null,
      apartment_id: who[(index + 1) % who.length] ?? null,
    })),
  );

/** All that is held of events and of what was counted of them in advance. */
async function held(of: Projection) {
  await of.refresh();
  await of.settled();
  const all = (sql: string) => of.query(sql, []);
  return [
    await all(`select columns(*)::varchar from ${await byIds(of, 'card_event')} order by id`),
    await all(`select month, c.id::varchar, a.id::varchar, sum(events)::integer, sum(litres)::integer from (
        select month, card_key, apartment_key, events, litres from month_rollup
        union all select month, card_key, apartment_key, 1, litres from card_event where epoch_number >= (select min(number) from epoch)) t
      left join card_key c on c.key = card_key left join apartment_key a on a.key = apartment_key
      group by all order by all`),
    await all('select count(*)::integer from card_key'),
  ];
}

it('a projection that is told of who was forgotten is what one is that is built anew, and counts as many events', async () => {
  const [one, other] = [await anOrg(), await anOrg()];
  const who = Array.from({ length: 4 }, () => randomUUID());
  const live = new Projection({ databaseUrl: appUrl, dataDir: `${dataDir}/live`, log, epochEvents: 100 });
  await events(one.id, 50, 300, who);
  await events(other.id, 50, 150, who);
  await live.refresh();
  await live.settled();
  await events(one.id, 88, 40, who); // of an epoch that is on
  const count = async () => live.query('select count(*)::integer, sum(litres)::integer from card_event', []);
  await live.refresh();
  const before = await count();

  await asSystem((tx) =>
    tx.updateTable('org_settings').set({ identity_days: 60 }).where('org_id', '=', other.id).execute(),
  );
  await forgetDue(db);
  await events(one.id, 5, 20, who); // together with what was forgotten
  expect(await count()).toEqual(before);

  const fresh = new Projection({ databaseUrl: appUrl, dataDir: `${dataDir}/fresh`, log, epochEvents: 1 });
  expect(await held(live)).toEqual(await held(fresh));
  const [[named] = []] = await live.query(
    'select count(card_key)::integer from card_event where occurred_at < $1::date',
    [daysAgo(91).toISOString().slice(0, 10)],
  );
  expect(named).toBe(0);
  await Promise.all([live.close(), fresh.close()]);
});

it('nobody who was forgotten is in any table of its file', async () => {
  const org = await anOrg();
  const who = Array.from({ length: 3 }, () => randomUUID());
  await events(org.id, 95, 400, who);
  const found = async () => {
    await reports.projection.refresh();
    await reports.projection.settled();
    const tables = await reports.projection.query('select table_name from duckdb_tables() where not temporary', []);
    const of = (table: unknown) =>
      reports.projection.query(`select 1 from ${String(table)} t where regexp_matches(t::varchar, $1) limit 1`, [
        who.join('|'),
      ]);
    const rows = await Promise.all(tables.map(async ([table]) => ((await of(table)).length > 0 ? [table] : [])));
    return rows.flat().map(String).toSorted();
  };
  expect(await found()).toEqual(['apartment_key', 'card_key']);

  await forgetDue(db);

  expect(await found()).toEqual([]);
});

it('who did something that is there no more has no key in a file that is built', async () => {
  const org = await anOrg();
  const who = Array.from({ length: 3 }, () => randomUUID());
  await events(org.id, 5, 30, who);
  await asOwner(`delete from stored_event where org_id = '${org.id}'`);
  const left = await asSystem((tx) => sql`select from event_identity where org_id = ${org.id}`.execute(tx));
  expect(left.rows).toHaveLength(30);

  const fresh = new Projection({ databaseUrl: appUrl, dataDir: `${dataDir}/built`, log });
  await fresh.refresh();
  const keys = 'select id::varchar from (from card_key union all from apartment_key)';
  expect((await fresh.query(keys, [])).flat()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(who.join('|'))]),
  );
  await fresh.close();
});
