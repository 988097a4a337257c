import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anApartment, aContainer, anEntrance, aManager, anOrg, aTowerBlock } from '../testing/factories.ts';
import { signIn } from '../testing/harness.ts';
import { always, AskReport, givenEvents } from './testing/events.ts';

const [org, other] = [await anOrg({ name: 'Primăria Întâi' }), await anOrg()];
const block = await aTowerBlock({ org_id: org.id, addr_street: 'Str. Unirii', addr_nr: '12', addr_bl: 'B1' });
const entrance = await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'A' });
const apartment = await anApartment({ org_id: org.id, entrance_id: entrance.id, addr_ap: '7' });
const container = await aContainer({ org_id: org.id, serial_number: 'C-0007' });
const lock = { container_id: container.id, container_group_id: container.container_group_id, boot_number: 0 };
const position = { entrance_id: entrance.id, tower_block_id: block.id, apartment_id: apartment.id };
await givenEvents([
  { org_id: org.id, ...lock, event_number: 1, ...position, waste_stream: 'residual' },
  { org_id: org.id, ...lock, event_number: 2, ...position, occurred_at: new Date('2026-04-01T10:00:00Z') },
  {
    org_id: org.id,
    ...lock,
    event_number: 3,
    kind: 'access_denied',
    litres: 0,
    failed_attempt: true,
    unauthorised: true,
  },
  { org_id: org.id, kind: 'card_blocked', litres: 0 },
  { org_id: other.id, kind: 'full_use', litres: 500, apartment_id: randomUUID() },
]);

const everyMetric = ['event_count', 'total_litres', 'failed_attempt_count', 'unauthorised_count', 'card_blocked_count'];
const input = { ...always, groupBy: [] as string[], metrics: everyMetric };
const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });
const root = await signIn(['root']);

const Definitions = '{ reports { name metrics groupings filters { field operators type } } }';

describe('report', () => {
  it('counts by month and entrance, with totals and the names people use', async () => {
    const groupBy = ['month', 'entrance'];

    const { data } = await implementer.run(AskReport, { input: { ...input, groupBy } });

    expect(data.report).toMatchObject({
      columns: [
        { key: 'month', type: 'month', grouping: 'month', metric: null },
        { key: 'entrance', type: 'id', grouping: 'entrance', metric: null },
        { key: 'event_count', type: 'int', grouping: null, metric: 'event_count' },
        { key: 'total_litres' },
        { key: 'failed_attempt_count' },
        { key: 'unauthorised_count' },
        { key: 'card_blocked_count' },
      ],
      rows: [
        ['2026-03', entrance.id, 1, 30, 0, 0, 0],
        ['2026-03', null, 2, 0, 1, 1, 1],
        ['2026-04', entrance.id, 1, 30, 0, 0, 0],
      ],
      totals: [null, null, 4, 60, 1, 1, 1],
      rowCount: 3,
      cursor: null,
      labels: [{ grouping: 'entrance', value: entrance.id, text: 'Str. Unirii 12, bl. B1, sc. A' }],
    });
  });

  it('counts an event as soon as it is there, and says how fresh it is', async () => {
    const town = await anOrg();
    const caller = await signIn(['local_reporter'], { orgIds: [town.id] });
    for (let number = 1; number <= 5; number += 1) {
      await givenEvents([{ org_id: town.id }]);
      const began = Date.now();

      const { data } = await caller.run(AskReport, { input });

      expect(data.report.rows).toEqual([[number, number * 30, 0, 0, 0]]);
      expect(Date.parse(data.report.freshAsOf)).toBeGreaterThanOrEqual(began - 5);
    }
  });

  it('says zero where nothing happened', async () => {
    const period = { from: '2020-01-01T00:00:00Z', to: '2021-01-01T00:00:00Z' };

    const whole = await root.run(AskReport, { input: { ...input, ...period } });
    const grouped = await root.run(AskReport, { input: { ...input, ...period, groupBy: ['date'] } });

    expect(whole.data.report).toMatchObject({ rows: [[0, 0, 0, 0, 0]], totals: [0, 0, 0, 0, 0] });
    expect(grouped.data.report).toMatchObject({ rows: [], totals: [null, 0, 0, 0, 0, 0], rowCount: 0 });
  });
});

