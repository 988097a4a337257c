import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { wasteStreams } from '@noa/domain/vocabulary.ts';
import { Controller } from '../../sync/controller.fixture.ts';
import { applyChange, aNeighbourhood, type Change } from '../../sync/grants.fixture.ts';
import type { Row } from '../../database/tables.ts';
import { aContainer, aContainerGroup, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, signInGateway, type Caller } from '../../testing/harness.ts';
import { someOf } from '../../testing/rounds.ts';
import { findReport } from '../catalogue.ts';
import { AskReport, givenEvents, type GivenEvent } from '../testing/events.ts';
import { pick, random, sorted } from '../testing/random.ts';
import { givenStatusUpdates, type GivenStatusUpdate } from '../testing/status-updates.ts';

const hourMs = 3_600_000;
const from = '2026-01-01T00:00:00Z';
const root = await signIn(['root']);

async function ask(caller: Caller, to: Date, input: Record<string, unknown>) {
  const { data, errors } = await caller.run(AskReport, {
    name: 'fleet-health',
    input: { from, to: to.toISOString(), metrics: findReport('fleet-health')?.metrics, first: 10_000, ...input },
  });
  expect(errors).toBeUndefined();
  return data.report;
}

describe('of a past day', () => {
  interface Told {
    readonly container: Row<'container'>;
    readonly updates: GivenStatusUpdate[];
    readonly events: GivenEvent[];
  }

  /** Hours from the end of the period at which something happens: some of it afterwards. */
  const moments = [-900, -100, -30, -24.5, -23.5, -10, -1, 1, 30];

  async function aFleet(end: () => Date): Promise<{ told: Told[]; to: Date }> {
    const containers: Row<'container'>[] = [];
    for (const { id: org_id } of [await anOrg(), await anOrg()]) {
      for (const { id } of [await aContainerGroup({ org_id }), await aContainerGroup({ org_id })]) {
        for (let index = 0; index < 5; index += 1) {
          containers.push(await aContainer({ org_id, container_group_id: id, waste_stream: pick(wasteStreams) }));
        }
      }
    }
    const to = end();
    const at = (hours: number) => new Date(to.getTime() + hours * hourMs);
    const told = containers.map((container): Told => {
      const { org_id, id: container_id, container_group_id, waste_stream } = container;
      const updates = moments
        .filter(() => random(4) === 0)
        .map((hours): GivenStatusUpdate => {
          const level = pick(['ok', 'info', 'warning', 'error']);
          const kind = pick(['battery_life_pct', 'battery_life_status', 'servicing', 'fill_closed'] as const);
          const occurred_at = at(hours);
          const received_at = random(4) === 0 ? at(hours + 40) : occurred_at;
          const byHand = random(5) === 0 && { update_number: null, boot_number: null, actor: 'x@noa.test' };
          return { org_id, container_id, kind, value: '50', level, occurred_at, received_at, ...byHand };
        });
      const events = moments
        .filter(() => random(6) === 0)
        .map((hours, index): GivenEvent => {
          const kind = pick(['open_after_use', 'full_use'] as const);
          const of = { org_id, container_id, container_group_id, waste_stream };
          return { ...of, kind, boot_number: 0, event_number: index + 1, occurred_at: at(hours) };
        });
      return { container, updates, events };
    });
    await givenStatusUpdates(told.flatMap(({ updates }) => updates));
    await givenEvents(told.flatMap(({ events }) => events));
    await wait(5); // so that the end is over
    return { told, to };
  }

  /** One container's figures, each by going through all that was told of it. */
  function figuresOf({ updates, events }: Told, to: Date): number[] {
    const end = to.getTime() - 1;
    const time = (moment: unknown) => new Date(moment as Date).getTime();
    const came = updates.filter(({ received_at, actor }) => !actor && time(received_at) <= end);
    const happened = events.filter(({ occurred_at }) => time(occurred_at) <= end);
    const signs = [
      ...came.filter(({ occurred_at }) => time(occurred_at) <= end).map(({ received_at }) => time(received_at)),
      ...happened.map(({ occurred_at }) => time(occurred_at)),
    ];
    const silent = signs.length > 0 && signs.every((sign) => sign < end - 24 * hourMs);
    const low = (['battery_life_pct', 'battery_life_status'] as const).some((kind) => {
      const own = updates.filter((update) => update.kind === kind && time(update.occurred_at) <= end);
      const newest = own.toSorted((a, b) => time(a.occurred_at) - time(b.occurred_at)).at(-1);
      return newest?.level === 'warning' || newest?.level === 'error';
    });
    const opened = happened.filter(({ kind }) => kind === 'open_after_use');
    return [
      1,
      Number(silent),
      Number(low),
      0,
      opened.filter(({ occurred_at }) => time(occurred_at) >= time(from)).length,
    ];
  }

  const keys: Readonly<Partial<Record<ReportGrouping, (of: Row<'container'>) => string>>> = {
    org: ({ org_id }) => org_id,
    container_group: ({ container_group_id }) => container_group_id,
    container: ({ id }) => id,
    waste_stream: ({ waste_stream }) => waste_stream,
  };

  it('equals a count of containers one by one, by each of its groupings and by two', async () => {
    const { told, to } = await aFleet(() => new Date());
    const filters = [{ field: 'org', operator: 'in', value: [...new Set(told.map((each) => each.container.org_id))] }];
    const { groupings = [] } = findReport('fleet-health') ?? {};
    const recount = (groupBy: readonly ReportGrouping[]) => {
      const groups = Map.groupBy(told, ({ container }) => JSON.stringify(groupBy.map((key) => keys[key]?.(container))));
      return [...groups].map(([key, of]) => {
        const figures = of.map((each) => figuresOf(each, to));
        const sums = figures.reduce((sum, each) => sum.map((value, position) => value + (each[position] ?? 0)));
        return [...(JSON.parse(key) as unknown[]), ...sums];
      });
    };
    const [totals = []] = recount([]);
    expect(totals.filter((figure) => figure === 0)).toHaveLength(1);

    for (const groupBy of [
      [],
      ...groupings.flatMap((each, nth) => someOf([[each], ...(nth > 0 ? [[each, groupings[0] ?? 'org']] : [])], nth)),
    ]) {
      const report = await ask(root, to, { groupBy, filters });

      expect(sorted(report.rows), groupBy.join(', ')).toEqual(sorted(recount(groupBy)));
      expect(report.totals).toEqual([...groupBy.map(() => null), ...totals]);
    }
  });
});

