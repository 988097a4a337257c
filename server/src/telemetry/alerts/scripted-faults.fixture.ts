import { sql } from 'kysely';
import type { AlertCondition } from '@noa/domain/alert.ts';
import { alertConditions } from '@noa/domain/alert.ts';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { aContainer, aContainerGroup, anOrg } from '../../testing/factories.ts';
import { asSystem, db, together } from '../../testing/harness.ts';
import { ensureMonths } from '../receiving/monthly-partitions.ts';
import { insertUpdates, type IncomingUpdate } from '../status-updates/status-update.queries.ts';
import { minutesAfter } from './alert.fixture.ts';

/** Conditions of readings and events as they come; what is usual at an hour needs weeks before it. */
type ScriptedCondition = Exclude<AlertCondition, 'unusual'>;
const scriptedConditions = alertConditions.filter((condition) => condition !== 'unusual');

/** Something that is wrong at a container group for some hours, all of which are told. */
export interface Fault {
  readonly condition: ScriptedCondition;
  readonly island: number;
  /** Whole hours after the start, and the first at which it is well again. */
  readonly from: number;
  readonly to: number;
  /** How many of the group's containers. */
  readonly containers: number;
}

export interface Plan {
  readonly islands: number;
  readonly containersEach: number;
  readonly hours: number;
  /** Minutes between two looks at all rules. */
  readonly roundMinutes: number;
  readonly faults: readonly Fault[];
}

/** What each rule of the script demands, and how long a fault of it lasts: hours at least, and how many more at most. */
const demands = {
  level: { minutes: 0, threshold: null, shortest: 1, spread: 9 },
  silence: { minutes: 360, threshold: null, shortest: 8, spread: 6 },
  fill: { minutes: 180, threshold: 90, shortest: 5, spread: 8 },
  refusals: { minutes: 30, threshold: 10, shortest: 1, spread: 0 },
} as const satisfies Record<ScriptedCondition, object>;

/** Hours between two faults of one group, whatever they are of, and between two of one rule, which are one within a day. */
const apart = { any: 10, same: 36 };

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many faults, far enough from each other that each is an incident of its own; the last group's sensor flaps, and has none. */
export function planFaults(
  { count, ...town }: Omit<Plan, 'faults'> & { readonly count: number },
  random: () => number,
): Plan {
  const { islands, containersEach, hours } = town;
  const faults: Fault[] = [];
  const below = (end: number) => Math.floor(random() * end);
  while (faults.length < count) {
    const condition = scriptedConditions[below(scriptedConditions.length)] ?? 'level';
    const { shortest, spread } = demands[condition];
    const from = 12 + below(hours - 40);
    const fault = {
      condition,
      island: below(islands - 1),
      from,
      to: from + shortest + below(spread + 1),
      containers: 1 + below(containersEach),
    };
    const isApart = faults.every((other) => {
      const gap = Math.max(other.from - fault.to, fault.from - other.to);
      return other.island !== fault.island || gap >= (other.condition === condition ? apart.same : apart.any);
    });
    if (isApart) {
      faults.push(fault);
    }
  }
  return { ...town, faults };
}

/** When a fault's condition begins to hold, in minutes after the start. */
const holdsFrom = ({ condition, from }: Fault): number =>
  condition === 'silence' ? (from - 1) * 60 + demands.silence.minutes : from * 60 + (condition === 'fill' ? 180 : 0);

const start = new Date('2026-09-01T00:00:00Z');
export const momentAt = (minutes: number): Date => minutesAfter(start, minutes);

export interface ScriptedTown {
  readonly orgId: string;
  /** The ids of the containers of each group, whose id comes first. */
  readonly islands: readonly (readonly [string, ...string[]])[];
}

/** The town of a plan: its containers, and a rule for each condition, whose e-mails and webhooks go to these. */
export async function aScriptedTown(
  { islands, containersEach }: Plan,
  { webhookUrl, secret }: { readonly webhookUrl: string; readonly secret: (ruleId: string, orgId: string) => Buffer },
): Promise<ScriptedTown> {
  const { id: orgId } = await anOrg();
  const made: [string, ...string[]][] = [];
  await together(async () => {
    for (let island = 0; island < islands; island += 1) {
      const group = await aContainerGroup({ org_id: orgId });
      const ids: [string, ...string[]] = [group.id];
      for (let each = 0; each < containersEach; each += 1) {
        ids.push((await aContainer({ org_id: orgId, container_group_id: group.id })).id);
      }
      made.push(ids);
    }
  });
  await asSystem(async (tx) => {
    await sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx);
    for (const condition of scriptedConditions) {
      const { minutes, threshold } = demands[condition];
      const [kind, level] = condition === 'level' ? ['battery_life_pct', 'error'] : [null, null];
      const id = crypto.randomUUID();
      await sql`
        insert into alert_rule (org_id, id, name, condition, reading_kind, level, threshold, minutes, recipients, locale,
          webhook_url, webhook_secret_cipher, escalate_to, look_at)
        values (${orgId}, ${id}, ${condition}, ${condition}, ${kind}, ${level}, ${threshold}, ${minutes}, '{ana@noa.test}', 'ro',
          ${webhookUrl}, ${secret(id, orgId)}, '{}', ${start})`.execute(tx);
    }
  });
  return { orgId, islands: made };
}

interface Reading {
  readonly containerId: string;
  readonly kind: StatusUpdateKind;
  readonly value: number;
}

