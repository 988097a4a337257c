import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/embedded-postgres.ts';
import { migrate } from '../../server/src/database/schema/migrate.ts';
import { buildTown } from './town.ts';

/** 240 containers, 9,600 apartments, three orgs. */
const town = { cards: 9_600, options: { orgs: 3 } };

/** Connections that fill months at once. */
const fillers = 2;

/** The last whole year: what reports are asked for, and all that there is. */
const lastYear = new Date().getUTCFullYear() - 1;

/** Of a hundred events, how many begin in which hour (UTC): few at night, most before work and after it. */
const hours = `(array[0, 1, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8,
  9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15,
  16, 16, 16, 16, 16, 16, 16, 16, 17, 17, 17, 17, 17, 17, 17, 17, 17, 18, 18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 20, 20, 21,
  21, 22])`;

/** Which container of a platform is used, of a hundred: most waste is left as it is. */
const streams = `(case when b % 100 < 50 then 5 when b % 100 < 65 then 1 when b % 100 < 80 then 4 when b % 100 < 93 then 3 else 2 end)`;

/** How long it is kept who opened: for all of the year, and whoever runs it again. */
const identityDays = 3_650;

/** Who uses which platform, by a number; containers by platform and ordinal; whose events are kept with who for long. */
const prepare = `
  create unlogged table bench_holder as
  select row_number() over (order by a.id) - 1 as n, a.org_id, c.id as card_id, c.serial_number, a.id as apartment_id,
    entrance_number_of(a.org_id, e.id, e.tower_block_id, e.access_group_id, e.manager_id) as entrance_number, e.manager_id,
    g.id as container_group_id
  from apartment a
  join apartment_card ac on ac.org_id = a.org_id and ac.apartment_id = a.id
  join card c on c.org_id = ac.org_id and c.id = ac.card_id
  join (select *, row_number() over (partition by org_id order by id) as n from entrance) e
    on e.org_id = a.org_id and e.id = a.entrance_id
  join (select *, row_number() over w - 1 as n, count(*) over (partition by org_id) as all_of_org from container_group
    window w as (partition by org_id order by id)) g on g.org_id = e.org_id and g.n = e.n % g.all_of_org;
  create unlogged table bench_container as
  select *, row_number() over (partition by container_group_id order by serial_number) as ordinal,
    container_number_of(org_id, id, container_group_id, waste_stream) as container_number from container;
  insert into card_event_receipt (org_id, container_id, boot_number, received, heard_at)
  select org_id, id, 1, '{[1,2)}', now() from container;
  update org_settings set pay_by_use = true, legal_basis = 'bench', identity_days = ${identityDays}, event_retention_months = 120;
  select ensure_identity_day(day) from (
    select distinct identity_goes_on(at, ${identityDays}) as day
    from generate_series('${lastYear}-01-01'::timestamptz, '${lastYear + 1}-01-02', interval '1 day') at) d;
  analyze bench_holder, bench_container;`;

interface Month {
  readonly name: string;
  /** Its first day, and that of the next month. */
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** Numbers of its events. */
  readonly first: number;
  readonly last: number;
}

function monthsOf(events: number): Month[] {
  return Array.from({ length: 12 }, (_, index) => {
    const [from, to] = [index, index + 1].map((month) => new Date(Date.UTC(lastYear, month, 1))) as [Date, Date];
    const part = (month: number) => Math.floor((events * month) / 12);
    return {
      name: `stored_event_${lastYear}_${String(index + 1).padStart(2, '0')}`,
      from: from.toISOString(),
      to: to.toISOString(),
      days: (to.getTime() - from.getTime()) / 86_400_000,
      first: part(index) + 1,
      last: part(index + 1),
    };
  });
}

