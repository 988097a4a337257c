import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrg } from '../testing/factories.ts';
import { appUrl, asOwner, asSystem, db, send, signIn } from '../testing/harness.ts';
import { aRule, deliverAll, evaluateAll, tellStatus } from '../telemetry/alerts/alert.fixture.ts';
import { aResidentWithCard, event, Record as RecordEvents } from '../telemetry/card-events/card-event.fixture.ts';
import { dataDir, reports } from '../reports/testing/events.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const there = { downSince: null, latencyMs: 2, clockSkewMs: -1_500 };
const failures: unknown[] = [];
const metricsWith = (over: Partial<Parameters<typeof createMetrics>[0]> = {}) => {
  const made = createMetrics({
    db,
    databaseUrl: appUrl,
    monitor: { reachability: there },
    reports,
    dataDir,
    isDraining: () => false,
    backsUp: true,
    onFailure: (cause) => failures.push(cause),
    ...over,
  });
  opened.push(made);
  return made;
};
const opened: Metrics[] = [];
afterAll(() => Promise.all(opened.map((metrics) => metrics.close())));

/** Values by their name with its labels, as they stand in the answer. */
const valuesIn = (text: string) =>
  new Map(
    text.split('\n').flatMap((line) => {
      const [, sample, value] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return sample ? [[sample, Number(value)] as const] : [];
    }),
  );
const read = async (metrics: Metrics = metricsWith()) => valuesIn(await metrics.text());

let town: Awaited<ReturnType<typeof aResidentWithCard>>;
beforeAll(async () => {
  town = await aResidentWithCard();
});

describe('what is counted as it happens', () => {
  it('counts what locks send by what came of it, and how late it is', async () => {
    const before = await read();
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const twice = event(town.container.id, 1, { at: minutesAgo(2) });
    const events = [
      twice,
      twice,
      event(town.container.id, 2, { at: minutesAgo(600) }),
      event(town.container.id, 3, { at: '2099-01-01T00:00:00Z' }),
      event(town.container.id, 4, { kind: 'card_blocked' }),
    ];
    await town.gateway.run(RecordEvents, { events });
    const after = await read();
    const grown = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);

    expect(grown('noa_messages_total{kind="card_event",outcome="accepted"}')).toBe(3);
    expect(grown('noa_messages_total{kind="card_event",outcome="duplicate"}')).toBe(1);
    expect(grown('noa_messages_total{kind="card_event",outcome="rejected"}')).toBe(1);
    expect(grown('noa_messages_clock_corrected_total{kind="card_event"}')).toBe(1);
    expect(grown('noa_message_delay_seconds_bucket{le="60",kind="card_event"}')).toBe(0);
    expect(grown('noa_message_delay_seconds_bucket{le="300",kind="card_event"}')).toBe(1);
    expect(grown('noa_message_delay_seconds_count{kind="card_event"}')).toBe(2);
    expect(grown('noa_graphql_operation_duration_seconds_count{type="mutation",field="recordCardEvents"}')).toBe(1);
  });

  it('calls operations and refusals by words of the schema, whatever a caller calls them', async () => {
    const before = await read();
    await town.gateway.run('query Canary1 { a: cards(first: 1) { nodes { id } } }');
    await town.gateway.run(
      'query Canary2 { ...on Query { __typename viewer { name } canary3: orgs { nodes { id } } } }',
    );
    await town.gateway.run('{ canary4 }');
    await send(undefined, '{ viewer { name } }');
    const text = await metricsWith().text();
    const after = valuesIn(text);
    const grown = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);

    expect(grown('noa_graphql_operation_duration_seconds_count{type="query",field="cards"}')).toBe(1);
    expect(grown('noa_graphql_operation_duration_seconds_count{type="query",field="several"}')).toBe(1);
    expect(grown('noa_graphql_errors_total{code="ValidationFailed"}')).toBe(1);
    expect(grown('noa_graphql_errors_total{code="AuthenticationMalformed"}')).toBe(1);
    expect(text).not.toMatch(/canary/i);
  });
});

