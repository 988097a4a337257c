import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reportGroupings, type ReportGrouping } from '@noa/domain/report.ts';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import { anOrg } from '../testing/factories.ts';
import { db, signIn } from '../testing/harness.ts';
import { allMetrics, always, AskReport, givenEvents, type GivenEvent } from './testing/events.ts';

/** The same numbers in every run. */
let seed = 20_261_120;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
const some = (count: number) => Array.from({ length: count }, () => randomUUID());

const zones = ['Europe/Bucharest', 'America/St_Johns', 'Pacific/Auckland', 'UTC'];
const orgs = await Promise.all(zones.map((time_zone) => anOrg({ time_zone })));

/** Moments around which calendars go wrong: changes of clocks, ends of years and months, midnights. */
const edges = [
  '2024-02-29T22:00:00Z',
  '2024-12-29T22:00:00Z',
  '2024-12-31T22:00:00Z',
  '2025-03-30T01:00:00Z',
  '2025-10-26T00:30:00Z',
  '2025-12-28T22:00:00Z',
  '2026-01-01T00:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2027-01-03T22:00:00Z',
].map((edge) => Date.parse(edge));

const things = {
  container: some(6),
  group: some(3),
  card: some(5),
  apartment: some(5),
  entrance: some(4),
  block: some(2),
};
const owners = { access: some(3), manager: some(2) };

const event = (): GivenEvent => {
  const kind = pick(cardEventKinds);
  return {
    org_id: pick(orgs).id,
    kind,
    occurred_at: new Date(pick(edges) + random(3 * 86_400_000) - 1.5 * 86_400_000),
    ...(kind.startsWith('card_')
      ? { container_id: null }
      : { container_id: pick(things.container), boot_number: 0, event_number: random(1e9) }),
    container_group_id: pick([null, ...things.group]),
    waste_stream: pick([null, ...wasteStreams]),
    card_id: pick([null, ...things.card]),
    apartment_id: pick([null, ...things.apartment]),
    entrance_id: pick([null, ...things.entrance]),
    tower_block_id: pick([null, ...things.block]),
    access_group_id: pick([null, ...owners.access]),
    manager_id: pick([null, ...owners.manager]),
    litres: random(120),
    failed_attempt: random(4) === 0,
    unauthorised: random(9) === 0,
  };
};
await givenEvents(Array.from({ length: 6000 }, event));

/** Each grouping as anybody would write it over the event table. */
const naive: Record<ReportGrouping, string> = {
  hour: 'extract(hour from at)::int',
  day_of_month: 'extract(day from at)::int',
  day_of_week: 'extract(isodow from at)::int',
  day_of_year: 'extract(doy from at)::int',
  week: `to_char(at, 'IYYY-"W"IW')`,
  month: `to_char(at, 'YYYY-MM')`,
  year: 'extract(year from at)::int',
  date: `to_char(at, 'YYYY-MM-DD')`,
  org: 'org_id',
  manager: 'manager_id',
  entrance: 'entrance_id',
  tower_block: 'tower_block_id',
  access_group: 'access_group_id',
  container_group: 'container_group_id',
  container: 'container_id',
  waste_stream: 'waste_stream',
  card: 'card_id',
  apartment: 'apartment_id',
  event_kind: 'kind',
};

function recount(groupBy: readonly ReportGrouping[], condition = 'true') {
  const keys = groupBy.map((name) => naive[name]);
  return read(db, everything, async (tx) => {
    const { rows } = await sql<{ row: unknown[] }>`
      select json_build_array(${sql.raw([...keys, ''].join(', '))} count(*), sum(litres),
        sum(case when failed_attempt then 1 else 0 end), sum(case when unauthorised then 1 else 0 end),
        sum(case when kind = 'card_blocked' then 1 else 0 end)) as row
      from (select e.*, e.occurred_at at time zone o.time_zone as at from card_event e join org o on o.id = e.org_id) e
      where ${sql.raw(condition)} ${sql.raw(keys.length > 0 ? `group by ${keys.join(', ')}` : '')}`.execute(tx);
    return sorted(rows.map(({ row }) => row));
  });
}

