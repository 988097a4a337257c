import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer, type PlannedFigures } from '@noa/domain/reporting/answer/answer.ts';
import { planAnswer, type AnsweredQuestion } from '@noa/domain/reporting/answer/plan.ts';
import { tellAnswer, type Wording } from '@noa/domain/reporting/answer/sentence.ts';
import { headlines } from '@noa/domain/reporting/headlines.ts';
import { exportLocales, isHouseholdGrouping, type ExportLocale } from '@noa/domain/reporting/report.ts';
import { regionOf } from '@noa/domain/texts/region.ts';
import { listReports } from '../catalogue.ts';
import { sayIn } from '../report-texts.ts';

const october = { from: '2026-10-01', to: '2026-10-31' };
const september = { from: '2026-09-01', to: '2026-09-30' };

const wording = (locale: ExportLocale, facts: Partial<Wording> = {}): Wording => ({
  say: sayIn(locale),
  language: regionOf(locale),
  days: october,
  otherDays: september,
  today: '2026-11-23',
  nameOf: (key) => ({ glass: 'sticlă', residual: 'rezidual' })[String(key)] ?? 'Str. Unirii 12',
  ...facts,
});

const usage: AnsweredQuestion = {
  report: 'usage',
  groupings: ['waste_stream', 'entrance', 'month', 'date'],
  groupBy: ['date'],
  metric: 'event_count',
  filters: [],
  seesWho: true,
};

/** The groups, which make up the whole. */
const figures = (...rows: (readonly [string | null, number])[]): PlannedFigures => {
  const total = rows.reduce((sum, [, figure]) => sum + figure, 0);
  const part = { total, rowCount: rows.length };
  return { whole: { ...part, rows: [[total]] }, groups: { ...part, rows }, completeness: 100, isForgotten: false };
};

function told(
  question: Partial<AnsweredQuestion>,
  now: PlannedFigures,
  before: PlannedFigures | null,
  facts: Partial<Wording> = {},
): string | null {
  const plan = planAnswer({ ...usage, ...question });
  const answer = plan && readAnswer(plan, now, before);
  // Between number and sign stands a space of whatever width the language data has.
  return answer && tellAnswer(answer, wording('ro', facts)).sentence.replaceAll(/\s/g, ' ');
}

describe('the answer of a report', () => {
  it('says figure, change and what has most', () => {
    const now = figures(['glass', 1_200], ['residual', 40]);

    expect(told({}, now, figures(['glass', 1_000]))).toBe(
      'În octombrie, 1.240 de evenimente, +24 % față de septembrie; cel mai mult: sticlă (1.200).',
    );
  });

  it.each([
    [1, 'un eveniment'],
    [2, '2 evenimente'],
    [19, '19 evenimente'],
    [20, '20 de evenimente'],
    [101, '101 evenimente'],
    [1_120, '1.120 de evenimente'],
  ])('counts %i as %s', (count, text) => {
    expect(told({}, figures(['glass', count]), null)).toBe(`În octombrie, ${text}.`);
  });

  it('tells percentages apart by points, and says which stream has moved', () => {
    const share = { report: 'separate-collection', metric: 'litres_pct' } as const;
    const [now, before] = [figures(['residual', 784], ['glass', 216]), figures(['residual', 796], ['glass', 204])];

    expect(told(share, now, before)).toBe(
      'În octombrie, 21,6 % din litri (estimare) colectați separat, +1,2 puncte față de septembrie; ' +
        'cea mai mare schimbare: rezidual, 78,4 % (-1,2 puncte).',
    );
    const filters = [{ field: 'waste_stream', operator: 'in', value: ['glass'] }] as const;
    expect(told({ ...share, filters }, now, before)).toBe(
      'În octombrie, 21,6 % sticlă, +1,2 puncte față de septembrie.',
    );
  });

  it.each([
    ['a year', { from: '2025-01-01', to: '2025-12-31' }, 'În 2025, 3 evenimente.'],
    ['a day', { from: '2026-10-14', to: '2026-10-14' }, 'Pe 14 octombrie, 3 evenimente.'],
    ['days', { from: '2026-10-01', to: '2026-10-15' }, 'În perioada 1–15 oct. 2026, 3 evenimente.'],
    ['a month of another year', { from: '2025-12-01', to: '2025-12-31' }, 'În decembrie 2025, 3 evenimente.'],
  ])('names %s as people do', (_what, days, text) => {
    expect(told({}, figures(['glass', 3]), null, { days })).toBe(text);
  });

  it('writes days in English as everything else beside it does: before their month', () => {
    const english = { say: sayIn('en'), language: regionOf('en') };
    const day = { from: '2026-10-14', to: '2026-10-14' };

    expect(told({}, figures(['glass', 3]), null, { ...english, days: day })).toMatch(/^On 14 October,/);
    const days = { from: '2026-10-01', to: '2026-10-15' };
    expect(told({}, figures(['glass', 3]), null, { ...english, days })).toMatch(/\b1 ?– ?15 Oct 2026,/);
  });

  it('tells what is as of the last day', () => {
    const report = { report: 'fleet-health', metric: 'silent_count', groupBy: [] } as const;

    expect(told(report, figures(['a', 3]), figures(['a', 2]))).toBe(
      'La 31 octombrie, 3 containere fără semnal, +1 față de 30 septembrie.',
    );
  });

  it('says nothing of a period that is not known, and no zero for it', () => {
    const now = figures(['glass', 300]);
    const unheard = { ...figures(['glass', 0]), completeness: 0 };

    expect(told({}, now, figures())).toBe('În octombrie, 300 de evenimente.');
    expect(told({}, now, unheard)).toBe('În octombrie, 300 de evenimente.');
    expect(told({}, figures(), now)).toBeNull();
  });

  it('compares with no period of which who opened is forgotten in part: what is counted there is what is left', () => {
    const filters = [{ field: 'apartment', operator: 'in', value: ['a1'] }] as const;
    const left = { ...figures(['glass', 10]), isForgotten: true };

    expect(told({ filters }, figures(['glass', 30]), left)).toBe('În octombrie, cu filtrele alese, 30 de evenimente.');
  });

  it('says that nothing has changed', () => {
    expect(told({}, figures(['glass', 300]), figures(['glass', 300]))).toBe(
      'În octombrie, 300 de evenimente, fără schimbare față de septembrie.',
    );
  });

  it('says that filters are chosen', () => {
    const filters = [{ field: 'waste_stream', operator: 'in', value: ['glass'] }] as const;

    expect(told({ filters }, figures(['glass', 3]), null)).toBe('În octombrie, cu filtrele alese, 3 evenimente.');
  });

  it('names no first where several have as much, or some are hidden', () => {
    const hidden = figures(['glass', 9], ['residual', 2]);
    const less = { ...hidden, groups: { ...hidden.groups, total: 10 } };

    expect(told({}, figures(['glass', 2], ['residual', 2]), null)).toBe('În octombrie, 4 evenimente.');
    expect(told({}, less, null)).toBe('În octombrie, 11 evenimente.');
    expect(told({ metric: 'litres_pct' }, less, null)).toBeNull();
  });
});

