import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import { aCard, aContainer, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { signIn, together } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { AskReport, givenEvents } from '../testing/events.ts';
import { random } from '../testing/random.ts';

const begins = Date.parse('2026-02-01T00:00:00Z');
const days = 20;
const dayMs = 86_400_000;
const org = await anOrg();
const own = { org_id: org.id };
const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });

/** Entrances behind which enough apartments hold a card for an event to name them, though it does not say of which it was (decision 89). */
const [entrances, containers] = await together(async () => {
  const behind = [await anEntrance(own), await anEntrance(own), await anEntrance(own)];
  for (const { id: entrance_id } of behind) {
    for (let home = 0; home < 6; home += 1) {
      await aCard({ ...own, apartment: await anApartment({ ...own, entrance_id }) });
    }
  }
  return [behind, [await aContainer(own), await aContainer(own)]] as const;
});
const each = 60;
const events = entrances.flatMap((entrance, of) =>
  Array.from({ length: each }, (_, index) => ({
    ...own,
    kind: 'full_use' as const,
    anonymous: true,
    occurred_at: new Date(begins + random(days * 86_400) * 1000),
    container_id: containers[random(2)]?.id ?? null,
    boot_number: of,
    event_number: index + 1,
    entrance_id: entrance.id,
    tower_block_id: entrance.tower_block_id,
    access_group_id: entrance.access_group_id,
    manager_id: entrance.manager_id,
  })),
);
await givenEvents(events);

const households = ['entrance', 'tower_block'] as const;
const ask = async (input: {
  from: number;
  to: number;
  groupBy: readonly string[];
  entranceIds?: readonly string[];
}) => {
  const { from, to, groupBy, entranceIds } = input;
  const { data, errors } = await reporter.run(AskReport, {
    name: 'usage',
    input: {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      groupBy,
      metrics: ['event_count'],
      first: 1000,
      filters: entranceIds ? [{ field: 'entrance', operator: 'in', value: entranceIds }] : [],
    },
  });
  expect(errors).toBeUndefined();
  return data.report.rows as (string | number | null)[][];
};

it('an entrance is told of no event by itself, whatever second is asked about', async () => {
  for (const { occurred_at, entrance_id } of events.slice(0, rounds(5, 100))) {
    const from = occurred_at.getTime();
    const second = { from, to: from + 1000 };

    expect(await ask({ ...second, groupBy: ['entrance', 'container'] })).toEqual([]);
    expect(await ask({ ...second, groupBy: [], entranceIds: [entrance_id] })).toEqual([]);
    expect(await ask({ ...second, groupBy: ['container'] })).toHaveLength(1); // without household, as the list of events tells it
  }
});

it('an entrance is told of as many events as a group has apartments at least, and of all of a long period', async () => {
  const question = fc.record({
    begin: fc.integer({ min: 0, max: days - 1 }),
    length: fc.constantFrom(1, 2, 5, days),
    household: fc.constantFrom(...households),
    other: fc.constantFrom('', 'date', 'container', 'hour'),
    some: fc.option(
      fc.subarray(
        entrances.map(({ id }) => id),
        { minLength: 1 },
      ),
      { nil: undefined },
    ),
  });
  await fc.assert(
    fc.asyncProperty(question, async ({ begin, length, household, other, some }) => {
      const from = begins + begin * dayMs;
      const groupBy = [...(other === '' ? [] : [other]), household];
      const rows = await ask({ from, to: from + length * dayMs, groupBy, ...(some && { entranceIds: some }) });

      expect(rows.filter((row) => Number(row.at(-1)) < reportLimits.smallestGroup)).toEqual([]);
    }),
    { numRuns: rounds(15, 300), seed: 89 },
  );
  const all = await ask({ from: begins, to: begins + days * dayMs, groupBy: ['entrance'] });
  expect(all.map((row) => row.at(-1))).toEqual([each, each, each]);
});

it('what is left out is never one entrance alone, as the figure of all less the others would be it', async () => {
  for (let hour = 0; hour < days * 24; hour += rounds(48, 1)) {
    const period = { from: begins + hour * 3_600_000, to: begins + (hour + 6) * 3_600_000 };
    const [[told = 0] = []] = await ask({ ...period, groupBy: [] });
    const shown = await ask({ ...period, groupBy: ['entrance'] });
    const rest = Number(told) - shown.reduce((sum, row) => sum + Number(row.at(-1)), 0);
    const behind = new Set(
      events
        .filter(({ occurred_at: at }) => at.getTime() >= period.from && at.getTime() < period.to)
        .map(({ entrance_id }) => entrance_id)
        .filter((id) => !shown.some(([of]) => of === id)),
    );

    expect(rest > 0 && shown.length > 0 ? behind.size : 2, String(hour)).toBeGreaterThanOrEqual(2);
  }
});