describe('what is looked up', () => {
  it('tells of locks whose list nobody has confirmed, and of events that are not counted yet', async () => {
    await reports.engine.refresh();
    const before = await read();
    await town.gateway.run(RecordEvents, { events: [event(town.container.id, 50)] });
    const after = await read();

    expect(before.get('noa_locks{list="unknown"}')).toBeGreaterThan(0);
    expect(after.get('noa_projection_up')).toBe(1);
    expect(after.get('noa_projection_pending_events')).toBeGreaterThanOrEqual(0);
    expect(after.get('noa_projection_lag_seconds')).toBeLessThan(60);
  });

  it('says how long a lock has been behind its list', async () => {
    const org = town.org.id;
    await asSystem(async (tx) => {
      await sql`update container_sync s set applied_version = l.version, ground = l.version
        from container k join grant_list l on l.org_id = k.org_id and l.container_group_id = k.container_group_id
        where s.org_id = ${org} and k.id = s.container_id and k.org_id = s.org_id`.execute(tx);
    });
    const current = await read();
    await asOwner(
      `update container_sync set applied_version = 0, ground = 0 where org_id = '${org}'`,
      `update card_grant set changed_at = now() - interval '2 hours' where org_id = '${org}'`,
    );
    const behind = await read();

    expect(current.get('noa_locks{list="current"}')).toBe(1);
    expect(current.get('noa_locks_behind_oldest_seconds')).toBe(0);
    expect(behind.get('noa_locks{list="behind"}')).toBe(1);
    expect(behind.get('noa_locks_behind_oldest_seconds')).toBeGreaterThanOrEqual(7_200);
    expect(behind.get('noa_locks_behind_oldest_seconds')).toBeLessThan(7_300);
  });

  it('says how long work has been waiting, and how old the last backup is', async () => {
    await asOwner(
      `insert into import_job (org_id, kind, state, file_name, format, mapping, created_by, run_began_at)
        values ('${town.org.id}', 'buildings', 'applying', 'f', '{}', '{}', 'tests', now() - interval '10 minutes')`,
      `insert into backup_run (due_at, began_at, ended_at, place, name) values ('2026-01-01', now(), '2026-01-01 02:00Z', 'p', 'n')`,
      `insert into backup_run (due_at, began_at, ended_at, place, failure) values ('2026-01-02', now(), now(), 'p', 'no space')`,
      // By a clock that was wrong.
      `insert into backup_run (due_at, began_at, ended_at, place, name) values ('2099-01-01', '2099-01-01', '2099-01-01', 'p', 'n')`,
    );
    const values = await read();

    expect(values.get('noa_queue_length{queue="import"}')).toBe(1);
    expect(values.get('noa_queue_oldest_seconds{queue="import"}')).toBeGreaterThanOrEqual(600);
    expect(values.get('noa_queue_length{queue="bulk"}')).toBe(0);
    expect(values.get('noa_backup_last_success_timestamp_seconds')).toBe(Date.parse('2026-01-01T02:00Z') / 1000);
    expect(values.get('noa_backup_last_failed')).toBe(1);
    expect(values.get('noa_database_clock_skew_seconds')).toBe(-1.5);
    expect(values.get('noa_disk_free_bytes')).toBeGreaterThan(0);
  });

  it('counts incidents by what opened them, those that are not resolved, and whom they were told', async () => {
    const { org, container } = town;
    await asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${org.id}`.execute(tx));
    await aRule(await signIn(['container_admin'], { orgIds: [org.id] }), org.id);
    const now = new Date(Date.now() + 60_000);
    await tellStatus(container, 'battery_life_pct', '5', 'error', now);
    const before = await read();

    await evaluateAll(now);
    const opened = await read();
    await deliverAll(now);
    const told = await read();
    const grown = (sample: string) => (told.get(sample) ?? 0) - (before.get(sample) ?? NaN);

    expect(grown('noa_incidents_opened_total{condition="level"}')).toBe(1);
    expect(grown('noa_incidents_opened_total{condition="unusual"}')).toBe(0);
    expect(grown('noa_incidents{state="open"}')).toBe(1);
    expect(grown('noa_incidents{state="acknowledged"}')).toBe(0);
    expect(opened.get('noa_queue_length{queue="alert_delivery"}')).toBe(1);
    expect(told.get('noa_queue_length{queue="alert_delivery"}')).toBe(0);
    expect(grown('noa_alert_deliveries_total{channel="mail",state="failed",failure="mail_not_set_up"}')).toBe(1);
    expect(grown('noa_alert_deliveries_total{channel="webhook",state="sent",failure="none"}')).toBe(0);
  });

  it('does not count what is to be told of an incident before its planned silence is over', async () => {
    const silence = (until: string) =>
      asSystem((tx) => sql`update incident set silenced_until = now() + ${until}::interval`.execute(tx));
    await asSystem((tx) =>
      sql`update alert_delivery set state = 'waiting', look_at = now(), finished_at = null,
        created_at = now() - interval '2 days'`.execute(tx),
    );

    const [before, during, after] = [
      await read(),
      await silence('1 day').then(() => read()),
      await silence('-1 hour').then(() => read()),
    ];

    expect(before.get('noa_queue_oldest_seconds{queue="alert_delivery"}')).toBeGreaterThan(100_000);
    expect(during.get('noa_queue_length{queue="alert_delivery"}')).toBe(0);
    expect(after.get('noa_queue_length{queue="alert_delivery"}')).toBe(1);
    expect(after.get('noa_queue_oldest_seconds{queue="alert_delivery"}')).toBeLessThan(4_000);
  });

  it('looks at the database once in five seconds, however many ask', async () => {
    const metrics = metricsWith();
    const first = await read(metrics);
    await anOrg();
    await asOwner(`delete from import_job where org_id = '${town.org.id}'`);
    const [second] = await Promise.all([read(metrics), read(metrics), read(metrics)]);

    expect(second.get('noa_queue_length{queue="import"}')).toBe(first.get('noa_queue_length{queue="import"}'));
    expect((await read()).get('noa_queue_length{queue="import"}')).toBe(0);
  });

  it('says what the process knows while the database is away, and leaves the rest out', async () => {
    const values = await read(metricsWith({ monitor: { reachability: { ...there, downSince: new Date() } } }));

    expect(values.get('noa_database_up')).toBe(0);
    expect(values.get('noa_database_figures_up')).toBe(0);
    expect(values.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(
      [...values.keys()].filter((name) => /^noa_(locks|queue|backup_last|projection_(lag|pending))/.test(name)),
    ).toEqual([]);
  });

  it('does not wait for a database that has not been noticed to be away', async () => {
    const began = performance.now();
    const values = await read(metricsWith({ databaseUrl: 'postgresql://nobody@127.0.0.1:9/none' }));

    expect(values.get('noa_database_figures_up')).toBe(0);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(failures.length).toBeGreaterThan(0);
  });
});