/** Every report by each of its groupings and metrics, as each kind of caller may ask it. */
const questions = listReports().flatMap(({ name, groupings, metrics }) =>
  [null, ...groupings].flatMap((grouping) =>
    metrics.flatMap((metric) =>
      [true, false].map((seesWho): AnsweredQuestion => ({
        report: name,
        groupings,
        groupBy: grouping ? [grouping] : [],
        metric,
        filters: [],
        seesWho,
      })),
    ),
  ),
);

const someFigures: fc.Arbitrary<PlannedFigures> = fc
  .record({
    rows: fc.uniqueArray(
      fc.tuple(
        fc.option(fc.constantFrom('glass', 'residual', 'paper_cardboard', 'biodegradable')),
        fc.oneof(fc.nat(30), fc.nat(2_000_000)),
      ),
      { selector: ([key]) => key, maxLength: 5 },
    ),
    hidden: fc.nat(1),
    completeness: fc.option(fc.nat(100)),
    isForgotten: fc.boolean(),
  })
  .map(({ rows, hidden, ...known }) => {
    const found = figures(...rows.toSorted(([, one], [, other]) => other - one));
    return { ...found, ...known, whole: { ...found.whole, total: (found.whole.total ?? 0) + hidden } };
  });

describe('whatever is asked and found', () => {
  it.each(exportLocales)('is told in %s without keys, holes and figures that are none, or not at all', (locale) => {
    fc.assert(
      fc.property(fc.constantFrom(...questions), someFigures, fc.option(someFigures), (question, now, before) => {
        const plan = planAnswer(question);
        const answer = plan && readAnswer(plan, now, before);
        if (!answer) {
          return;
        }
        const { sentence } = tellAnswer(answer, wording(locale));
        expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
        expect(sentence).not.toMatch(/\{\{|\}\}|NaN|undefined|null|Infinity|_|answers|[a-z]\.[a-z]/);
        if (before === null || before.groups.rowCount === 0 || before.completeness === 0 || before.isForgotten) {
          expect(sentence).not.toMatch(/față de|compared with|unchanged/);
        }
      }),
    );
  });

  it('names no household to whom some are hidden', () => {
    for (const question of questions.filter(({ seesWho }) => !seesWho)) {
      const group = planAnswer(question)?.group ?? null;
      expect(group !== null && isHouseholdGrouping(group)).toBe(false);
      const filters = [{ field: 'entrance', operator: 'in', value: ['e1'] }] as const;
      expect(planAnswer({ ...question, filters })).toBeNull();
    }
  });

  it('is told of no groups that figures choose', () => {
    expect(planAnswer({ ...usage, filters: [{ field: 'event_count', operator: 'gte', value: 10 }] })).toBeNull();
  });
});

it.each(listReports().map((report) => [report.name, report] as const))(
  '%s declares a headline that it offers',
  (name, { metrics, groupings }) => {
    const headline = headlines[name];

    expect(metrics).toContain(headline?.metric);
    expect(groupings).toContain(headline?.group);
  },
);

it('headlines are declared of reports that exist alone', () => {
  expect(Object.keys(headlines).filter((name) => !listReports().some((report) => report.name === name))).toEqual([]);
});