/** What all locks tell in an hour of the plan; those that are silent tell nothing. */
function readingsOf({ faults, containersEach }: Plan, { islands }: ScriptedTown, hour: number): Reading[] {
  const active = faults.filter(({ from, to }) => hour >= from && hour < to);
  return islands.flatMap(([, ...containers], island) => {
    const isWrong = (condition: ScriptedCondition, position: number) =>
      active.some((each) => each.island === island && each.condition === condition && position < each.containers);
    const isFlapping = (position: number) => island === islands.length - 1 && position === 0 && hour % 4 === 0;
    // Full for two hours now and then, which is not long enough, unless it goes over into what is, or is the last that was told.
    const isNearFault = faults.some(
      (each) =>
        each.island === island &&
        (each.condition === 'fill' || each.condition === 'silence') &&
        hour >= each.from - 3 &&
        hour < each.to + 3,
    );
    const isBriefly = (position: number) => !isNearFault && (hour + island * containersEach + position) % 17 < 2;
    return containers.flatMap((containerId, position) =>
      isWrong('silence', position)
        ? []
        : [
            {
              containerId,
              kind: 'battery_life_pct',
              value: isWrong('level', position) || isFlapping(position) ? 5 : 80,
            } as const,
            {
              containerId,
              kind: 'fill_level_pct',
              value: isWrong('fill', position) || isBriefly(position) ? 95 : 40,
            } as const,
          ],
    );
  });
}

/** Has the locks tell what they tell in an hour of the plan. @returns how many readings that were. */
export async function tellHour(plan: Plan, town: ScriptedTown, hour: number): Promise<number> {
  const at = momentAt(hour * 60);
  const readings = readingsOf(plan, town, hour);
  const updates = readings.map(({ containerId, kind, value }, index): IncomingUpdate => ({
    index,
    orgId: town.orgId,
    containerId,
    bootNumber: 0,
    number: hour * 2 + (kind === 'fill_level_pct' ? 2 : 1),
    kind,
    occurredAt: at,
    deviceAt: at,
    clockCorrected: false,
    anonymous: false,
    value: String(value),
    level: null,
  }));
  const refused = plan.faults.filter(({ condition, from }) => condition === 'refusals' && from === hour);
  await asSystem(async (tx) => {
    await ensureMonths(db, tx, 'status_update', [at]);
    await ensureMonths(db, tx, 'stored_event', [at]);
    await insertUpdates(tx, updates);
    await sql`
      insert into container_status_summary as s (org_id, container_id, heard_at)
      select ${town.orgId}, id, ${at} from unnest(${[...new Set(readings.map(({ containerId }) => containerId))]}::uuid[]) t (id)
      on conflict (org_id, container_id) do update set heard_at = excluded.heard_at`.execute(tx);
    // A stray refusal everywhere, and many where there is a fault.
    const [, ...some] = town.islands[hour % town.islands.length] ?? ['', ''];
    const denied = [
      ...some,
      ...refused.flatMap(({ island, containers }) => {
        const [, ...ids] = town.islands[island] ?? [''];
        return Array.from({ length: 12 }, (_, event) => ids[event % containers] ?? '');
      }),
    ];
    await sql`
      insert into stored_event (org_id, container_number, boot_number, event_number, kind, occurred_at)
      select ${town.orgId}, container_number_of(${town.orgId}, t.id, null, null), ${hour}, t.n, 'access_denied', ${at}
      from unnest(${denied}::uuid[]) with ordinality t (id, n)`.execute(tx);
  });
  return readings.length;
}

interface FoundIncident {
  readonly id: string;
  readonly condition: AlertCondition;
  readonly island_id: string;
  readonly state: string;
  readonly opened_at: Date;
  readonly deliveries: number;
}

/** The incidents of a town, against its plan. */
export async function ledgerOf({ faults, islands, roundMinutes }: Plan, town: ScriptedTown) {
  const { rows } = await asSystem((tx) =>
    sql<FoundIncident>`
      select i.id, i.condition, i.island_id, i.state, i.opened_at,
        (select count(*)::int from alert_delivery d where d.incident_id = i.id) as deliveries
      from incident i where i.org_id = ${town.orgId} order by i.opened_at`.execute(tx),
  );
  const [flappingIsland] = town.islands[islands - 1] ?? [''];
  const flapping = rows.filter(({ island_id, condition }) => island_id === flappingIsland && condition === 'level');
  const matching = faults.map(({ condition, island, ...fault }) => {
    const opens = holdsFrom({ condition, island, ...fault });
    return rows.filter(
      (row) =>
        row.condition === condition &&
        row.island_id === town.islands[island]?.[0] &&
        row.opened_at >= momentAt(opens) &&
        row.opened_at <= momentAt(opens + roundMinutes),
    );
  });
  const gaps = flapping
    .slice(1)
    .map((row, index) => row.opened_at.getTime() - (flapping[index]?.opened_at.getTime() ?? 0));
  return {
    ids: rows.map(({ id }) => id),
    missed: matching.filter(({ length }) => length === 0).length,
    twice: matching.filter(({ length }) => length > 1).length,
    beside: rows.length - flapping.length - matching.flat().length,
    flapping: flapping.length,
    /** Hours between two incidents of the sensor that flaps, the least. */
    flappingGap: Math.min(...gaps) / 3_600_000,
    unresolved: rows.filter(({ state, island_id }) => state !== 'resolved' && island_id !== flappingIsland).length,
    /** Incidents that are not told by one e-mail and one webhook. */
    toldOtherwise: rows.filter(({ deliveries }) => deliveries !== 2).length,
  };
}

/** What a ledger is when nothing is wrong. */
export const faultless = { missed: 0, twice: 0, beside: 0, unresolved: 0, toldOtherwise: 0 };
