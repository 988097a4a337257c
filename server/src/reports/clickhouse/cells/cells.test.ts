import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startChdb, type Chdb } from '../../../testing/chdb.ts';
import { anOrg } from '../../../testing/factories.ts';
import { forgetDue } from '../../../telemetry/retention/retention.ts';
import { appUrl, asOwner, asSystem, db } from '../../../testing/harness.ts';
import { rounds } from '../../../testing/rounds.ts';
import { dataDir, givenEvents } from '../../testing/events.ts';
import { ago, forgetWho } from '../../testing/forgetting.ts';
import { ClickHouseEngine } from '../clickhouse-engine.ts';
import { EventDatabase } from '../connection.ts';
import { readEventsUrl } from '../events-url.ts';
import { EventTables } from '../tables.ts';
import { both } from '../testing/both.ts';
import { expectTrueCells } from '../testing/true-cells.ts';
import { besideEvents, cellRollups, cellTable } from './cell-tables.ts';
import { Cells } from './cells.ts';
import { Counting } from './counting.ts';
import { isCounted, isDay, Units } from './units.ts';

const packages = process.env['CHDB_PATH'];
const eventsDatabase = `noa_${randomUUID().replaceAll('-', '')}`;
const orgs = await Promise.all(
  ['Europe/Bucharest', 'America/St_Johns', 'Pacific/Auckland'].map((time_zone) => anOrg({ time_zone })),
);
const things = Array.from({ length: 3 }, () => randomUUID());

let chdb: Chdb | undefined;
const opened: ClickHouseEngine[] = [];

function aServer(epochEvents: number, database = eventsDatabase): ClickHouseEngine {
  const log = { info: () => undefined, warn: () => undefined };
  const engine = new ClickHouseEngine({
    dataDir,
    databaseUrl: appUrl,
    eventsUrl: `${chdb?.url}/${database}`,
    epochEvents,
    log,
  });
  opened.push(engine);
  return engine;
}

beforeAll(async () => {
  chdb = packages === undefined ? undefined : await startChdb(packages);
});
afterAll(async () => {
  await Promise.all(opened.map((engine) => engine.close()));
  await chdb?.stop();
});

const idOf = (org: number) => orgs[org % orgs.length]?.id ?? '';

/** Of a kind that locks tell, and of each container and household some. */
const come = (org: number, count: number, days: number, minutes = 28) =>
  givenEvents(
    Array.from({ length: count }, (_, index) => ({
      org_id: idOf(org),
      occurred_at: new Date(ago(days).getTime() - index * minutes * 60_000),
      kind: index % 7 === 0 ? ('access_denied' as const) : ('full_use' as const),
      failed_attempt: index % 7 === 0,
      litres: index % 50,
      container_id: things[index % 3] ?? null,
      boot_number: 0,
      event_number: index,
      entrance_id: things[index % 4] ?? null,
      card_id: index % 5 === 0 ? (things[0] ?? null) : null,
    })),
  );

const zones = ['Europe/Bucharest', 'America/St_Johns', 'Pacific/Auckland', 'Pacific/Apia', 'Asia/Kathmandu'];

const org = fc.nat({ max: 2 });
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('come' as const),
      org,
      count: fc.integer({ min: 1, max: 120 }),
      days: fc.constantFrom(0, 2, 40, 63, 90, 500, 900),
      minutes: fc.constantFrom(28, 1_400),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('again' as const), org, count: fc.integer({ min: 2, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('zone' as const), org, zone: fc.constantFrom(...zones) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('forgetWho' as const), org, days: fc.constantFrom(5, 41, 70) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('forgetMonths' as const), org, months: fc.constantFrom(12, 18, 24) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('end' as const), when: fc.nat({ max: 3 }) }) },
);
const always: readonly Step[] = [
  { does: 'forgetMonths', org: 1, months: 24 },
  { does: 'zone', org: 0, zone: 'Pacific/Apia' },
  { does: 'forgetWho', org: 2, days: 41 },
];
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** What the next feeding ends before or after, as if its process were killed. */
const ends = [
  () => vi.spyOn(EventTables.prototype, 'note').mockRejectedValueOnce(new Error('ended')),
  () => vi.spyOn(Cells.prototype, 'open').mockRejectedValueOnce(new Error('ended')),
  () => vi.spyOn(Counting.prototype, 'count').mockRejectedValueOnce(new Error('ended')),
  () => vi.spyOn(Units.prototype, 'write').mockRejectedValueOnce(new Error('ended')),
];