/** The events of a month, in about the order of their time: `a`, `b`, `c` are numbers that look random, the same in every run. */
const fill = ({ name, from, days, first, last }: Month) => `
  with told as materialized (
  select h.org_id, i, v.kind, v.at, v.at + c % 3600 * interval '1 second' as received_at, h.serial_number, k.container_number,
    w.card_id, w.apartment_id, w.entrance_number, w.manager_id,
    case when v.kind in ('full_use', 'open_after_use') then k.volume_control_litres else 0 end as litres, is_unknown,
    identity_goes_on(v.at, ${identityDays}) as forget_on
  from (
    select i, hashint8extended(i, 1) & 2147483647 as a, hashint8extended(i, 2) & 2147483647 as b,
      hashint8extended(i, 3) & 2147483647 as c, (i - ${first}) * ${days}::float8 / ${last - first + 1} as day
    from generate_series(${first}::bigint, ${last}) i) n
  cross join lateral (select c % 200 = 0 as is_unknown,
    case when c % 100 < 1 then 'access_denied' when c % 100 < 4 then 'no_use' when c % 100 < 10 then 'access_granted'
      when c % 100 < 11 then 'open_after_use' else 'full_use' end as kind,
    '${from}'::timestamptz + floor(day) * interval '1 day' + ${hours}[1 + floor((day - floor(day)) * 100)::int] * interval '1 hour'
      + c % 3600 * interval '1 second' as at) v
  join bench_holder h on h.n = a % (select count(*) from bench_holder)
  join bench_container k on k.container_group_id = h.container_group_id and k.ordinal = ${streams}
  left join bench_holder w on not is_unknown and w.n = h.n),
  stored as (
    insert into ${name} (org_id, id, kind, occurred_at, received_at, boot_number, event_number, list_version, container_number,
      entrance_number, litres, failed_attempt, unauthorised, forget_on)
    select org_id, i, kind::card_event_kind, at, received_at, 1, i, 1, container_number, entrance_number, litres,
      kind = 'access_denied', kind = 'access_denied' and is_unknown, forget_on from told)
  insert into event_identity (org_id, event_id, occurred_at, card_id, apartment_id, manager_id, serial_number, forget_on)
  select org_id, i, at, card_id, apartment_id, manager_id, serial_number, forget_on from told`;

/** Filled before it has its indexes, and attached when it is whole: a run that was ended goes on with the next month. */
async function fillMonth(client: pg.Client, month: Month): Promise<void> {
  const { name, from, to } = month;
  await client.query('begin');
  await client.query(`create table ${name} (like stored_event including defaults including constraints)`);
  await client.query(fill(month));
  await client.query(`alter table ${name} add primary key (org_id, occurred_at, id)`);
  const { rows } = await client.query<{ definition: string }>(`
    select regexp_replace(pg_get_indexdef(indexrelid), ' INDEX \\S+ ON ONLY \\S+', ' index on ${name}') as definition
    from pg_index where indrelid = 'stored_event'::regclass and not indisprimary`);
  for (const { definition } of rows) {
    await client.query(definition);
  }
  await client.query('select add_look_ups($1)', [name]);
  await client.query(`alter table stored_event attach partition ${name} for values from ('${from}') to ('${to}')`);
  await client.query('commit');
  await client.query(`vacuum (analyze, freeze) ${name}`);
}

/**
 * A year of so many events in a town, in a PostgreSQL under `dataDir`; what is there already is left.
 *
 * @returns the period of all of them.
 */
export async function makeYear(
  dataDir: string,
  events: number,
  say: (line: string) => void,
): Promise<{ from: string; to: string }> {
  const began = performance.now();
  const postgres = await startEmbeddedPostgres(dataDir, { durable: false });
  const clients = Array.from({ length: fillers }, () => new pg.Client({ connectionString: postgres.url }));
  try {
    await migrate(postgres.url);
    await Promise.all(clients.map((client) => client.connect()));
    const client = clients[0] as pg.Client;
    const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class where relkind = 'r'`);
    const there = new Set(rows.map(({ name }) => name));
    if (!there.has('bench_container')) {
      await buildTown(client, town.cards, () => undefined, town.options);
      await client.query(prepare);
    }
    const months = monthsOf(events);
    const missing = months.filter(({ name }) => !there.has(name));
    const queue = [...missing];
    await Promise.all(
      clients.map(async (each) => {
        await each.query(`set maintenance_work_mem = '512MB'`);
        for (let month = queue.shift(); month; month = queue.shift()) {
          await fillMonth(each, month);
          say(`  ${month.name}: ${(month.last - month.first + 1).toLocaleString('en')} events`);
        }
      }),
    );
    if (missing.length > 0) {
      await client.query(`select setval('card_event_id', $1)`, [events]);
      await client.query('analyze');
      say(
        `${events.toLocaleString('en')} events of a year made in ${Math.round((performance.now() - began) / 1000)} s`,
      );
    }
    return { from: months[0]?.from ?? '', to: months.at(-1)?.to ?? '' };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await postgres.stop();
  }
}