describe('who is asking', () => {
  const count = async (caller: typeof root) => (await caller.run(AskReport, { input })).data.report.rows[0]?.[0];

  it('gets the events of the own orgs only', async () => {
    const both = await signIn(['local_implementer'], { orgIds: [org.id, other.id] });

    expect(await count(implementer)).toBe(4);
    expect(await count(reporter), 'of fewer than five apartments').toBeUndefined();
    expect(await count(both)).toBe(5);
    expect(await count(root)).toBeGreaterThanOrEqual(5);
  });

  it('gets nothing without a membership, nor by naming what is not theirs', async () => {
    const filters = [{ field: 'org', operator: 'in', value: [org.id, other.id] }];
    const answer = await implementer.run(AskReport, { input: { ...input, filters } });

    expect(await count(await signIn(['local_reporter']))).toBe(0);
    expect(answer.data.report.rows[0][0]).toBe(4);
  });

  it.each(['manager', 'container_admin', 'ara_user'] as const)('is refused as %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id] });

    expect((await caller.run(AskReport, { input })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await caller.run(Definitions)).errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it.each(['apartment', 'card'])('learns nothing by %s as a reporter', async (field) => {
    const filters = [{ field, operator: 'eq', value: apartment.id }];

    for (const personal of [{ groupBy: [field] }, { groupBy: ['month', field] }, { filters }]) {
      const { errors } = await reporter.run(AskReport, { input: { ...input, ...personal } });
      expect(errors).toMatchObject([{ code: 'Forbidden' }]);
    }
    expect((await implementer.run(AskReport, { input: { ...input, groupBy: [field] } })).errors).toBeUndefined();
  });

  it('learns who opened what only where one of their roles may read it', async () => {
    const manager = await aManager({ org_id: org.id });
    await givenEvents([{ org_id: org.id, manager_id: manager.id, apartment_id: apartment.id, litres: 11 }]);
    const caller = await signIn(['local_reporter', 'manager'], { orgIds: [org.id, other.id], managers: [manager] });

    const { data } = await caller.run(AskReport, {
      input: { ...input, groupBy: ['apartment'], metrics: ['total_litres'] },
    });

    expect(data.report.rows).toEqual([[apartment.id, 11]]);
  });

  it('is offered what they may ask for', async () => {
    const groupings = async (caller: typeof root) => (await caller.run(Definitions)).data.reports[0].groupings;

    expect(await groupings(root)).toEqual(expect.arrayContaining(['apartment', 'card', 'event_kind']));
    expect(await groupings(reporter)).not.toEqual(expect.arrayContaining(['apartment']));
    expect((await root.run(Definitions)).data.reports[0]).toMatchObject({
      name: 'usage',
      metrics: everyMetric,
      filters: expect.arrayContaining([
        { field: 'hour', operators: ['eq', 'in', 'gte', 'lte'], type: 'int' },
        { field: 'entrance', operators: ['eq', 'in'], type: 'id' },
        { field: 'waste_stream', operators: ['eq', 'in'], type: 'string' },
      ]),
    });
  });
});

describe('a report is refused', () => {
  const [from, to] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
  const filter = (field: string, operator: string, value: unknown) => ({ filters: [{ field, operator, value }] });

  it.each([
    ['a period that ends before it begins', { from: to, to: from }, { to: 'report.emptyPeriod' }],
    ['an empty period', { from, to: from }, { to: 'report.emptyPeriod' }],
    ['more than ten years', { from, to: '2036-01-01T00:00:01Z' }, { to: 'report.tooLong' }],
    ['three groupings', { groupBy: ['hour', 'month', 'year'] }, { groupBy: 'report.tooManyGroupings' }],
    ['a grouping twice', { groupBy: ['hour', 'hour'] }, { groupBy: 'report.twice' }],
    ['no metric', { metrics: [] }, { metrics: 'form.required' }],
    [
      'an order by what is not shown',
      { sort: [{ field: 'hour', direction: 'asc' }] },
      { 'sort.0.field': 'report.notShown' },
    ],
    ['no row at all', { first: 0 }, { first: 'page.tooSmall' }],
    ['a cursor of another order', { after: 'bm9uc2Vuc2U' }, { after: 'page.badCursor' }],
    ['an id that is none', filter('entrance', 'eq', `' or 1=1 --`), { 'filters.0.value': 'report.badValue' }],
    [
      'a word that is none',
      filter('waste_stream', 'eq', `glass'; drop table card_event; --`),
      { 'filters.0.value': 'report.badValue' },
    ],
    ['a month that is none', filter('month', 'eq', '2026-1'), { 'filters.0.value': 'report.badValue' }],
    ['a month after the twelfth', filter('month', 'lte', '2026-13'), { 'filters.0.value': 'report.badValue' }],
    ['a month of no year', filter('month', 'gte', '0000-01'), { 'filters.0.value': 'report.badValue' }],
    ['a week after the last', filter('week', 'in', ['2026-W53', '2026-W54']), { 'filters.0.value': 'report.badValue' }],
    ['a week of a shorter year', filter('week', 'eq', '2025-W53'), { 'filters.0.value': 'report.badValue' }],
    ['a day that is none', filter('date', 'gte', '2026-02-30'), { 'filters.0.value': 'report.badValue' }],
    ['a number that is none', filter('hour', 'in', [1, '2']), { 'filters.0.value': 'report.badValue' }],
    ['a list for one value', filter('hour', 'eq', [1]), { 'filters.0.value': 'report.badValue' }],
    ['more or less than a word', filter('event_kind', 'gte', 'no_use'), { 'filters.0.operator': 'report.badOperator' }],
  ])('for %s, naming the field', async (_what, given, fields) => {
    const { errors } = await root.run(AskReport, { input: { ...input, ...given } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields }]);
  });

  it('for more rows than anybody reads', async () => {
    const { errors } = await root.run(AskReport, { input: { ...input, first: 10_001 } });

    expect(errors).toMatchObject([{ code: 'LimitExceeded' }]);
  });

  it('if there is none of the name', async () => {
    const { errors } = await root.run(AskReport, { name: 'usage; drop table card_event', input });

    expect(errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it.each(['groupBy: ["hour); drop table card_event; --"]', 'groupBy: [rowid]', 'metrics: [count]'])(
    'by the schema itself for %s',
    async (part) => {
      const rest = part.startsWith('groupBy') ? 'metrics: [event_count]' : 'groupBy: []';
      const { errors } = await root.run(
        `{ report(name: "usage", input: { from: "${from}", to: "${to}", ${part}, ${rest} }) { rowCount } }`,
      );

      expect(errors).toMatchObject([{ code: 'ValidationFailed' }]);
    },
  );
});
