import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { cardEventKinds, wasteStreams } from '@noa/domain/vocabulary.ts';
import { everything } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { anOrg } from '../../testing/factories.ts';
import { db } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { givenEvents, type GivenEvent } from './events.ts';
import { edges, pick, random, sorted } from './random.ts';

const some = (count: number) => Array.from({ length: count }, () => randomUUID());

const zones = ['Europe/Bucharest', 'America/St_Johns', 'Pacific/Auckland', 'UTC'];
const orgs = await Promise.all(zones.map((time_zone) => anOrg({ time_zone })));

export const things = {
  container: some(6),
  group: some(3),
  card: some(5),
  apartment: some(5),
  entrance: some(4),
  block: some(2),
};
const owners = { access: some(3), manager: some(2) };

const event = (): GivenEvent => {
  const kind = pick(cardEventKinds);
  return {
    org_id: pick(orgs).id,
    kind,
    occurred_at: new Date(pick(edges) + random(3 * 86_400_000) - 1.5 * 86_400_000),
    ...(kind.startsWith('card_')
      ? { container_id: null }
      : { container_id: pick(things.container), boot_number: 0, event_number: random(1e9) }),
    container_group_id: pick([null, ...things.group]),
    waste_stream: pick([null, ...wasteStreams]),
    card_id: pick([null, ...things.card]),
    apartment_id: pick([null, ...things.apartment]),
    entrance_id: pick([null, ...things.entrance]),
    tower_block_id: pick([null, ...things.block]),
    access_group_id: pick([null, ...owners.access]),
    manager_id: pick([null, ...owners.manager]),
    litres: random(120),
    failed_attempt: random(4) === 0,
    unauthorised: random(9) === 0,
  };
};
await givenEvents(Array.from({ length: rounds(2_000, 6_000) }, event));

/** Each grouping as anybody would write it over the event table. */
const naive: Readonly<Partial<Record<ReportGrouping, string>>> = {
  hour: 'extract(hour from at)::int',
  day_of_month: 'extract(day from at)::int',
  day_of_week: 'extract(isodow from at)::int',
  day_of_year: 'extract(doy from at)::int',
  week: `to_char(at, 'IYYY-"W"IW')`,
  month: `to_char(at, 'YYYY-MM')`,
  year: 'extract(year from at)::int',
  date: `to_char(at, 'YYYY-MM-DD')`,
  org: 'org_id',
  manager: 'manager_id',
  entrance: 'entrance_id',
  tower_block: 'tower_block_id',
  access_group: 'access_group_id',
  container_group: 'container_group_id',
  container: 'container_id',
  waste_stream: 'waste_stream',
  card: 'card_id',
  apartment: 'apartment_id',
  event_kind: 'kind',
};

/**
 * The groups, each with the figures of `usage`, counted plainly over the event table; as JSON, in order.
 *
 * @param further - SQL of more figures.
 */
export function recount(groupBy: readonly ReportGrouping[], condition = 'true', further = '') {
  const keys = groupBy.map((name) => naive[name]);
  return read(db, everything, async (tx) => {
    const { rows } = await sql<{ row: unknown[] }>`
      select json_build_array(${sql.raw([...keys, ''].join(', '))} count(*), sum(litres),
        sum(case when failed_attempt then 1 else 0 end), sum(case when unauthorised then 1 else 0 end),
        sum(case when kind = 'card_blocked' then 1 else 0 end)${sql.raw(further)}) as row
      from (select e.*, e.occurred_at at time zone o.time_zone as at from card_event e join org o on o.id = e.org_id) e
      where ${sql.raw(condition)} ${sql.raw(keys.length > 0 ? `group by ${keys.join(', ')}` : '')}`.execute(tx);
    return sorted(rows.map(({ row }) => row));
  });
}