describe('of now', () => {
  const later = new Date(Date.now() + 24 * hourMs);
  const Record = `mutation ($updates: [StatusUpdateInput!]!) { recordStatusUpdates(updates: $updates) { results { outcome } } }`;

  it('is what the screen of statuses says', async () => {
    const { id: org_id } = await anOrg();
    const { container_group_id, id: low } = await aContainer({ org_id });
    const { id: silent } = await aContainer({ org_id, container_group_id });
    await aContainer({ org_id, container_group_id });
    const gateway = await signInGateway([org_id]);
    const battery = (containerId: string, value: string) => {
      return { containerId, updateNumber: 1, kind: 'battery_life_pct', value, at: new Date().toISOString() };
    };
    await gateway.run(Record, { updates: [battery(low, '25'), battery(silent, '26')] });
    await asSystem((tx) =>
      tx
        .updateTable('container_status_summary')
        .set({ heard_at: new Date(Date.now() - 25 * hourMs) })
        .where('container_id', '=', silent)
        .execute(),
    );
    const reporter = await signIn(['local_reporter'], { orgIds: [org_id] });

    const { rows } = await ask(reporter, later, { groupBy: ['container'] });
    const { data } = await reporter.run('{ containerStatusCounts { total silent warning } }');

    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        [low, 1, 0, 1, 0, 0],
        [silent, 1, 1, 0, 0, 0],
      ]),
    );
    expect(data.containerStatusCounts).toEqual({ total: 3, silent: 1, warning: 2 });
  });

  it('and of before tells which locks lack the newest version of their list', async () => {
    const world = await aNeighbourhood();
    const change = (...changes: Change[]) =>
      asSystem(async (tx) => {
        for (const each of changes) {
          await applyChange(tx, world, each);
        }
      });
    const behind = async (to: Date) => {
      const input = { groupBy: ['container'], metrics: ['list_behind_count', 'silent_count'] };
      const filters = [{ field: 'list_behind_count', operator: 'gte', value: 1 }];
      const report = await ask(await signIn(['local_implementer'], { orgIds: [world.orgId] }), to, {
        ...input,
        filters,
      });
      return report.rows.map(([id]: [string]) => id).toSorted();
    };
    const moment = async () => {
      await wait(3);
      const now = new Date();
      await wait(3);
      return now;
    };
    const ofGroup = [world.containers[0] ?? '', world.containers[3] ?? ''];
    const lock = new Controller(ofGroup[0] ?? '', await signInGateway([world.orgId]));

    const before = await moment();
    await change({ kind: 'join', a: 0, b: 0 }, { kind: 'register', a: 0, b: 0 });
    await change({ kind: 'assign', a: 0, b: 0 });
    const assigned = await moment();
    await lock.poll(100);
    const polled = await moment();
    // What somebody writes of the other one is no word of its lock.
    const technician = await signIn(['container_admin'], { orgIds: [world.orgId] });
    const typed = { containerId: ofGroup[1], kind: 'sync', value: '999999', at: assigned.toISOString() };
    const Tell = 'mutation ($input: CreateStatusUpdateInput!) { createStatusUpdate(input: $input) { id } }';
    expect((await technician.run(Tell, { input: typed })).errors).toBeUndefined();
    await change({ kind: 'register', a: 1, b: 0 });
    await change({ kind: 'assign', a: 1, b: 0 });

    expect(await behind(before)).toEqual([]);
    expect(await behind(assigned)).toEqual(ofGroup.toSorted());
    expect(await behind(polled)).toEqual(ofGroup.slice(1));
    expect(await behind(later)).toEqual(ofGroup.toSorted());
  });

  it('leaves openings out of a group where fewer than five apartments are behind them, for a reporter', async () => {
    const { id: org_id } = await anOrg();
    const [few, many] = [await aContainer({ org_id }), await aContainer({ org_id })];
    const apartments = Array.from({ length: 5 }, () => randomUUID());
    const opened = (of: Row<'container'>, apartment_id: string, event_number: number): GivenEvent => ({
      org_id,
      kind: 'open_after_use',
      container_id: of.id,
      container_group_id: of.container_group_id,
      waste_stream: of.waste_stream,
      boot_number: 0,
      event_number,
      apartment_id,
      occurred_at: new Date(Date.now() - hourMs),
    });
    await givenEvents([
      ...apartments.map((id, index) => opened(many, id, index + 1)),
      ...apartments.slice(1).map((id, index) => opened(few, id, index + 1)),
    ]);
    const input = { groupBy: ['container'], metrics: ['container_count', 'open_after_use_count'] };
    const asked = async (role: 'local_reporter' | 'local_implementer', groupBy: string[]) => {
      const report = await ask(await signIn([role], { orgIds: [org_id] }), later, { ...input, groupBy });
      return [...report.rows, report.totals].map((row: unknown[]) => Number(row.at(-1))).toSorted((a, b) => a - b);
    };

    expect(await asked('local_implementer', ['container'])).toEqual([4, 5, 9]);
    expect(await asked('local_reporter', ['container'])).toEqual([0, 5, 5]);
    expect(await asked('local_reporter', ['org'])).toEqual([9, 9]);
  });
});
