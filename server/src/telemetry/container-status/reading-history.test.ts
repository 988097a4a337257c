import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { everything } from '../../database/scope.ts';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { aReportingContainer, minutesAgo, Record, update } from '../status-updates/status-update.fixture.ts';
import { findReadingHistories, historySpans, maxReadings, percentKinds } from './reading-history.queries.ts';

const History = /* GraphQL */ `
  query ($id: ID!, $kind: PercentKind! = fill_level_pct, $days: Int! = 30, $asOf: DateTime) {
    container(id: $id, asOf: $asOf) {
      readingHistory(kind: $kind, days: $days) {
        readings {
          at
          pct
        }
        emptyings
        warningPct
        errorPct
      }
    }
  }
`;

const daysAgo = (days: number) => minutesAgo(days * 24 * 60);

it('tells how full a container was, when it was emptied, and what is too full', async () => {
  const { container, gateway, implementer } = await aReportingContainer();
  const [first, full, emptied, now] = [daysAgo(29), daysAgo(8), daysAgo(7), daysAgo(1)];
  await gateway.run(Record, {
    updates: [
      update(container.id, 1, { kind: 'fill_level_pct', value: '12.5', at: first }),
      update(container.id, 7, { kind: 'fill_level_pct', value: '50', at: daysAgo(31) }),
      update(container.id, 2, { kind: 'fill_level_pct', value: '96', at: full }),
      update(container.id, 3, { kind: 'emptying_detected', value: null, at: emptied }),
      update(container.id, 4, { kind: 'fill_level_pct', value: '3', at: now }),
      update(container.id, 5, { kind: 'battery_life_pct', value: '80', at: now }),
      update(container.id, 6, { kind: 'servicing', value: null, at: now }),
    ],
  });

  const { readingHistory } = (await implementer.run(History, { id: container.id })).data.container;

  expect(readingHistory).toMatchObject({ emptyings: [emptied], warningPct: 80, errorPct: 95 });
  expect(readingHistory.readings).toEqual([
    { at: first, pct: 12.5 },
    { at: full, pct: 96 },
    { at: now, pct: 3 },
  ]);
});

it('tells of the battery by thresholds of its own, and of no more days than are asked for', async () => {
  const { container, gateway, implementer } = await aReportingContainer();
  const at = daysAgo(2);
  await gateway.run(Record, {
    updates: [
      update(container.id, 1, { value: '90', at: daysAgo(20) }),
      update(container.id, 2, { value: '40', at }),
      update(container.id, 3, { kind: 'fill_level_pct', value: '7', at }),
    ],
  });
  const variables = { id: container.id, kind: 'battery_life_pct', days: 7 };

  const { readingHistory } = (await implementer.run(History, variables)).data.container;

  expect(readingHistory).toMatchObject({
    readings: [{ at, pct: 40 }],
    emptyings: [],
    warningPct: 25,
    errorPct: 10,
  });
  for (const [days, code] of [
    [0, 'ValidationFailed'],
    [93, 'LimitExceeded'],
  ] as const) {
    const { errors } = await implementer.run(History, { ...variables, days });
    expect(errors).toMatchObject([{ code }]);
  }
});

it('has nothing of the past, and nothing for those whom the container is not for', async () => {
  const { container, implementer } = await aReportingContainer();
  const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
  const asOf = new Date().toISOString();

  expect((await implementer.run(History, { id: container.id, asOf })).data.container.readingHistory).toBeNull();
  expect((await stranger.run(History, { id: container.id })).data.container).toBeNull();
});

/** Half hours before the end; few, so that moments are equal and some lie where one span ends and the next begins. */
const told = fc.record({
  kind: fc.constantFrom(...percentKinds, 'emptying_detected' as const),
  halfHoursAgo: fc.nat({ max: 24 * 24 }),
  pct: fc.nat({ max: 20 }),
});
type Told = (typeof told extends fc.Arbitrary<infer One> ? One : never) & { readonly container: number };

const days = 11;

/** The same by a look at each span for itself. */
const lookedAt = (containerId: string, kind: string, to: Date) => {
  const least = (order: string) => sql`
    select s, at, pct, id from generate_series(0, ${historySpans}::int - 1) s, lateral (
      select occurred_at as at, value::float8 as pct, id from status_update
      where container_id = ${containerId} and kind = ${kind}
        and occurred_at >= ${to}::timestamptz - make_interval(days => ${days}::int)
        and occurred_at <= ${to}::timestamptz
        and case when occurred_at = ${to}::timestamptz then ${historySpans}::int - 1 else trunc(
          (extract(epoch from occurred_at - ${to}::timestamptz) + ${days}::int * 86400) * ${historySpans}::int
            / (${days}::int * 86400)) end = s
      order by ${sql.raw(order)} limit 1) found`;
  return {
    lowest: least('pct, at, id'),
    highest: least('pct desc, at desc, id desc'),
    last: least('at desc, id desc'),
  };
};

async function naively(containerId: string, kind: string, to: Date) {
  const { lowest, highest, last } = lookedAt(containerId, kind, to);
  const all = await asSystem((tx) =>
    sql<{ at: Date; pct: number }>`
      select at, pct from (
        (${lowest}) union (${highest}) union (select * from (${last}) newest order by s desc limit 1)) found
      order by at, id`.execute(tx),
  );
  const emptied = lookedAt(containerId, 'emptying_detected', to).last;
  const emptyings = await asSystem((tx) => sql<{ at: Date }>`${emptied} order by at`.execute(tx));
  return { readings: all.rows.map(({ at, pct }) => ({ at, pct })), emptyings: emptyings.rows.map(({ at }) => at) };
}

it('shows of each span how high it stood, how low it fell and when it was emptied last, as plain SQL finds it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(told, fc.nat({ max: 1 })), { maxLength: 600, size: 'max' }),
      fc.constantFrom(...percentKinds),
      async (updates, kind) => {
        const org = await anOrg();
        const ids = [(await aContainer({ org_id: org.id })).id, (await aContainer({ org_id: org.id })).id];
        const to = new Date();
        await insert(
          org.id,
          ids,
          to,
          updates.map(([one, container]) => ({ ...one, container })),
        );

        const found = await asSystem((tx) => findReadingHistories(tx, everything, ids, { kind, days, to }));

        for (const id of ids) {
          const { readings, emptyings } = found.get(id) ?? {};
          expect({ readings, emptyings }).toEqual(await naively(id, kind, to));
          expect(readings?.length).toBeLessThanOrEqual(maxReadings);
        }
      },
    ),
    { numRuns: rounds(3, 6) },
  );
});

function insert(orgId: string, containerIds: readonly string[], to: Date, updates: readonly Told[]) {
  const at = updates.map(({ halfHoursAgo }) => new Date(to.getTime() - halfHoursAgo * 1_800_000));
  return asSystem(async (tx) => {
    await sql`select ensure_month('status_update', month) from (
      select distinct date_trunc('month', at)::date as month from unnest(${at}::timestamptz[]) at) months`.execute(tx);
    await sql`insert into status_update (org_id, container_id, kind, level, value, occurred_at)
      select ${orgId}, u.* from unnest(${updates.map(({ container }) => containerIds[container])}::uuid[],
        ${updates.map(({ kind }) => kind)}::text[], ${updates.map(() => 'ok')}::text[],
        ${updates.map(({ kind, pct }) => (kind === 'emptying_detected' ? null : String(pct)))}::text[],
        ${at}::timestamptz[]) u`.execute(tx);
  });
}
