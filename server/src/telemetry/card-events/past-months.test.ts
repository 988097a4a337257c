import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { asOwner, asSystem, databaseUrl } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';
import { rounds } from '../../testing/rounds.ts';
import { storeYoung } from '../../testing/stored-events.ts';
import { aResidentWithCard, event, record } from './card-event.fixture.ts';
import { indexPastMonths, startIndexingPastMonths } from './past-months.ts';

await watchPlans(); // before the first connection

const log = { info: () => undefined };

/** The start of the month so many months ago, in UTC. */
const monthsAgo = (count: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1));
};

const partitionOf = (month: Date) => `stored_event_${month.toISOString().slice(0, 7).replace('-', '_')}`;

const indexesOf = (month: Date): Promise<string[]> =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select replace(i.indexrelid::regclass::text, ${partitionOf(month)}, 'month') as name from pg_index i
      where i.indrelid = ${partitionOf(month)}::regclass and i.indisvalid order by 1`.execute(tx);
    return rows.map(({ name }) => name);
  });

/** One of two months ago, which is past on each day of this one. */
const past = monthsAgo(2);

/** A container's use in a month, an event every other minute from its fifth day on. */
const use = (orgId: string, containerId: string, month: Date, count: number) =>
  asSystem((tx) =>
    storeYoung(
      tx,
      ['org_id', 'kind', 'occurred_at', 'device_at', 'container_id', 'boot_number', 'event_number'],
      sql`select ${orgId}::uuid as org_id, 'full_use' as kind, at as occurred_at, at as device_at, ${containerId}::uuid as container_id,
          0 as boot_number, n as event_number
        from (select n, ${month}::timestamptz + interval '5 days' + n * interval '2 minutes' as at from generate_series(1, ${count}::int) n) e`,
    ),
  );

const shared = ['month_occurred_at_idx', 'month_pkey', 'month_tx_id_idx'];
const young = ['month_by_container', 'month_by_entrance', ...shared];
const small = ['month_by_container', 'month_occurred_at_idx', 'month_of_entrance', 'month_pkey', 'month_tx_id_idx'];

it('a month that is past has smaller indexes from then on, the one that runs those that it had; once each, and also where a server ended meanwhile', async () => {
  const { org, container } = await aResidentWithCard();
  await use(org.id, container.id, past, 20);
  await use(org.id, container.id, monthsAgo(0), 20);
  const partition = partitionOf(past);
  // As a server leaves it that ends while it makes an index.
  await asOwner(`create index ${partition}_of_entrance on ${partition} (entrance_number)`);
  await asOwner(`update pg_index set indisvalid = false where indexrelid = '${partition}_of_entrance'::regclass`);
  expect([await indexesOf(past), await indexesOf(monthsAgo(0))]).toEqual([young, young]);

  const done = await Promise.all([1, 2].map(() => indexPastMonths({ databaseUrl, log })));

  expect(new Set(done)).toEqual(new Set([0, 1]));
  expect([await indexesOf(past), await indexesOf(monthsAgo(0))]).toEqual([small, young]);
  expect(await indexPastMonths({ databaseUrl, log })).toBe(0);
});

it('a server that ends leaves the index that it makes, and the next goes on', async () => {
  const { org, container } = await aResidentWithCard();
  const older = monthsAgo(5);
  await use(org.id, container.id, older, 20);
  const partition = partitionOf(older);
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query(`begin; lock table ${partition} in access exclusive mode`);
  const failures: unknown[] = [];
  const work = startIndexingPastMonths({ databaseUrl, log, firstMs: 0 }, (cause) => failures.push(cause));
  await expect
    .poll(
      async () =>
        (await holder.query(`select from pg_locks where relation = '${partition}'::regclass and not granted`)).rowCount,
      {
        timeout: 30_000,
      },
    )
    .toBe(1);

  await work.close();
  await holder.query('rollback');
  await holder.end();

  expect(failures).toEqual([]);
  await expect.poll(() => indexPastMonths({ databaseUrl, log }), { timeout: 30_000 }).toBe(1);
  expect(await indexesOf(older)).toEqual(small);
});

it('a month that began with other look-ups has those of a past one as well, and keeps none of them', async () => {
  const { org, container } = await aResidentWithCard();
  const older = monthsAgo(7);
  const partition = partitionOf(older);
  await use(org.id, container.id, older, 20);
  await asOwner(
    `drop index ${partition}_by_container`,
    `create index ${partition}_by_event on ${partition} (container_number, boot_number, event_number)`,
    `drop index ${partition}_by_entrance`, // left half-way by a server of before
  );

  expect(await indexPastMonths({ databaseUrl, log })).toBe(1);

  expect(await indexesOf(older)).toEqual(small);
});

it('what comes late into a past month, again, or says something else, is told as of any other, by a look at a few events of its lock', async () => {
  const { org, container, gateway } = await aResidentWithCard();
  const count = rounds(2_000, 20_000);
  const at = (number: number) => new Date(past.getTime() + 5 * 86_400_000 + number * 120_000).toISOString();
  const numbers = [1, 17, 400, 401, 1_999];
  await use(org.id, container.id, past, count);
  await asSystem((tx) =>
    sql`insert into card_event_receipt (org_id, container_id, boot_number, received, heard_at)
      values (${org.id}, ${container.id}, 0, int8multirange(int8range(1, ${count + 1})), now())`.execute(tx),
  );
  await indexPastMonths({ databaseUrl, log });
  await asOwner('analyze');
  const send = (over: object) =>
    record(
      gateway,
      numbers.map((number) => event(container.id, number, { at: at(number), ...over })),
    );
  let again: Awaited<ReturnType<typeof send>> | undefined;
  const steps = await stepsOf(async () => {
    again = await send({});
  });
  const other = await send({ kind: 'no_use' });
  const late = await record(gateway, [event(container.id, count + 5, { at: at(3) })]);

  expect(again?.results.map(({ outcome }) => outcome)).toEqual(numbers.map(() => 'duplicate'));
  expect(other.results.map(({ reason }) => reason)).toEqual(numbers.map(() => 'cardEvent.otherContent'));
  expect(late.results).toMatchObject([{ outcome: 'accepted' }]);
  const [compared] = [...steps]
    .filter(([statement]) => statement.includes('card_event_set_aside'))
    .map(([, work]) => work.steps);
  expect(compared).toBeLessThan(numbers.length * 100);
});