async function take(step: Step, server: ClickHouseEngine): Promise<void> {
  switch (step.does) {
    case 'come':
      return come(step.org, step.count, step.days, step.minutes);
    case 'again':
      // Stamped anew, they come again.
      await asOwner(`update stored_event set litres = litres + 1, tx_id = pg_current_xact_id()
        where org_id = '${idOf(step.org)}' and id % ${step.count} = 1`);
      return;
    case 'zone':
      await asSystem((tx) =>
        tx.updateTable('org').set({ time_zone: step.zone }).where('id', '=', idOf(step.org)).execute(),
      );
      return;
    case 'forgetWho':
      return forgetWho(idOf(step.org), step.days);
    case 'forgetMonths':
      await asSystem((tx) =>
        tx
          .updateTable('org_settings')
          .set({ event_retention_months: step.months })
          .where('org_id', '=', idOf(step.org))
          .execute(),
      );
      return void (await forgetDue(db));
    case 'end': {
      const ended = (ends[step.when] ?? ends[0])?.();
      await come(0, 130, 3);
      await server.refresh().catch(() => undefined);
      ended?.mockRestore();
    }
  }
}

describe.skipIf(packages === undefined)('cells', () => {
  it(
    'are what their events are, for each server, whatever comes, comes again, moves to another zone, is forgotten, or ends half way',
    { timeout: 300_000 },
    async () => {
      let counted = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 14 }), async (all) => {
          const database = `${eventsDatabase}_${opened.length}`;
          const servers = [aServer(100, database), aServer(60, database)] as const;
          // Some days with few events, and some long ago, of those to whom something happens in any case.
          await come(0, 80, 41, 1_400);
          await come(1, 60, 900);
          for (const [index, step] of [...all.slice(0, 4), ...always, ...all.slice(4)].entries()) {
            const [one, other] = index % 2 === 0 ? servers : servers.toReversed();
            await take(step, one);
            counted += await expectTrueCells(one);
            await expectTrueCells(other);
          }
          const { copied, stored } = await both(servers[0]);
          expect(copied).toEqual(stored);
        }),
        { numRuns: rounds(2, 10), endOnFailure: true },
      );
      expect(counted).toBeGreaterThan(50);
    },
  );

  it('hold nobody, and stay where they are when it is forgotten who it was: such days are read from them, too', async () => {
    const engine = aServer(1, `${eventsDatabase}_nobody`);
    await come(2, 40, 45);
    await expectTrueCells(engine);
    const before = ago(20).getTime() * 1000;
    const known = () => engine.units.list([idOf(2)]).filter(({ who, since }) => who && since < before).length;
    expect(known()).toBeGreaterThan(0);

    await forgetWho(idOf(2), 3);
    await expectTrueCells(engine);

    expect(known()).toBe(0);
    expect(engine.units.listOpen().filter(isDay)).toEqual([]);
    for (const rollup of cellRollups) {
      const [columns] = await engine.rows(`select groupArray(name)::String from system.columns
        where concat('\`', database, '\`.\`', table, '\`') = '${cellTable(engine.table, rollup)}'`);
      expect(String(columns?.[0])).not.toMatch(/card_id|apartment_id/);
    }
  });

  it('that were replaced go when nobody reads them any more', async () => {
    const engine = aServer(1, `${eventsDatabase}_replaced`);
    await come(0, 60, 2);
    await engine.refresh();
    const { units } = engine;
    const countings = async () =>
      (await engine.rows(`select count(distinct counting) from ${besideEvents(units.table, 'day_rollup')}`)).flat();
    const before = await countings();
    await come(0, 60, 2);
    await engine.refresh();
    expect(Number((await countings())[0])).toBeGreaterThan(Number(before[0]));

    const later = BigInt(Date.now() + 2 * 3_600_000) * 1000n;
    const database = new EventDatabase(readEventsUrl(`${chdb?.url}/${eventsDatabase}_replaced`));
    await new Cells({ database, tables: new EventTables(database), epochEvents: 1 }).clean(units, later);

    expect(await countings()).toEqual([units.list().filter((unit) => isDay(unit) && isCounted(unit)).length]);
    await expectTrueCells(engine);
    await database.close();
  });
});
