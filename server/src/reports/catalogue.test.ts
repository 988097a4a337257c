import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportGrouping, ReportMetric } from '@noa/domain/reporting/report.ts';
import { signIn } from '../testing/harness.ts';
import { someOf, isThorough } from '../testing/rounds.ts';
import { findReport, listReports } from './catalogue.ts';
import { always, AskReport, askToCompare } from './testing/events.ts';
import { recount } from './testing/random-events.ts';
import { sorted } from './testing/random.ts';

const root = await signIn(['root']);

async function ask(name: string, input: Record<string, unknown>) {
  const { data, errors } = await root.run(askToCompare(input), { name, input: { ...always, first: 10_000, ...input } });
  expect(errors).toBeUndefined();
  return data.report;
}

/** A group as the event table has it: its keys, and its events counted one way and another. */
interface Group {
  readonly keys: readonly unknown[];
  readonly figures: readonly number[];
}

/** Behind the figures of `usage`, what was tried at containers. */
const attempts = `, sum(case when kind in ('card_blocked', 'card_erased', 'card_unblocked') then 0 else 1 end)`;

async function groupsBy(groupBy: readonly ReportGrouping[]): Promise<Group[]> {
  return (await recount(groupBy, 'true', attempts)).map((row) => {
    const cells = JSON.parse(row) as unknown[];
    return { keys: cells.slice(0, groupBy.length), figures: cells.slice(groupBy.length).map(Number) };
  });
}

const percent = (count: number, of: number) => (of === 0 ? null : Math.round((1000 * count) / of) / 10);
const sum = (groups: readonly Group[], figure: number) =>
  groups.reduce((total, { figures }) => total + (figures[figure] ?? 0), 0);

/** Each metric worked out from the groups, by somebody who knows nothing of the product. */
type Reference = (group: Group, all: readonly Group[], groupBy: readonly ReportGrouping[]) => unknown;
const plainly: Readonly<Partial<Record<ReportMetric, Reference>>> = {
  event_count: ({ figures }) => figures[0],
  total_litres: ({ figures }) => figures[1],
  failed_attempt_count: ({ figures }) => figures[2],
  unauthorised_count: ({ figures }) => figures[3],
  card_blocked_count: ({ figures }) => figures[4],
  failed_attempt_pct: ({ figures }) => percent(figures[2] ?? 0, figures[5] ?? 0),
  litres_pct: (group, all, groupBy) => {
    const others = (keys: readonly unknown[]) =>
      JSON.stringify(keys.filter((_key, index) => groupBy[index] !== 'waste_stream'));
    const whole = groupBy.includes('waste_stream')
      ? all.filter(({ keys }) => others(keys) === others(group.keys))
      : all;
    return percent(group.figures[1] ?? 0, sum(whole, 1));
  },
};

async function expectPlain(name: string, groupBy: readonly ReportGrouping[]): Promise<void> {
  const metrics = findReport(name)?.metrics ?? [];

  const report = await ask(name, { groupBy, metrics });

  const all = await groupsBy(groupBy);
  const rows = all.map((group) => [...group.keys, ...metrics.map((metric) => plainly[metric]?.(group, all, groupBy))]);
  expect(sorted(report.rows), groupBy.join(', ')).toEqual(sorted(rows));
  const [everything] = await groupsBy([]);
  const totals = metrics.map((metric) => everything && plainly[metric]?.(everything, [everything], []));
  expect(report.totals).toEqual([...groupBy.map(() => null), ...totals]);
}

// `usage` has a test of its own, by every two groupings.
const others = listReports().filter(({ name, counts }) => counts === 'events' && name !== 'usage');
const everyGrouping = [...new Set(others.flatMap(({ groupings }) => groupings))];

