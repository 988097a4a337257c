import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { anOrg } from '../../../testing/factories.ts';
import { asSystem, signIn } from '../../../testing/harness.ts';
import { someOf, rounds } from '../../../testing/rounds.ts';
import { allMetrics, askToCompare, givenEvents, reports, type GivenEvent } from '../../testing/events.ts';
import { recount, things } from '../../testing/random-events.ts';
import { pick, random, sorted } from '../../testing/random.ts';

/** By whole hours and by parts of one, over the line of dates, and with midnights that come twice or not at all. */
const zones = [
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
const moment = { second: 1000, hour: 3_600_000, day: 86_400_000 };
const nearMidnight = [-moment.hour, -moment.second, -1, 0, 1, moment.second, 1800 * moment.second, moment.hour];

/** The moment a day begins in each zone, as PostgreSQL has it. */
const midnights = new Map<string, number>();
const midnight = (zone: string, day: string) => midnights.get(`${zone} ${day}`) ?? NaN;
const orgs = await Promise.all(zones.map((time_zone) => anOrg({ time_zone })));
const orgOf = (zone: string) => orgs[zones.indexOf(zone)]?.id ?? '';
const root = await signIn(['root']);

const aUse = (org_id: string, occurred_at: Date): GivenEvent => ({
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

interface Period {
  readonly from: number;
  readonly to: number;
}
const textOf = (at: number) => new Date(at).toISOString();

async function expectPlain(
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
const questions: readonly (readonly ReportGrouping[])[] = [
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
function aPeriod(zone: string, about: readonly number[]): Period {
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
  await reports.projection.refresh();
});

describe('each event is counted once', () => {
  it.each(zones)('whichever days a period begins and ends with, or a moment before or after, in %s', async (zone) => {
    const start = 2 * zones.indexOf(zone);
    for (let round = 0; round < rounds(2, 24); round += 1) {
      const period = aPeriod(zone, round % 2 === 0 ? [0] : nearMidnight);
      await expectPlain(
        period,
        questions[(round + start) % questions.length] ?? [],
        pick([undefined, orgOf(zone), pick(orgs).id]),
      );
    }
  });

  it('when some came in after the others had been counted', async () => {
    for (let round = 0; round < rounds(4, 24); round += 1) {
      const zone = pick(zones);
      const period = aPeriod(zone, nearMidnight);
      await givenEvents([
        aUse(orgOf(zone), new Date(period.from + pick(nearMidnight))),
        aUse(pick(orgs).id, new Date(period.to + pick(nearMidnight))),
        aUse(pick(orgs).id, new Date(period.from + random(period.to - period.from))),
      ]);
      await expectPlain(period, questions[round % questions.length] ?? [], pick([undefined, orgOf(zone)]));
    }
  });

  it('when a day that began too early in one org follows on one that is whole, as another org has it', async () => {
    const [east, west] = [await anOrg({ time_zone: 'Pacific/Apia' }), await anOrg({ time_zone: 'America/St_Johns' })];
    await givenEvents([
      aUse(west.id, new Date('2025-05-10T20:00:00Z')), // the tenth
      aUse(east.id, new Date('2025-05-10T11:30:00Z')), // the eleventh, and too early
      aUse(east.id, new Date('2025-05-11T05:00:00Z')),
      ...Array.from({ length: 200 }, () => aUse(west.id, new Date('2025-05-12T20:00:00Z'))),
    ]);
    const period = { from: Date.parse('2025-05-10T12:00:00Z'), to: Date.parse('2025-05-20T00:00:00Z') };
    await expectPlain(period, ['date'], [east.id, west.id]);
  });

  it('when an org has changed its zone', async () => {
    const [org] = orgs;
    for (const [index, zone] of ['Asia/Kathmandu', 'Pacific/Apia', 'Europe/Bucharest'].entries()) {
      await asSystem((tx) =>
        tx
          .updateTable('org')
          .set({ time_zone: zone })
          .where('id', '=', org?.id ?? '')
          .execute(),
      );
      for (const groupBy of questions.filter((_each, nth) => someOf([0, 1, 2], nth).includes(index))) {
        await expectPlain(aPeriod(zone, [0]), groupBy, pick([undefined, org?.id]));
      }
    }
  });
});

describe('a period of whole days, as the org has them', () => {
  const year = (zone: string): Period => ({ from: midnight(zone, '2025-01-01'), to: midnight(zone, '2026-01-01') });
  const asked = questions.filter((groupBy) => !(groupBy.includes('date') && groupBy.includes('apartment')));

  const isClosed = 'epoch_number < (select min(number) from epoch)';
  /** No question may write: what is asked is in a transaction that only reads. */
  const write = (sql: string) => reports.projection.query(`rollback; ${sql}; begin transaction read only`, []);

  /** Whatever was counted before is lost as single events: only what is in rollups can still be counted. */
  beforeAll(async () => {
    await reports.projection.refresh();
    await reports.projection.settled();
    await write(`create table aside as from card_event where ${isClosed}; delete from card_event where ${isClosed}`);
  });
  afterAll(() => write('insert into card_event from aside; drop table aside'));

  it.each(zones)('is counted without looking at single events: %s', async (zone) => {
    for (const groupBy of someOf(asked, zones.indexOf(zone))) {
      await expectPlain(year(zone), groupBy, orgOf(zone));
    }
  });

  it.each(zones)('also if it is a month: %s', async (zone) => {
    const [from, to] = [midnight(zone, '2025-10-31'), midnight(zone, '2025-11-01')];
    await expectPlain({ from, to }, ['date', 'org'], orgOf(zone));
    await expectPlain({ from: midnight(zone, '2025-01-01'), to: midnight(zone, '2025-02-01') }, ['card'], orgOf(zone));
  });
});
