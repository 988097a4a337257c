import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { allMetrics, askToCompare, givenEvents, reports, type GivenEvent } from './events.ts';
import { pick, random, sorted } from './random.ts';
import { recount, things } from './random-events.ts';

/** By whole hours and by parts of one, over the line of dates, and with midnights that come twice or not at all. */
export const zones = [
  'Europe/Bucharest',
  'Asia/Beirut', // put forward at midnight of 30 March 2025, back to eleven at that of 26 October
  'Africa/Cairo',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/St_Johns',
];

/** Days on which clocks change somewhere, months and years begin, and some other. */
const days = [
  '2025-01-01',
  '2025-02-01',
  '2025-03-09',
  '2025-03-30',
  '2025-03-31',
  '2025-04-25',
  '2025-06-17',
  '2025-10-26',
  '2025-10-31',
  '2025-11-01',
  '2025-12-31',
  '2026-01-01',
];
export const moment = { second: 1000, hour: 3_600_000, day: 86_400_000 };
export const nearMidnight = [-moment.hour, -moment.second, -1, 0, 1, moment.second, 1800 * moment.second, moment.hour];

/** The moment a day begins in each zone, as PostgreSQL has it. */
const midnights = new Map<string, number>();
export const midnight = (zone: string, day: string) => midnights.get(`${zone} ${day}`) ?? NaN;
export const orgs = await Promise.all(zones.map((time_zone) => anOrg({ time_zone })));
export const orgOf = (zone: string) => orgs[zones.indexOf(zone)]?.id ?? '';
const root = await signIn(['root']);

export const aUse = (org_id: string, occurred_at: Date): GivenEvent => ({
  org_id,
  kind: pick(['full_use', 'no_use', 'access_denied']),
  occurred_at,
  container_id: pick(things.container),
  boot_number: 0,
  event_number: random(1e9),
  waste_stream: pick([null, 'residual', 'paper_cardboard']),
  apartment_id: pick([null, ...things.apartment]),
  card_id: pick([null, ...things.card]),
  entrance_id: pick(things.entrance),
  litres: random(120),
  failed_attempt: random(4) === 0,
});

export interface Period {
  readonly from: number;
  readonly to: number;
}
const textOf = (at: number) => new Date(at).toISOString();

export async function expectPlain(
  { from, to }: Period,
  groupBy: readonly ReportGrouping[],
  org?: string | string[],
): Promise<void> {
  const chosen = org === undefined ? null : [org].flat();
  const filters = chosen ? [{ field: 'org', operator: 'in', value: chosen }] : [];
  const input = { from: textOf(from), to: textOf(to), groupBy, filters, metrics: allMetrics, first: 10_000 };
  const { data, errors } = await root.run(askToCompare(input), { input });
  expect(errors).toBeUndefined();
  const inPeriod = `occurred_at >= '${textOf(from)}' and occurred_at < '${textOf(to)}'`;
  const plain = await recount(groupBy, chosen ? `${inPeriod} and org_id in ('${chosen.join(`','`)}')` : inPeriod);
  expect(sorted(data.report.rows), JSON.stringify(input)).toEqual(plain);
}

/** Each rollup, and what none has. */
export const questions: readonly (readonly ReportGrouping[])[] = [
  ['date', 'org'],
  ['hour', 'day_of_week'],
  ['date', 'entrance'],
  ['hour', 'container'],
  ['month', 'apartment'],
  ['card', 'entrance'],
  ['date', 'apartment'],
  ['year', 'event_kind'],
];

/** From the beginning of a day in a zone, or about it, to that of another. */
export function aPeriod(zone: string, about: readonly number[]): Period {
  const [from, to] = [midnight(zone, pick(days)) + pick(about), midnight(zone, pick(days)) + pick(about)];
  return { from: Math.min(from, to), to: Math.max(from, to) + (from === to ? moment.day : 0) };
}

beforeAll(async () => {
  const { rows } = await asSystem((tx) =>
    sql<{ zone: string; day: string; at: Date }>`
      select zone, day, day::timestamp at time zone zone as at
      from unnest(${zones}::text[]) zone, unnest(${days}::text[]) day`.execute(tx),
  );
  for (const { zone, day, at } of rows) {
    midnights.set(`${zone} ${day}`, at.getTime());
  }
  const around = zones.flatMap((zone) =>
    days.flatMap((day) =>
      nearMidnight.map((by) => aUse(pick([orgOf(zone), pick(orgs).id]), new Date(midnight(zone, day) + by))),
    ),
  );
  const between = Array.from({ length: 3000 }, () =>
    aUse(pick(orgs).id, new Date(Date.UTC(2024, 11, 20) + random(400 * moment.day))),
  );
  await givenEvents([...around, ...between]);
  await reports.engine.refresh();
});
