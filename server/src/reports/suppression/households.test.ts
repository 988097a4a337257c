import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { smallOf } from './small-entrances.ts';
import { pick, random } from '../testing/random.ts';
import { aTown, months, positionsOf, sizes, type Town } from '../testing/twin-towns.ts';

const [town, twin] = [await aTown({ isTwin: false }), await aTown({ isTwin: true })];

const fields = ['entrance', 'tower_block', 'manager', 'access_group'] as const;
type Field = (typeof fields)[number];

/** A filter by places: null for what has none. */
interface Chosen {
  readonly field: Field;
  readonly positions: readonly (number | null)[];
}

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly stream?: string;
  readonly groupBy: readonly string[];
  readonly chosen: readonly Chosen[];
  readonly metric: string;
  readonly report: string;
}

const AskRows = `query ($name: String!, $input: ReportInput!) { report(name: $name, input: $input) { rows totals rowCount } }`;
const AskRecords = `query ($name: String!, $input: ReportInput!, $metric: ReportMetric!) {
  reportRecords(name: $name, input: $input, metric: $metric, first: 5) { recordCount withheldCount records { at cardEvent { id } } }
}`;

function inputOf({ ids }: Town, { from, to, stream, groupBy, chosen, metric }: Asked) {
  return {
    from,
    to,
    groupBy,
    metrics: [metric],
    first: 1000,
    filters: [
      ...(stream ? [{ field: 'waste_stream', operator: 'eq', value: stream }] : []),
      ...chosen.map(({ field, positions }) => ({
        field,
        operator: 'in',
        value: positions.map((position) => (position === null ? null : ids[field][position])),
      })),
    ],
  };
}