const sorted = (rows: readonly unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();

const root = await signIn(['root']);

async function ask(input: Record<string, unknown>) {
  const { data, errors } = await root.run(AskReport, {
    input: { ...always, metrics: allMetrics, first: 10_000, ...input },
  });
  expect(errors).toBeUndefined();
  return data.report;
}

describe('usage equals a plain count over the event table', () => {
  it('without a grouping', async () => {
    expect(sorted((await ask({ groupBy: [] })).rows)).toEqual(await recount([]));
  });

  it.each(reportGroupings)('by %s', async (grouping) => {
    const report = await ask({ groupBy: [grouping] });

    const [total] = await recount([]);
    expect(sorted(report.rows)).toEqual(await recount([grouping]));
    expect(report.totals).toEqual([null, ...(JSON.parse(total ?? '[]') as number[])]);
    expect(report.rowCount).toBe(report.rows.length);
  });

  it.each(reportGroupings)('by %s and each other grouping', async (grouping) => {
    for (const other of reportGroupings.filter((name) => name !== grouping)) {
      expect(sorted((await ask({ groupBy: [grouping, other] })).rows)).toEqual(await recount([grouping, other]));
    }
  });

  it('in a period that begins and ends at any moment, the end not being in it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const from = new Date(pick(edges) + random(86_400_000));
      const to = new Date(from.getTime() + 1 + random(400 * 86_400_000));
      const condition = `occurred_at >= '${from.toISOString()}' and occurred_at < '${to.toISOString()}'`;

      const report = await ask({ from: from.toISOString(), to: to.toISOString(), groupBy: ['date'] });

      expect(sorted(report.rows)).toEqual(await recount(['date'], condition));
    }
  });

  it.each([
    ['hour', 'gte', 22, 'extract(hour from at) >= 22'],
    ['day_of_week', 'in', [6, 7], 'extract(isodow from at) in (6, 7)'],
    ['week', 'lte', '2025-W01', `to_char(at, 'IYYY-"W"IW') <= '2025-W01'`],
    ['month', 'eq', '2025-03', `to_char(at, 'YYYY-MM') = '2025-03'`],
    ['date', 'gte', '2026-03-29', `at::date >= '2026-03-29'`],
    ['event_kind', 'in', ['full_use', 'no_use'], `kind in ('full_use', 'no_use')`],
    ['waste_stream', 'eq', null, 'waste_stream is null'],
    ['entrance', 'eq', things.entrance[0], `entrance_id = '${things.entrance[0]}'`],
    ['entrance', 'in', [things.entrance[0], null], `entrance_id = '${things.entrance[0]}' or entrance_id is null`],
    ['card', 'in', [], 'false'],
  ] as const)('filtered: %s %s %j', async (field, operator, value, condition) => {
    const report = await ask({ groupBy: ['container'], filters: [{ field, operator, value }] });

    expect(sorted(report.rows)).toEqual(await recount(['container'], condition));
  });

  it('keeps the groups whose metric passes, and totals only those', async () => {
    const filters = [{ field: 'total_litres', operator: 'gte', value: 6000 }];

    const report = await ask({ groupBy: ['date'], filters });

    const kept = (await recount(['date']))
      .map((row) => JSON.parse(row) as number[])
      .filter((row) => Number(row[2]) >= 6000);
    expect(sorted(report.rows)).toEqual(sorted(kept));
    expect(report.totals[2]).toBe(kept.reduce((sum, row) => sum + Number(row[2]), 0));
  });
});

describe('pages of a report', () => {
  it.each([
    { sort: undefined },
    { sort: [{ field: 'total_litres', direction: 'desc' }] },
    {
      sort: [
        { field: 'container', direction: 'desc' },
        { field: 'event_count', direction: 'asc' },
      ],
    },
  ])('hold every row once, in the order asked for: %j', async ({ sort }) => {
    const input = { groupBy: ['container', 'month'], metrics: ['event_count', 'total_litres'], sort };
    const whole = await ask(input);

    const rows: unknown[][] = [];
    for (let after: string | null | undefined; after !== null;) {
      const page = await ask({ ...input, first: 7, after });
      expect(page).toMatchObject({ rowCount: whole.rowCount, totals: whole.totals });
      rows.push(...page.rows);
      after = page.cursor;
    }

    expect(rows).toEqual(whole.rows);
    expect(whole.cursor).toBeNull();
  });

  it('come in ascending order of the groupings, what has none last', async () => {
    const { rows } = await ask({ groupBy: ['waste_stream', 'year'], metrics: ['event_count'] });

    const streams = [...new Set(rows.map(([stream]: unknown[]) => stream))];
    expect(streams).toEqual([...wasteStreams, null]);
  });
});
