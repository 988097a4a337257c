import { describe, expect, it } from 'vitest';
import { eventGroupings } from '@noa/domain/reporting/report.ts';
import { wasteStreams } from '@noa/domain/vocabulary.ts';
import { signIn } from '../testing/harness.ts';
import { isThorough, rounds } from '../testing/rounds.ts';
import { allMetrics, always, askToCompare } from './testing/events.ts';
import { recount, things } from './testing/random-events.ts';
import { edges, pick, random, sorted } from './testing/random.ts';

const root = await signIn(['root']);

async function ask(input: Record<string, unknown>) {
  const { data, errors } = await root.run(askToCompare(input), {
    input: { ...always, metrics: allMetrics, first: 10_000, ...input },
  });
  expect(errors).toBeUndefined();
  return data.report;
}

describe('usage equals a plain count over the event table', () => {
  it('without a grouping', async () => {
    expect(sorted((await ask({ groupBy: [] })).rows)).toEqual(await recount([]));
  });

  it.each(eventGroupings)('by %s', async (grouping) => {
    const report = await ask({ groupBy: [grouping] });

    const [total] = await recount([]);
    expect(sorted(report.rows)).toEqual(await recount([grouping]));
    expect(report.totals).toEqual([null, ...(JSON.parse(total ?? '[]') as number[])]);
    expect(report.rowCount).toBe(report.rows.length);
  });

  it.each(eventGroupings)(
    'by %s and groupings after it (one or two, or each), either of them first',
    async (grouping) => {
      const position = eventGroupings.indexOf(grouping);
      const others = eventGroupings.slice(position + 1);
      // Each grouping is in one pair at least: those whose places come to a multiple of twelve.
      const tried = others.filter((_each, nth) => isThorough || (2 * position + 1 + nth) % 12 === 0);
      for (const [index, other] of tried.entries()) {
        const groupBy = index % 2 === 0 ? [grouping, other] : [other, grouping];
        expect(sorted((await ask({ groupBy })).rows), groupBy.join(', ')).toEqual(await recount(groupBy));
      }
    },
  );

  it('in a period that begins and ends at any moment, the end not being in it', async () => {
    for (let round = 0; round < rounds(5, 20); round += 1) {
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
