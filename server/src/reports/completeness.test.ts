import { describe, expect, it } from 'vitest';
import { aContainer, anOrg } from '../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../testing/harness.ts';
import { givenEvents } from './testing/events.ts';
import { grownOld, move } from './testing/cold-months.ts';
import { givenStatusUpdates } from './testing/status-updates.ts';

const AskCompleteness = `query ($name: String!, $input: ReportInput!) {
  report(name: $name, input: $input) { completeness heardContainersPct arrivedReportsPct }
}`;

const period = { from: '2026-03-01T00:00:00Z', to: '2026-04-01T00:00:00Z' };

async function ask(caller: Caller, name: string, metric: string, input: Record<string, unknown> = {}) {
  const asked = { name, input: { ...period, groupBy: [], metrics: [metric], ...input } };
  const { data, errors } = await caller.run(AskCompleteness, asked);
  expect(errors).toBeUndefined();
  const { completeness, heardContainersPct, arrivedReportsPct } = data.report;
  return [completeness, heardContainersPct, arrivedReportsPct];
}

const later = { to: '2031-01-01T00:00:00Z' };

/** A lock with these event numbers, one a day from the first of March on; which of them arrived. */
async function aLock(org_id: string, days: readonly number[], group?: string) {
  const container = await aContainer({ org_id, ...(group && { container_group_id: group }) });
  const { id: container_id, container_group_id, waste_stream } = container;
  const happened = (day: number) => new Date(Date.UTC(2026, 2, day, 12));
  const of = { org_id, container_id, container_group_id, waste_stream, boot_number: 3 };
  await givenEvents(days.map((day) => ({ ...of, event_number: day, occurred_at: happened(day) })));
  await asSystem((tx) =>
    tx
      .insertInto('card_event_receipt')
      .values({
        org_id,
        container_id,
        boot_number: 3,
        received: `{${days.map((day) => `[${day},${day}]`).join(',')}}`,
      })
      .execute(),
  );
  return container;
}

const allDays = Array.from({ length: 40 }, (_, index) => index + 1);
const without = (...missing: number[]) => allDays.filter((day) => !missing.includes(day));

describe('completeness', () => {
  it('is of the containers seen and of the events that arrived, in the period and scope, of these containers', async () => {
    const { id: org_id } = await anOrg();
    const first = await aLock(org_id, without(5, 6, 7, 20));
    const second = await aLock(org_id, allDays);
    const { id: silent } = await aContainer({ org_id });
    const { id: told } = await aContainer({ org_id });
    await givenStatusUpdates([
      { org_id, container_id: told, kind: 'fill_closed', occurred_at: new Date('2026-03-20T00:00:00Z') },
    ]);
    // Somebody has said of the one that was never heard that it has its list.
    const word = { kind: 'sync', value: '1', actor: 'x@noa.test', boot_number: null, update_number: null } as const;
    await givenStatusUpdates([
      { org_id, container_id: silent, ...word, occurred_at: new Date('2026-03-20T00:00:00Z') },
    ]);
    const reporter = await signIn(['local_reporter'], { orgIds: [org_id] });
    const byContainer = (value: unknown, operator = 'eq') => {
      return { ...later, filters: [{ field: 'container', operator, value }] };
    };

    expect(await ask(reporter, 'usage', 'event_count', later)).toEqual([71.2, 75, 95]);
    expect(await ask(reporter, 'usage', 'event_count', byContainer(first.id))).toEqual([90, 100, 90]);
    expect(await ask(reporter, 'usage', 'event_count', byContainer([second.id, told], 'in'))).toEqual([100, 100, 100]);
    expect(await ask(reporter, 'participation', 'participating_count', later)).toEqual([71.2, 75, 95]);
    const implementer = await signIn(['local_implementer'], { orgIds: [org_id] });
    expect(await ask(implementer, 'usage', 'event_count', later)).toEqual([71.2, 75, 95]);
    const month = { from: '2026-03-10T00:00:00Z' };
    expect(await ask(reporter, 'usage', 'event_count', { ...byContainer(first.id), ...month })).toEqual([
      96.7, 100, 96.7,
    ]);
  });

  it('spreads what is missing over the time in which it may have happened', async () => {
    const { id: org_id } = await anOrg();
    const { id } = await aLock(org_id, [1, 2, 3, 38, 39, 40]);
    const reporter = await signIn(['local_reporter'], { orgIds: [org_id] });
    const filters = [{ field: 'container', operator: 'eq', value: id }];

    // 34 between noon of the third of March and noon of the seventh of April, one in five of them by noon of the tenth.
    const beginning = { filters, to: '2026-03-10T12:00:00Z' };

    expect(await ask(reporter, 'usage', 'event_count', { filters, ...later })).toEqual([15, 100, 15]);
    expect(await ask(reporter, 'usage', 'event_count', beginning)).toEqual([30.6, 100, 30.6]);
  });

  it('is the same of each month when months lie outside the database', async () => {
    const { id: org_id } = await anOrg();
    // From March to August: a hole within a month, one from May to June, one over all of July's first half, and two that touch nothing outside.
    const holes = [
      [12, 20],
      [85, 100],
      [120, 135],
      [150, 155],
      [170, 172],
    ].map(([first = 0, last = 0]) => ({ first, last }));
    const days = Array.from({ length: 180 }, (_, index) => index + 1);
    await aLock(
      org_id,
      days.filter((day) => !holes.some(({ first, last }) => day >= first && day <= last)),
    );
    const reporter = await signIn(['local_reporter'], { orgIds: [org_id] });
    const months = Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2026, index + 2)).toISOString());
    const asked = [
      { from: months[0], to: months[6] },
      ...months.slice(0, -1).map((from, index) => ({ from, to: months[index + 1] })),
      ...['2026-03-15', '2026-05-20', '2026-06-05'].map((day) => ({ from: `${day}T00:00:00Z`, to: months[6] })),
    ];
    const askAll = async () => {
      const answers: unknown[] = [];
      for (const period of asked) {
        answers.push(await ask(reporter, 'usage', 'event_count', period));
      }
      return answers;
    };
    const before = await askAll();

    await grownOld();
    const now = new Date();
    const throughJune = now.getUTCFullYear() * 12 + now.getUTCMonth() - (2026 * 12 + 6);
    expect(await move({ afterMonths: throughJune })).toBe(4);

    expect(await askAll()).toEqual(before);
    expect(new Set(before.map(String)).size).toBeGreaterThan(5);
  });

  it('is nothing of the registry alone, nor without containers', async () => {
    const { id: org_id } = await anOrg();
    const reporter = await signIn(['local_reporter'], { orgIds: [org_id] });

    expect(await ask(reporter, 'usage', 'event_count', later)).toEqual([null, null, null]);
    await aLock(org_id, allDays);
    expect(await ask(reporter, 'registration-coverage', 'valid_count', later)).toEqual([null, null, null]);
    expect(await ask(reporter, 'fleet-health', 'silent_count', later)).toEqual([100, 100, 100]);
  });
});
