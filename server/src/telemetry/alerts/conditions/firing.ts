import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { findRows } from '../../../database/statements.ts';
import type { Tx } from '../../../database/database.ts';
import { isOfStatus } from '../../status-updates/status-update.queries.ts';
import type { AlertRuleRow } from '../alert-rule.queries.ts';

/** A condition in SQL: a query of `container_id` and `weight`; it holds for an island whose weights come to `least`. */
interface Firing {
  readonly query: RawBuilder<unknown>;
  readonly least: number;
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/**
 * Holds for a container whose newest reading `c` is bad, if it has been so since `from`: what was said last before was bad, and
 * nothing else came after. By the history, which late readings go into as well, so that it needs no memory of its own.
 *
 * @param isBad - of a reading, by its name in SQL.
 */
function hasLasted(isBad: (reading: RawBuilder<unknown>) => RawBuilder<unknown>, from: Date): RawBuilder<SqlBool> {
  const u = sql.ref('u');
  const ofSame = sql`u.org_id = c.org_id and u.container_id = c.container_id and u.kind = c.kind and ${isOfStatus('u')}`;
  return sql`coalesce((
      select ${isBad(u)} from status_update u where ${ofSame} and u.occurred_at <= ${from}
      order by u.occurred_at desc, u.id desc limit 1), false)
    and not exists (
      select from status_update u where ${ofSame} and u.occurred_at > ${from} and not ${isBad(u)})`;
}

const statuses = (
  orgId: string,
  kind: string,
  isBad: Parameters<typeof hasLasted>[0],
  lasting: RawBuilder<unknown>,
) => sql`
  select c.container_id, 1 as weight from container_status c
  where c.org_id = ${orgId} and c.kind = ${kind} and ${isBad(sql.ref('c'))} and ${lasting}`;

function levelFiring({ org_id, reading_kind, level, minutes }: AlertRuleRow, now: Date): Firing {
  const isBad = (reading: RawBuilder<unknown>) =>
    level === 'error' ? sql`${reading}.level = 'error'` : sql`${reading}.level in ('error', 'warning')`;
  const lasting = minutes === 0 ? sql`true` : hasLasted(isBad, minutesBefore(now, minutes));
  return { query: statuses(org_id, reading_kind ?? '', isBad, lasting), least: 1 };
}

function fillFiring({ org_id, threshold, minutes }: AlertRuleRow, now: Date): Firing {
  // Values of other kinds are texts that are no numbers; PostgreSQL may look at them before it looks at the kind.
  const isBad = (reading: RawBuilder<unknown>) =>
    sql`case when ${reading}.kind = 'fill_level_pct' then ${reading}.value::numeric >= ${threshold}::int end`;
  const lasting = minutes === 0 ? sql`true` : hasLasted(isBad, minutesBefore(now, minutes));
  return {
    query: sql`${statuses(org_id, 'fill_level_pct', isBad, lasting)} and c.container_id in (
      select k.id from container k where k.org_id = ${org_id} and k.fill_level_key >= ${threshold}::int)`,
    least: 1,
  };
}

/** Until its minutes are over since a server runs again, a lock is silent that was so when the last one ended: no other could be heard. */
function silenceFiring({ org_id, minutes, unwatched_from, unwatched_to }: AlertRuleRow, now: Date): Firing {
  const before = minutesBefore(now, minutes);
  const lastSeen =
    unwatched_from && unwatched_to && unwatched_to > before ? minutesBefore(unwatched_from, minutes) : before;
  return {
    query: sql`select s.container_id, 1 as weight from container_status_summary s
      where s.org_id = ${org_id} and s.heard_at <= ${lastSeen}`,
    least: 1,
  };
}

const refusalsFiring = ({ org_id, minutes, threshold }: AlertRuleRow, now: Date): Firing => ({
  query: sql`select e.container_id, count(*)::int as weight from card_event e
    where e.org_id = ${org_id} and e.occurred_at > ${minutesBefore(now, minutes)} and e.kind = 'access_denied'
      and e.container_id is not null
    group by 1`,
  least: threshold ?? 1,
});

const firings = { level: levelFiring, silence: silenceFiring, fill: fillFiring, refusals: refusalsFiring };

/**
 * Where a rule's condition holds at a moment. What it costs follows from how many containers are not well, of refusals from how many
 * events there were within its minutes; those that are well are not looked at.
 *
 * @param rule - of any condition but `unusual`, whose rules are looked at together (`findUnusual`).
 */
export async function findFiring(
  tx: Tx,
  rule: AlertRuleRow & { readonly condition: keyof typeof firings },
  now: Date,
): Promise<FiringIsland[]> {
  const { query, least } = firings[rule.condition](rule, now);
  return findRows<FiringIsland>(tx)`
    select coalesce(k.container_group_id, k.id) as "islandId", k.container_group_id as "containerGroupId",
      array_agg(k.id order by k.id) as "containerIds"
    from (${query}) f join container k on k.org_id = ${rule.org_id} and k.id = f.container_id
    group by 1, 2 having sum(f.weight) >= ${least}`;
}

/** A container group, or a container that stands in none, where a rule's condition holds. */
export interface FiringIsland {
  readonly islandId: string;
  readonly containerGroupId: string | null;
  /** Of which it holds, in order. */
  readonly containerIds: readonly string[];
  /** Of `unusual`: within the hour, and as many are usual; null where that is not to be told. */
  readonly openings?: number;
  readonly usualOpenings?: number | null;
}
