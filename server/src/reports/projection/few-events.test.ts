import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { appUrl, asSystem } from '../../testing/harness.ts';
import { dataDir, givenEvents, reports, type GivenEvent } from '../testing/events.ts';
import { byIds } from './held-events.fixture.ts';
import { EventSource } from '../source/event-source.ts';
import type { SourceState } from '../source/source-state.ts';
import { eventForm } from './event-table.ts';
import { Projection } from './projection.ts';

const { projection } = reports;
const org = await anOrg();

const events = (number: number, given: Partial<GivenEvent> = {}) =>
  givenEvents(Array.from({ length: number }, (_, index) => ({ org_id: org.id, litres: index % 50, ...given })));

const someRecords = () => ({
  event_number: 1,
  card_id: randomUUID(),
  apartment_id: randomUUID(),
  container_id: randomUUID(),
});

/** All that is held of each event. */
const held = async (of: Projection) =>
  of.query(`select columns(*)::varchar from ${await byIds(of, 'card_event')} order by id`, []);

it('takes in what comes while nobody asks, from when a lock is heard', async () => {
  await projection.refresh(); // finds nothing, and so leaves it to whoever tells
  const found = (litres: number) => projection.query('select 1 from card_event where litres = $1', [litres]);

  await events(3, { litres: 7_001 });
  await asSystem((tx) => sql`select pg_notify('container_status', ${randomUUID()})`.execute(tx));
  await vi.waitFor(async () => expect(await found(7_001)).toHaveLength(3), { timeout: 10_000 });
  await events(4, { litres: 7_002 });

  await vi.waitFor(async () => expect(await found(7_002)).toHaveLength(4), { timeout: 10_000 });
});

it('the projection holds the same of an event that comes by itself as of one that comes with all others', async () => {
  await projection.refresh();
  await events(1, { kind: 'access_denied', failed_attempt: true, unauthorised: true, ...someRecords() });
  await projection.refresh();
  await events(2, {
    occurred_at: new Date('2026-03-29T00:59:59.999Z'),
    waste_stream: 'plastic_metal',
    ...someRecords(),
  });
  await events(2, { occurred_at: new Date('2024-12-30T23:00:00Z'), ...someRecords() });
  await projection.refresh();

  const log = { info: () => undefined, warn: () => undefined };
  const fresh = new Projection({ databaseUrl: appUrl, dataDir: `${dataDir}/fresh`, log });
  await fresh.refresh();
  const [few, all] = await Promise.all([held(projection), held(fresh)]);
  await fresh.close();

  expect(few.length).toBeGreaterThanOrEqual(5);
  expect(few).toEqual(all);
});

it('each record has one key, whether its events come few or many at a time', async () => {
  const card_id = randomUUID();
  for (const number of [1, 8_000, 3, 7_999, 1]) {
    await events(number, { card_id, apartment_id: randomUUID() });
    await events(1, { card_id: randomUUID() });
    await projection.refresh();
  }

  const [row] = await projection.query(
    `select count(distinct c.id), count(distinct card_key), (select count(*) from card_key), count(distinct a.id),
      count(distinct apartment_key), (select count(*) from apartment_key),
      count(*) filter (where (card_key is not null and c.id is null) or (apartment_key is not null and a.id is null))
    from card_event left join card_key c on c.key = card_key left join apartment_key a on a.key = apartment_key`,
    [],
  );
  const [cards, cardKeys, cardsKnown, apartments, apartmentKeys, apartmentsKnown, wrong] = (row ?? []).map(Number);
  expect([cardKeys, cardsKnown, wrong]).toEqual([cards, cards, 0]);
  expect([apartmentKeys, apartmentsKnown]).toEqual([apartments, apartments]);
});

it('who it was is found event by event, on a day of which PostgreSQL has no statistics yet', async () => {
  const read = () =>
    asSystem((tx) =>
      sql<{ entries: number }>`
        select sum(idx_tup_read)::int as entries from pg_stat_user_indexes where relname like 'event\\_identity\\_%'`.execute(
        tx,
      ),
    ).then(({ rows }) => rows[0]?.entries ?? 0);
  await projection.refresh();
  const before = await read();

  await events(7_000, { occurred_at: new Date('2026-02-11T11:00:00Z'), card_id: randomUUID() });
  await projection.refresh();

  // A connection says what it has read with the first that it does a second later.
  const readSince = async () => {
    await projection.refresh();
    return (await read()) - before;
  };
  await expect.poll(readSince, { timeout: 20_000 }).toBeGreaterThanOrEqual(7_000);
  expect(await readSince()).toBeLessThan(5 * 7_000);
});

it('PostgreSQL is asked once for all reports that wait, and each includes what was committed before it was asked', async () => {
  const answers = new Set<unknown>();
  let asked = 0;
  for (let round = 0; round < 20; round += 1) {
    await events(1, { litres: 5_000 + round });
    const report = async () => {
      asked += 1;
      answers.add(await projection.refresh());
      expect(await projection.query('select 1 from card_event where litres = $1', [5_000 + round])).toHaveLength(1);
    };
    await Promise.all([report(), events(1), report(), report(), report(), report()]);
  }

  expect(answers.size).toBeLessThan(asked / 2);
});

it('looks among no other events for those that it has already than such as may be, however many come', async () => {
  const source = new EventSource({ databaseUrl: appUrl, form: eventForm, onIdleError: () => undefined });
  const lowest = async (before: SourceState | null) =>
    source.read(before, async (delivery) => ({ state: delivery.state, lowest: delivery.lowest }));
  try {
    await events(3);
    const { state } = await lowest(null);
    await events(3);
    const { rows } = await asSystem((tx) =>
      sql<{ id: string }>`select id from stored_event order by id desc limit 3`.execute(tx),
    );

    expect(await lowest(state)).toMatchObject({ lowest: BigInt(rows.at(-1)?.id ?? 0) });
  } finally {
    await source.close();
  }
});
