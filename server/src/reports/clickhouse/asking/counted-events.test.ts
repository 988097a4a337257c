import { beforeAll, describe, expect, it } from 'vitest';
import { personalGroupings } from '@noa/domain/reporting/report.ts';
import { anOrg } from '../../../testing/factories.ts';
import { someOf } from '../../../testing/rounds.ts';
import { eventsUrl } from '../../testing/clickhouse.ts';
import { givenEvents, reports } from '../../testing/events.ts';
import { aUse, expectPlain, midnight, moment, orgOf, questions, zones } from '../../testing/whole-days.ts';
import { unitOf } from '../cells/cell-tables.ts';
import { isCounted, isDay } from '../cells/units.ts';
import type { ClickHouseEngine } from '../clickhouse-engine.ts';

describe.skipIf(eventsUrl === null)('a period of whole days, as the org has them', () => {
  const engine = () => reports.engine as ClickHouseEngine;
  const asked = questions.filter((groupBy) => !groupBy.some((name) => personalGroupings.includes(name)));

  /** Of each event of it nobody knows who it was. */
  let silent = '';

  /** Whatever is in cells is lost as single events: only what cells have of it can still be counted. */
  beforeAll(async () => {
    silent = (await anOrg({ time_zone: 'Europe/Bucharest' })).id;
    const begin = midnight('Europe/Bucharest', '2025-06-17');
    await givenEvents(
      Array.from({ length: 200 }, (_, index) => ({
        ...aUse(silent, new Date(begin + index * moment.hour)),
        apartment_id: null,
        card_id: null,
      })),
    );
    await engine().refresh();
    const { table, units } = engine();
    const counted = units.list().filter((unit) => isDay(unit) && isCounted(unit));
    expect(counted.length).toBeGreaterThan(100);
    const days = counted.map(({ orgId, unit }) => `('${orgId}', ${unit})`).join(', ');
    await engine().execute(`alter table ${table} delete where (org_id, ${unitOf.day}) in (${days})`);
  });

  it.each(zones)('is counted without looking at single events: %s', async (zone) => {
    for (const groupBy of someOf(asked, zones.indexOf(zone))) {
      await expectPlain({ from: midnight(zone, '2025-01-01'), to: midnight(zone, '2026-01-01') }, groupBy, orgOf(zone));
    }
  });

  it.each(zones)('also if it is a month: %s', async (zone) => {
    const [from, to] = [midnight(zone, '2025-01-01'), midnight(zone, '2025-02-01')];
    await expectPlain({ from, to }, ['date', 'org'], orgOf(zone));
    await expectPlain({ from, to }, ['hour', 'container'], orgOf(zone));
  });

  it('also if it is asked who it was, of an org that does not know', async () => {
    const [from, to] = [midnight('Europe/Bucharest', '2025-04-25'), midnight('Europe/Bucharest', '2025-10-31')];
    for (const groupBy of [
      ['date', 'apartment'],
      ['apartment', 'card'],
      ['card', 'container'],
    ] as const) {
      await expectPlain({ from, to }, groupBy, silent);
    }
  });
});