describe.each(others)('$name equals a plain count over the event table', ({ name, groupings, startsWith }) => {
  const position = others.findIndex((other) => other.name === name);
  /** Each grouping alone in a quarter of the reports, and beside the first in another (decision 49). */
  const inWay = (way: number) =>
    groupings.filter((grouping) => someOf([0, 2, 1, 3], position + everyGrouping.indexOf(grouping)).includes(way));

  it('without a grouping, and as it begins', async () => {
    await expectPlain(name, []);
    await expectPlain(name, startsWith);
  });

  it('by groupings: every fourth, or each', async () => {
    for (const grouping of inWay(0)) {
      await expectPlain(name, [grouping]);
    }
  });

  it('by others, or each, beside the one it begins with', async () => {
    for (const grouping of inWay(1).filter((each) => each !== startsWith.at(-1))) {
      await expectPlain(name, [grouping, ...startsWith.slice(-1)]);
    }
  });

  const pairs = groupings.flatMap((one) =>
    groupings.filter((other) => other !== one).map((other): [ReportGrouping, ReportGrouping] => [one, other]),
  );

  it('by two of them: some, or all', { timeout: 600_000 }, async () => {
    if (isThorough) {
      for (const pair of pairs) {
        await expectPlain(name, pair);
      }
      return;
    }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), (pair) => expectPlain(name, pair)),
      { numRuns: 4 },
    );
  });
});

describe('a share', () => {
  it('is of all that was counted, whichever groups are then shown', async () => {
    const groupBy = ['waste_stream'];
    const whole = await ask('separate-collection', { groupBy, metrics: ['litres_pct'] });
    const shares = whole.rows.map(([, share]: [unknown, number]) => share);

    const filters = [{ field: 'litres_pct', operator: 'gte', value: Math.max(...shares) }];
    const some = await ask('separate-collection', { groupBy, metrics: ['litres_pct'], filters });

    expect(some.rows).toEqual(whole.rows.filter(([, share]: [unknown, number]) => share === Math.max(...shares)));
    expect(some.rows.length).toBeLessThan(whole.rows.length);
    expect(whole.totals).toEqual([null, 100]);
    expect(some.totals[1]).toBeLessThan(100);
  });

  it.each([[['waste_stream']], [['waste_stream', 'container']], [['month', 'waste_stream']]])(
    'is of all streams, whichever of them are asked for, by %j',
    async (groupBy) => {
      const metrics = ['total_litres', 'litres_pct'];
      const chosen = ['glass', 'residual', null];
      const isChosen = (row: unknown[]) => chosen.includes(row[groupBy.indexOf('waste_stream')] as string | null);
      const whole = await ask('separate-collection', { groupBy, metrics });
      const [everything] = (await ask('separate-collection', { groupBy: [], metrics })).rows;

      const filters = [{ field: 'waste_stream', operator: 'in', value: chosen }];
      const some = await ask('separate-collection', { groupBy, metrics, filters });

      expect(some.rows).toEqual(whole.rows.filter(isChosen));
      expect(some.rowCount).toBeLessThan(whole.rowCount);
      const litres = some.rows.reduce((total: number, row: unknown[]) => total + Number(row.at(-2)), 0);
      expect(some.totals.slice(groupBy.length)).toEqual([litres, percent(litres, everything[0])]);
    },
  );
});

describe('the usage of apartments', () => {
  it('are neither offered nor answered to whom who opened what is not told', async () => {
    const reporter = await signIn(['local_reporter']);

    const { data } = await reporter.run('{ reports { name } }');
    const refused = await reporter.run(AskReport, {
      name: 'apartment-usage',
      input: { ...always, groupBy: ['month'], metrics: ['event_count'] },
    });

    expect(data.reports.map(({ name }: { name: string }) => name)).toEqual([
      'usage',
      'separate-collection',
      'access-failures',
      'peak-load',
      'participation',
      'dormant-apartments',
      'registration-coverage',
      'card-lifecycle',
      'controlled-coverage',
      'fleet-health',
      'emptyings',
    ]);
    expect(refused.errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});
