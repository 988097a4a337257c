import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { wasteStreams } from '@noa/domain/vocabulary.ts';
import { aContainerGroup, anOrg, unique } from '../../testing/factories.ts';
import { asOwner, asSystem, signIn } from '../../testing/harness.ts';
import { someOf } from '../../testing/rounds.ts';
import { findReport } from '../catalogue.ts';
import { AskReport } from '../testing/events.ts';
import { edges, pick, random, sorted } from '../testing/random.ts';
import { givenStatusUpdates } from '../testing/status-updates.ts';

/** All that happens lies on such steps, so that the reference may simply look at each of them. */
const stepMs = 30 * 60_000;
const dayMs = 86_400_000;

interface Reading {
  readonly at: number;
  /** Null: it was emptied. */
  readonly fill: number | null;
}

/** A container that has been there for long. */
const anOldContainer = (orgId: string, groupId: string, stream: string): Promise<string> =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres, valid_from)
      values (${orgId}, ${groupId}, ${unique('C-')}, ${stream}, 1100, 30, '2024-01-01T00:00:00Z') returning id`.execute(
      tx,
    );
    return rows[0]?.id ?? '';
  });

const zones = ['Europe/Bucharest', 'America/St_Johns'];
const containers: { orgId: string; zone: string; groupId: string; id: string; stream: string; told: Reading[] }[] = [];
for (const zone of zones) {
  const { id: orgId } = await anOrg({ time_zone: zone });
  for (const { id: groupId } of [await aContainerGroup({ org_id: orgId }), await aContainerGroup({ org_id: orgId })]) {
    for (let index = 0; index < 2; index += 1) {
      const stream = pick(wasteStreams);
      const id = await anOldContainer(orgId, groupId, stream);
      // No two at one moment: which of them came first is a question of its own.
      const moments = new Set(
        Array.from({ length: 60 }, () => {
          const edge = pick(edges.slice(3, 9));
          return Math.round((edge + random(6 * dayMs) - 3 * dayMs) / stepMs) * stepMs;
        }),
      );
      const told = [...moments]
        .toSorted((a, b) => a - b)
        .map((at) => ({ at, fill: random(4) === 0 ? null : pick([0, 20, 55, 79, 80, 81, 95, 100]) }));
      containers.push({ orgId, zone, groupId, id, stream, told });
      const mixed = told.toSorted(() => random(3) - 1);
      await givenStatusUpdates(
        mixed.map(({ at, fill }) => ({
          org_id: orgId,
          container_id: id,
          occurred_at: new Date(at),
          ...(fill === null
            ? { kind: 'emptying_detected' as const }
            : { kind: 'fill_level_pct' as const, value: String(fill) }),
        })),
      );
    }
  }
}
const root = await signIn(['root']);

const period = { from: Date.parse('2025-03-29T20:30:00Z'), to: Date.parse('2026-10-24T23:00:00Z') };

async function ask(name: string, input: Record<string, unknown>) {
  const { data, errors } = await root.run(AskReport, {
    name,
    input: {
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
      metrics: findReport(name)?.metrics,
      first: 10_000,
      ...input,
    },
  });
  expect(errors).toBeUndefined();
  return data.report;
}

/** Each emptying and each step over 80 %, found by walking through the readings. */
interface Fact {
  readonly of: (typeof containers)[number];
  readonly at: number;
  readonly emptying: boolean;
  readonly fill: number | null;
}
const facts: Fact[] = containers.flatMap((of) => {
  const found: Fact[] = [];
  for (const [index, { at, fill }] of of.told.entries()) {
    if (fill === null) {
      if (at >= period.from && at < period.to) {
        // Back to the reading before it; an emptying on the way is the end of what is known.
        found.push({ of, at, emptying: true, fill: of.told[index - 1]?.fill ?? null });
      }
    } else if (fill >= 80) {
      const next = of.told.slice(index + 1).find((reading) => reading.fill !== null)?.at ?? Infinity;
      for (let step = at; step < Math.min(next, period.to); step += stepMs) {
        if (step >= period.from) {
          found.push({ of, at: step, emptying: false, fill: null });
        }
      }
    }
  }
  return found;
});

const localDays = new Map(zones.map((zone) => [zone, new Intl.DateTimeFormat('sv-SE', { timeZone: zone })]));
const known = new Map<Fact, string>();
/** Of each once: they are asked for by every grouping. */
function dayOf(fact: Fact): string {
  const day = known.get(fact) ?? localDays.get(fact.of.zone)?.format(fact.at) ?? '';
  known.set(fact, day);
  return day;
}

function weekOf(fact: Fact): string {
  const day = new Date(dayOf(fact));
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * dayMs);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = 1 + Math.floor((thursday.getTime() - first) / (7 * dayMs));
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

const keys: Readonly<Partial<Record<ReportGrouping, (fact: Fact) => unknown>>> = {
  org: ({ of }) => of.orgId,
  container_group: ({ of }) => of.groupId,
  container: ({ of }) => of.id,
  waste_stream: ({ of }) => of.stream,
  date: dayOf,
  month: (fact) => dayOf(fact).slice(0, 7),
  year: (fact) => Number(dayOf(fact).slice(0, 4)),
  week: weekOf,
};

function figures(of: readonly Fact[]): unknown[] {
  const emptyings = of.filter(({ emptying }) => emptying);
  const known = emptyings.flatMap(({ fill }) => (fill === null ? [] : [fill]));
  const sum = known.reduce((total, fill) => total + fill, 0);
  const steps = of.length - emptyings.length;
  return [
    emptyings.length,
    known.length === 0 ? null : Math.round((10 * sum) / known.length) / 10,
    Math.round((10 * steps * stepMs) / 3_600_000) / 10,
  ];
}

function recount(groupBy: readonly ReportGrouping[]): unknown[][] {
  const groups = Map.groupBy(facts, (fact) => JSON.stringify(groupBy.map((grouping) => keys[grouping]?.(fact))));
  return [...groups].map(([key, of]) => [...(JSON.parse(key) as unknown[]), ...figures(of)]);
}

const { groupings = [] } = findReport('emptyings') ?? {};

it('counts emptyings, the fill before them and the hours over 80 % as walking through the readings does', async () => {
  for (const groupBy of [
    [],
    ...groupings.flatMap((each, nth) => someOf(each === 'month' ? [[each]] : [[each], [each, 'month' as const]], nth)),
  ]) {
    const { rows, totals } = await ask('emptyings', { groupBy });

    expect(sorted(rows), groupBy.join(', ')).toEqual(sorted(recount(groupBy)));
    expect(totals).toEqual([...groupBy.map(() => null), ...figures(facts)]);
  }
});

it('counts those of some containers alone', async () => {
  const id = containers[1]?.id ?? '';
  const filters = [{ field: 'container', operator: 'eq', value: id }];

  const { rows } = await ask('emptyings', { groupBy: ['year'], filters });

  const own = Map.groupBy(
    facts.filter(({ of }) => of.id === id),
    (fact) => Number(dayOf(fact).slice(0, 4)),
  );
  expect(sorted(rows)).toEqual(sorted([...own].map(([year, of]) => [year, ...figures(of)])));
});

it('takes what is said at the moment of an emptying for said of the empty container', async () => {
  const { id: org_id } = await anOrg();
  const container_id = await anOldContainer(org_id, (await aContainerGroup({ org_id })).id, 'residual');
  const told = (kind: 'emptying_detected' | 'fill_level_pct', at: string, value?: string) => ({
    org_id,
    container_id,
    kind,
    occurred_at: new Date(at),
    ...(value && { value }),
  });
  await givenStatusUpdates([
    told('fill_level_pct', '2026-05-01T06:00:00Z', '90'),
    told('fill_level_pct', '2026-05-01T08:00:00Z', '5'),
    told('emptying_detected', '2026-05-01T08:00:00Z'),
    told('emptying_detected', '2026-05-01T08:00:30Z'),
  ]);
  const filters = [{ field: 'container', operator: 'eq', value: container_id }];

  const { rows } = await ask('emptyings', { groupBy: [], filters });

  expect(rows).toEqual([[2, 47.5, 2]]);
});

it('counts an emptying once that the lock and people tell of within the hour, in whichever order', async () => {
  const { id: org_id } = await anOrg();
  const container_id = await anOldContainer(org_id, (await aContainerGroup({ org_id })).id, 'residual');
  const told = (at: string, told_by: object = {}) => ({
    org_id,
    container_id,
    kind: 'emptying_detected' as const,
    occurred_at: new Date(at),
    ...told_by,
  });
  const bySomebody = { actor: 'ana@noa.test', boot_number: null, update_number: null };
  await givenStatusUpdates([
    told('2026-05-01T08:00:00Z'),
    told('2026-05-01T08:20:00Z', bySomebody),
    told('2026-05-01T08:50:00Z', bySomebody),
    told('2026-05-02T08:00:00Z', bySomebody),
    told('2026-05-02T08:40:00Z'),
    told('2026-05-03T08:00:00Z', bySomebody),
    told('2026-05-03T09:01:00Z'),
  ]);
  const filters = [{ field: 'container', operator: 'eq', value: container_id }];

  const { rows } = await ask('emptyings', { groupBy: ['date'], metrics: ['emptying_count'], filters });

  expect(rows).toEqual([
    ['2026-05-01', 1],
    ['2026-05-02', 1],
    ['2026-05-03', 2],
  ]);
});

it('counts all emptyings that the lock saw, whoever marked the container in between', async () => {
  const { id: org_id } = await anOrg();
  const container_id = await anOldContainer(org_id, (await aContainerGroup({ org_id })).id, 'residual');
  const days = [
    { lock: ['08:00', '08:30'], people: ['08:05'] },
    { lock: ['08:20', '08:40'], people: ['08:00'] },
    { lock: ['08:00', '09:30'], people: ['08:30', '09:10'] },
    { lock: ['08:50'], people: ['08:00', '08:30'] },
  ];
  const told = (day: number, time: string) => ({
    org_id,
    container_id,
    kind: 'emptying_detected' as const,
    occurred_at: new Date(`2026-05-0${day + 1}T${time}:00Z`),
  });
  const bySomebody = { actor: 'ana@noa.test', boot_number: null, update_number: null };
  await givenStatusUpdates(
    days.flatMap(({ lock, people }, day) => [
      ...lock.map((time) => told(day, time)),
      ...people.map((time) => ({ ...told(day, time), ...bySomebody })),
    ]),
  );
  const filters = [{ field: 'container', operator: 'eq', value: container_id }];

  const { rows } = await ask('emptyings', { groupBy: ['date'], metrics: ['emptying_count'], filters });

  expect(rows.map(([, count]: unknown[]) => count)).toEqual([2, 2, 2, 1]);
});

it('counts no hours of a container that is there no more', async () => {
  const { id: org_id } = await anOrg();
  const container_id = await anOldContainer(org_id, (await aContainerGroup({ org_id })).id, 'residual');
  const occurred_at = new Date('2026-05-01T06:00:00Z');
  await givenStatusUpdates([{ org_id, container_id, kind: 'fill_level_pct', value: '90', occurred_at }]);
  await asSystem((tx) => sql`delete from container where id = ${container_id}`.execute(tx));
  await asOwner(`update container_history set valid_to = '2026-05-02T06:00:00Z' where id = '${container_id}'`);
  const filters = [{ field: 'container', operator: 'eq', value: container_id }];

  const { totals } = await ask('emptyings', { groupBy: [], filters });
  const { rows } = await ask('emptyings', { groupBy: ['month'], metrics: ['hours_over_80'], filters });

  expect(totals).toEqual([0, null, 24]);
  expect(rows).toEqual([['2026-05', 24]]);
});
