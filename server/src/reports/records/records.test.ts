import { describe, expect, it } from 'vitest';
import { aContainer, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { signIn, type Caller } from '../../testing/harness.ts';
import { rounds, someOf } from '../../testing/rounds.ts';
import { metrics } from '../query/metrics.ts';
import { always, AskReport, askToCompare, givenEvents } from '../testing/events.ts';
import '../testing/random-events.ts'; // of other orgs, which root is told of too
import { edges, pick, random } from '../testing/random.ts';
import { aRandomTown } from '../testing/random-town.ts';
import { allRecords, AskRecords, type Asked, type Shown } from './records.fixture.ts';

/** Means, durations and sums of what stands behind a container: their records do not add up to them. */
const ofNoRecords = ['hours_over_80', 'mean_fill_pct', 'open_after_use_count'];

interface Offered {
  readonly name: string;
  readonly metrics: string[];
  readonly groupings: string[];
}

async function offeredTo(caller: Caller): Promise<Offered[]> {
  const { data } = await caller.run('{ reports { name metrics groupings } }');
  return data.reports;
}

const towns = [await aRandomTown(), await aRandomTown()];
const orgIds = towns.map(({ id }) => id);
const callers = {
  root: await signIn(['root']),
  implementer: await signIn(['local_implementer'], { orgIds: orgIds.slice(0, 1) }),
  reporter: await signIn(['local_reporter'], { orgIds }),
};

function aPeriod() {
  if (random(3) > 0) {
    return always;
  }
  const from = new Date(pick(edges) + random(86_400_000));
  const to = new Date(from.getTime() + 86_400_000 + random(500 * 86_400_000));
  return { from: from.toISOString(), to: to.toISOString() };
}

/** A figure of a random question, as the table shows it: the one asked about, and the one that says how many it counts. */
async function aCell(caller: Caller, offered: Offered) {
  const input: Record<string, unknown> & { groupBy: string[]; metrics: string[] } = {
    ...aPeriod(),
    metrics: offered.metrics,
    groupBy: [pick(offered.groupings), pick(offered.groupings)].slice(random(3)),
    filters: [] as unknown[],
  };
  input.groupBy = [...new Set(input.groupBy)];
  const askRows = async () => {
    const { data, errors } = await caller.run(askToCompare(input), { name: offered.name, input });
    expect(errors, JSON.stringify(input)).toBeUndefined();
    return data.report as { rows: unknown[][]; totals: unknown[] };
  };
  if (random(2) === 0) {
    const among = pick(offered.groupings);
    const { data } = await caller.run(AskReport, { name: offered.name, input: { ...input, groupBy: [among] } });
    const values = (data.report.rows as unknown[][]).map(([value]) => value).filter(() => random(2) === 0);
    input['filters'] = [{ field: among, operator: 'in', value: values }];
  }
  if (random(3) === 0) {
    const metric = pick(offered.metrics.filter((each) => !ofNoRecords.includes(each)));
    input['filters'] = [...(input['filters'] as unknown[]), { field: metric, operator: 'gte', value: 1 + random(20) }];
  }
  const { rows, totals } = await askRows();
  const row = random(6) === 0 || rows.length === 0 ? undefined : pick(rows);
  const metric = pick(offered.metrics.filter((each) => !ofNoRecords.includes(each)));
  const whole = metric === 'litres_pct' ? 'total_litres' : metric.replace(/_pct$/, '_count');
  const figures = (row ?? totals).slice(input.groupBy.length);
  const cell = row ? input.groupBy.map((grouping, index) => ({ grouping, value: row[index] })) : [];
  return {
    asked: { name: offered.name, input, cell, metric },
    figure: Number(figures[offered.metrics.indexOf(whole)]),
  };
}

const idsOf = (records: readonly Shown[]) =>
  records.map(
    ({ cardEvent, apartment, containerGroup, container }) => cardEvent ?? apartment ?? containerGroup ?? container,
  );

describe('the records behind a figure', () => {
  it.each(Object.entries(callers))(
    'are as many as it says, in any report, by any filter: for %s',
    async (who, caller) => {
      // Each report once, as one of them in turn; all as all, when all is tried.
      const everybody = Object.keys(callers);
      const offered = (await offeredTo(caller)).filter((_each, nth) => someOf(everybody, nth).includes(who));
      const seen = { figures: 0, above: 0, withheld: 0 };
      // And on until enough questions are about something: a reporter is shown fewer figures.
      const tried = rounds(offered.length, who === 'reporter' ? 144 : 96);
      const enough = () => seen.above > rounds(2, 24) && (who !== 'reporter' || seen.withheld > 0);
      for (let round = 0; round < tried || (round < 3 * tried && !enough()); round += 1) {
        const report = offered[round % offered.length];
        if (!report) {
          throw new Error('No report is offered');
        }
        const { asked, figure } = await aCell(caller, report);

        const { records, recordCount, withheldCount } = await allRecords(
          caller,
          asked,
          figure > 300 ? 200 : pick(figure > 60 ? [30, 50] : [7, 50]),
        );

        const what = `${who}: ${JSON.stringify(asked)}`;
        const { kind } = metrics[asked.metric as keyof typeof metrics];
        if (kind === 'sum' || kind === 'share') {
          expect(
            records.reduce((sum, { cardEvent }) => sum + (cardEvent?.litres ?? 0), 0),
            what,
          ).toBe(figure);
        } else {
          expect(recordCount, what).toBe(figure);
        }
        expect(records.length + withheldCount, what).toBe(recordCount);
        const ids = idsOf(records).flatMap((each) => (each ? [each.id] : []));
        expect(new Set(ids).size, what).toBe(ids.length);
        seen.figures += 1;
        seen.above += figure > 0 ? 1 : 0;
        seen.withheld += withheldCount > 0 ? 1 : 0;
      }
      expect(seen).toSatisfy(enough);
      expect(seen.withheld > 0).toBe(who === 'reporter');
    },
  );
});

describe('what is not grouped', () => {
  it.each(Object.keys(callers))('has no total of what a figure leaves out: for %s', async (who) => {
    const caller = callers[who as keyof typeof callers];
    for (const [nth, { name, metrics: asked }] of (await offeredTo(caller)).entries()) {
      if (!someOf(Object.keys(callers), nth).includes(who)) {
        continue;
      }
      const filters = [{ field: pick(asked), operator: 'gte', value: 1_000_000 }];
      const input = { ...always, groupBy: [], metrics: asked, filters };
      const { data } = await caller.run(askToCompare(input), { name, input });
      const { rows, totals } = data.report;
      expect({ rows, totals: totals.filter(Boolean) }, JSON.stringify(input)).toEqual({ rows: [], totals: [] });
    }
  });
});

describe('records', () => {
  const ask = (caller: Caller, asked: Partial<Asked> & { first?: number; after?: string }) =>
    caller.run(AskRecords, {
      name: 'usage',
      cell: [],
      metric: 'event_count',
      ...asked,
      input: { ...always, groupBy: [], metrics: ['event_count'], ...asked.input },
    });

  it('are those of one moment last come first, page by page, though they are of the same microsecond', async () => {
    const { id: org_id } = await anOrg();
    const container = await aContainer({ org_id });
    await givenEvents(
      Array.from({ length: 25 }, (_, index) => ({
        org_id,
        container_id: container.id,
        boot_number: 0,
        event_number: index,
        occurred_at: new Date(Date.parse('2026-03-02T10:00:00Z') + (index % 3) * 1000),
      })),
    );
    const reader = await signIn(['local_implementer'], { orgIds: [org_id] });
    const asked = { name: 'usage', input: { ...always, groupBy: [], metrics: ['event_count'] }, cell: [] };

    const { records } = await allRecords(reader, { ...asked, metric: 'event_count' }, 4);

    const shown = records.map(({ cardEvent }) => [cardEvent?.occurredAt ?? '', Number(cardEvent?.id)] as const);
    const newestFirst = shown.toSorted(([at, id], [other, otherId]) => other.localeCompare(at) || otherId - id);
    expect(shown).toEqual(newestFirst);
    expect(new Set(shown.map(([, id]) => id)).size).toBe(25);
  });

  it('of a group that a reporter is not shown are not shown either', async () => {
    const { id: org_id } = await anOrg();
    const [few, many, fewToo] = [
      await anEntrance({ org_id }),
      await anEntrance({ org_id }),
      await anEntrance({ org_id }),
    ];
    for (const [entrance, count] of [
      [few, 4],
      [many, 6],
      [fewToo, 1],
    ] as const) {
      for (let index = 0; index < count; index += 1) {
        await anApartment({ org_id, entrance_id: entrance.id });
      }
    }
    const reporter = await signIn(['local_reporter'], { orgIds: [org_id] });
    const of = async (entrances: readonly string[]) => {
      const input = { ...always, groupBy: ['entrance'], metrics: ['total_apartment_count'] };
      const counts = [];
      for (const value of entrances) {
        const { data } = await ask(reporter, {
          name: 'registration-coverage',
          metric: 'total_apartment_count',
          cell: [{ grouping: 'entrance', value }],
          input,
        });
        counts.push([data.reportRecords.recordCount, data.reportRecords.records.length]);
      }
      return counts;
    };

    expect(await of([few.id, many.id])).toEqual([
      [0, 0],
      [6, 6],
    ]);
  });

  it('do not tell a reporter which apartments used a container, nor whose names are known', async () => {
    const [town] = towns;
    const reporter = await signIn(['local_reporter'], { orgIds: [town?.id ?? ''] });
    const implementer = await signIn(['local_implementer'], { orgIds: [town?.id ?? ''] });
    const withheld = async (caller: Caller, name: string, metric: string) => {
      const input = { ...always, groupBy: [], metrics: [metric] };
      const { records, recordCount, withheldCount } = await allRecords(caller, { name, input, cell: [], metric });
      expect(recordCount).toBeGreaterThan(0);
      expect(records.length + withheldCount).toBe(recordCount);
      return withheldCount > 0;
    };

    for (const [name, metric, isWithheld] of [
      ['participation', 'participating_count', true],
      ['dormant-apartments', 'dormant_apartment_count', true],
      ['registration-coverage', 'valid_count', true],
      ['registration-coverage', 'unknown_occupier_count', false],
      ['participation', 'card_apartment_count', false],
      ['card-lifecycle', 'card_count', true],
    ] as const) {
      expect(await withheld(reporter, name, metric), metric).toBe(isWithheld);
      expect(await withheld(implementer, name, metric), metric).toBe(false);
    }
  });

  it('are refused by the name of what is wrong', async () => {
    const { root } = callers;
    const fields = async (asked: Parameters<typeof ask>[1]) => (await ask(root, asked)).errors?.[0];

    expect(await fields({ metric: 'valid_count' })).toMatchObject({ fields: { metrics: 'report.notOffered' } });
    expect(await fields({ cell: [{ grouping: 'month', value: '2026-01' }] })).toMatchObject({
      fields: { 'cell.0.grouping': 'report.notShown' },
    });
    const byMonth = { ...always, groupBy: ['month'] };
    expect(await fields({ input: byMonth, cell: [{ grouping: 'month', value: 'x' }] })).toMatchObject({
      fields: { 'cell.0.value': 'report.badValue' },
    });
    expect(await fields({ after: 'WyJ4Il0' })).toMatchObject({ fields: { after: 'page.badCursor' } });
    expect(await fields({ first: 0 })).toMatchObject({ fields: { first: 'page.tooSmall' } });
    expect(await fields({ first: 201 })).toMatchObject({ code: 'LimitExceeded' });
    const refused = await ask(callers.reporter, { input: { ...always, groupBy: ['card'] } });
    expect(refused.errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});