/** The rows, with places instead of ids, so that they mean the same in either town. */
async function ask(position: Town, asked: Asked): Promise<(string | number | null)[][]> {
  const { data, errors } = await position.reporter.run(AskRows, {
    name: asked.report,
    input: inputOf(position, asked),
  });
  expect(errors).toBeUndefined();
  const named = new Map(fields.flatMap((field) => position.ids[field].map((id, index) => [id, `${field} ${index}`])));
  return (data.report.rows as (string | number | null)[][])
    .map((row) => row.map((cell) => (typeof cell === 'string' ? (named.get(cell) ?? cell) : cell)))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

const periods = [
  ...months.map((month, index) => ({ from: `${month}-01T00:00:00Z`, to: `2026-0${index + 2}-01T00:00:00Z` })),
  { from: '2026-01-01T00:00:00Z', to: '2026-04-01T00:00:00Z' },
];
const counts = { entrance: 11, tower_block: 6, manager: 3, access_group: 2 } as const;

const aChoice = fc.constantFrom(...fields).chain((field) =>
  fc
    .uniqueArray(fc.oneof(fc.integer({ min: 0, max: counts[field] - 1 }), fc.constant(null)), {
      minLength: 1,
      maxLength: 9,
    })
    .map((positions): Chosen => ({ field, positions })),
);
const aQuestion: fc.Arbitrary<Asked> = fc
  .record({
    period: fc.constantFrom(...periods),
    stream: fc.option(fc.constantFrom('paper_cardboard', 'glass'), { nil: undefined }),
    others: fc.subarray(['month', 'waste_stream', 'container'], { maxLength: 1 }),
    household: fc.subarray([...fields], { maxLength: 1 }),
    chosen: fc.array(aChoice, { maxLength: 2 }),
    metric: fc.constantFrom('event_count', 'total_litres'),
    report: fc.constantFrom('usage', 'peak-load'),
  })
  .map(({ period, stream, others, household, ...asked }) => ({
    ...asked,
    ...period,
    ...(stream && { stream }),
    groupBy: [...others.filter((name) => name !== 'container'), ...household],
  }))
  .filter(({ report, groupBy }) => report !== 'peak-load' || !groupBy.includes('date'));

describe('for somebody who may not know who', () => {
  it(
    'no answer, and so no reckoning with answers, tells what happened behind which of the small entrances',
    { timeout: 600_000 },
    async () => {
      const whatDiffers = (position: Town) => position.events.filter(({ entrance }) => entrance === 4).length;
      expect(whatDiffers(town)).not.toBe(whatDiffers(twin));

      await fc.assert(
        fc.asyncProperty(aQuestion, async (asked) => {
          expect(await ask(twin, asked)).toEqual(await ask(town, asked));
        }),
        { numRuns: rounds(12, 500), seed: 26 },
      );
    },
  );

  it('figures of all are the true ones', async () => {
    for (const period of periods) {
      const [row] = await ask(town, { ...period, groupBy: [], chosen: [], metric: 'event_count', report: 'usage' });
      expect(row).toEqual([countOf(all, period).events]);
    }
  });

  it(
    'ten thousand pairs of answers to questions of the same period give away no group of one to four apartments',
    { timeout: 600_000 },
    async () => {
      let tried = 0;
      let told = 0;
      const givenAway: string[] = [];
      for (const period of periods) {
        const answers = await answersOf(period);
        const tooFew = (positions: Positions) => {
          const { events, apartments } = countOf(positions, period);
          const holders = [...positions].reduce((sum, position) => sum + homesOf(position), 0);
          return events > 0 && ((apartments > 0 && apartments < 5) || (holders > 0 && holders < 5)) ? events : null;
        };
        for (const { positions, value } of answers) {
          if (tooFew(positions) === value) {
            givenAway.push(JSON.stringify([...positions]));
          }
          told += value > 0 ? 1 : 0;
        }
        for (let pair = 0; pair < 2_500; pair += 1) {
          const [one, other] = [pick(answers), pick(answers)];
          // What one has over another; what both have; what is left of all beside both.
          const less = isWithin(other.positions, one.positions) ? without(one.positions, other.positions) : null;
          const reckoned = [
            ...(less ? [{ positions: less, value: one.value - other.value }] : []),
            ...(without(one.positions, other.positions).size === one.positions.size
              ? [{ positions: new Set([...one.positions, ...other.positions]), value: one.value + other.value }]
              : []),
          ];
          const whole = answers[0];
          for (const { positions, value } of reckoned) {
            if (tooFew(positions) === value) {
              givenAway.push(JSON.stringify([[...one.positions], [...other.positions]]));
            }
            if (whole && tooFew(without(whole.positions, positions)) === whole.value - value) {
              givenAway.push(`all but ${JSON.stringify([...positions])}`);
            }
          }
          tried += 1;
        }
      }
      expect(givenAway).toEqual([]);
      expect(tried).toBe(10_000);
      expect(told).toBeGreaterThan(50);
    },
  );

  it('the records behind figures of households are counted, and not shown; of all they are shown', async () => {
    const [period] = periods;
    const asked = { ...(period ?? { from: '', to: '' }), metric: 'event_count', report: 'usage' };
    const records = async (more: Pick<Asked, 'groupBy' | 'chosen'>) => {
      const { data } = await town.reporter.run(AskRecords, {
        name: 'usage',
        metric: 'event_count',
        input: inputOf(town, { ...asked, ...more }),
      });
      return data.reportRecords as { recordCount: number; withheldCount: number; records: unknown[] };
    };
    const [few, many] = [
      [0, 1, 2, 3],
      [6, 7, 8, 9, 10],
    ].map((positions) => [{ field: 'entrance', positions } as const]);

    for (const groupBy of [[], ['entrance'], ['manager']]) {
      expect(await records({ groupBy, chosen: few ?? [] })).toEqual({ recordCount: 0, withheldCount: 0, records: [] });
      const found = await records({ groupBy, chosen: many ?? [] });
      const rows = await ask(town, { ...asked, groupBy, chosen: many ?? [] });
      expect(found.recordCount).toBe(rows.reduce((sum, row) => sum + Number(row.at(-1)), 0));
      expect(found).toMatchObject({ withheldCount: found.recordCount, records: [] });
    }
    expect((await records({ groupBy: [], chosen: [] })).records).toHaveLength(5);
  });

  it('the list of events is not asked by entrance', async () => {
    const { errors } = await town.reporter.run(
      'query ($id: ID!) { cardEvents(filter: { entranceId: $id }) { totalCount } }',
      { id: town.ids.entrance[10] },
    );

    expect(errors).toMatchObject([{ code: 'Forbidden', permission: 'cardEvent:readWho' }]);
  });
});

describe('small entrances', () => {
  const entrance = (id: string, holders: number, orgId = 'a') => ({ orgId, id, holders, isKnown: holders > 0 });

  it('are those of fewer than five apartments with a card', () => {
    const small = smallOf([entrance('1', 4), entrance('2', 3), entrance('3', 5), entrance('4', 5, 'b')]);

    expect(small.toSorted()).toEqual(['1', '2']);
  });

  it('take the next smallest with them where they are fewer than five together', () => {
    expect(smallOf([entrance('1', 4), entrance('2', 9), entrance('3', 5)]).toSorted()).toEqual(['1', '3']);
  });

  it('do not where nobody has ever held a card behind them', () => {
    expect(smallOf([entrance('1', 0), entrance('2', 9)])).toEqual(['1']);
  });
});

type Positions = ReadonlySet<number>;
const all: Positions = new Set(sizes.keys());
const homesOf = (position: number) => sizes[position] ?? 0;
const isWithin = (some: Positions, others: Positions) => [...some].every((position) => others.has(position));
const without = (some: Positions, others: Positions): Positions =>
  new Set([...some].filter((position) => !others.has(position)));

interface Period {
  readonly from: string;
  readonly to: string;
}

/** What happened behind each entrance in each period, and in how many of its apartments that are known; looked through once. */
const counted = new Map(
  periods.map((period) => [
    period,
    sizes.map((_size, position) => {
      const within = town.events.filter(
        ({ entrance, at }) => entrance === position && at >= new Date(period.from) && at < new Date(period.to),
      );
      return {
        events: within.length,
        apartments: new Set(within.flatMap(({ home, anonymous }) => (anonymous ? [] : [home]))).size,
      };
    }),
  ]),
);

/** What somebody who sees everything counts of these entrances; no apartment is behind two. */
function countOf(positions: Positions, period: Period) {
  const sum = { events: 0, apartments: 0 };
  for (const position of positions) {
    const { events, apartments } = counted.get(period)?.[position] ?? expect.fail('No such entrance or period');
    sum.events += events;
    sum.apartments += apartments;
  }
  return sum;
}

interface Answer {
  /** The entrances that the question was about. */
  readonly positions: Positions;
  readonly value: number;
}

/** What can be asked of a period: all, each group of each kind, and sums of some chosen by one or two filters. */
async function answersOf(period: Period): Promise<Answer[]> {
  const asked = { ...period, metric: 'event_count', report: 'usage' } as const;
  const [whole] = await ask(town, { ...asked, groupBy: [], chosen: [] });
  const answers: Answer[] = [{ positions: all, value: Number(whole?.[0]) }];
  for (const field of fields) {
    for (const [name, value] of await ask(town, { ...asked, groupBy: [field], chosen: [] })) {
      const position = name === null ? null : Number(String(name).split(' ')[1]);
      answers.push({ positions: new Set(positionsOf(field, position ?? null)), value: Number(value) });
    }
  }
  for (let question = 0; question < rounds(6, 25); question += 1) {
    const chosen = Array.from({ length: 1 + random(2) }, (): Chosen => {
      const field = random(2) === 0 ? 'entrance' : pick(fields);
      const positions = Array.from({ length: counts[field] }, (_each, position) => position).filter(
        () => random(3) > 0,
      );
      return { field, positions: [...positions, ...(field !== 'entrance' && random(2) === 0 ? [null] : [])] };
    });
    const positions = chosen
      .map(({ field, positions: some }) => new Set(some.flatMap((position) => positionsOf(field, position))))
      .reduce<Positions>((both, some) => new Set([...both].filter((position) => some.has(position))), all);
    const [row] = await ask(town, { ...asked, groupBy: [], chosen });
    answers.push({ positions, value: Number(row?.[0] ?? 0) });
  }
  return answers;
}
