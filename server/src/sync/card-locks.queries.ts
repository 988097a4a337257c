import { sql } from 'kysely';
import { findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { prepared } from '../database/connection/prepared.ts';
import type { LockBehind, LockCount } from './card-locks.schema.ts';
import { onLockState } from './sync-state.queries.ts';

/** How far the last change of a card has come. */
export interface CardOnLocks {
  readonly cardId: string;
  readonly changedAt: Date;
  /** Locks that were to take the card out, or to turn it away. */
  readonly removing: LockCount;
  /** Locks that were to let the card in. */
  readonly admitting: LockCount;
}

/**
 * What the lock of a container may still have of a card, though the list of its group says nothing of it: the list of a group that
 * the container left, until the lock has confirmed the new one; and the serial of an erased card, by which it would know the card.
 */
const leftover = (cardIds: readonly string[]) => sql`
  select distinct on (card_id, org_id, container_id) * from (
    select c.id as card_id, k.org_id, k.id as container_id, k.container_group_id, k.serial_number_key, k.card_capacity,
      greatest(g.changed_at, case when k.is_former then s.due_since end) as changed_at, ${onLockState} as state,
      s.due_since, s.asked_at, s.failure
    from card c
    join card t on t.org_id = c.org_id and t.serial_number = c.serial_number
    join card_grant g on g.org_id = t.org_id and g.card_id = t.id
    cross join lateral (
      select m.org_id, m.id, m.container_group_id, m.serial_number_key, m.card_capacity, true as is_former
      from former_list f
      join container m on m.org_id = f.org_id and m.id = f.container_id
      where f.org_id = g.org_id and f.container_group_id = g.container_group_id
        and (g.action = 'admit' or g.version > f.version)
      union all
      select o.org_id, o.id, o.container_group_id, o.serial_number_key, o.card_capacity, false
      from container o
      where t.id <> c.id and o.org_id = g.org_id and o.container_group_id = g.container_group_id) k
    left join container_sync s on s.org_id = k.org_id and s.container_id = k.id
    where c.id = any(${cardIds}::uuid[]) and not exists (
      select from card_grant own
      where own.org_id = k.org_id and own.container_group_id = k.container_group_id and own.card_id = c.id)) x
  where x.state <> 'current'
  order by card_id, org_id, container_id, changed_at desc`;

/**
 * The locks that the last change of these cards concerns: all of the lists that it changed, and those that have not confirmed
 * an older one, be it that they confirmed none at all. What a card was taken off long ago, and every lock knows, is no part of it.
 */
const concerned = (cardIds: readonly string[]) => sql`(
  select e.*, case when l.admitted > e.card_capacity then 'over_capacity' else e.failure end as failing
  from (
    select own.*, greatest(own.changed_at, own.due_since) as since,
      coalesce(max(own.changed_at) filter (where own.is_listed) over cards, max(own.changed_at) over cards) as last_change
    from (
      select g.card_id, k.org_id, k.id as container_id, k.container_group_id, k.serial_number_key, k.card_capacity,
        g.changed_at, ${onLockState} as state, s.due_since, s.asked_at, s.failure,
        g.action = 'admit' as admits, true as is_listed
      from card c
      join card_grant g on g.org_id = c.org_id and g.card_id = c.id
      join container k on k.org_id = g.org_id and k.container_group_id = g.container_group_id
      left join container_sync s on s.org_id = k.org_id and s.container_id = k.id
      where c.id = any(${cardIds}::uuid[])
      union all
      select r.*, false, false from (${leftover(cardIds)}) r) own
    window cards as (partition by own.card_id)) e
  left join grant_list l on l.org_id = e.org_id and l.container_group_id = e.container_group_id
  where e.changed_at = e.last_change or e.state <> 'current')`;

interface Counts {
  card_id: string;
  changed_at: Date;
  removing: number;
  removed: number;
  admitting: number;
  admitted: number;
}

/** How far the last change of each card has come, by card; a card that never was on a list is left out. */
export async function findCardsOnLocks(tx: Tx, cardIds: readonly string[]): Promise<Map<string, CardOnLocks>> {
  const rows = await findRows<Counts>(tx)`${prepared}
    select e.card_id, max(e.last_change) as changed_at,
      (count(*) filter (where not e.admits))::int as removing,
      (count(*) filter (where not e.admits and e.state = 'current'))::int as removed,
      (count(*) filter (where e.admits))::int as admitting,
      (count(*) filter (where e.admits and e.state = 'current'))::int as admitted
    from ${concerned(cardIds)} e group by e.card_id`;
  return new Map(
    rows.map((row) => [
      row.card_id,
      {
        cardId: row.card_id,
        changedAt: row.changed_at,
        removing: { total: row.removing, confirmed: row.removed },
        admitting: { total: row.admitting, confirmed: row.admitted },
      },
    ]),
  );
}

/** The locks that have not confirmed the last change of a card, those silent for longest first; at most `most`. */
export async function listLocksBehind(tx: Tx, cardId: string, most: number): Promise<Omit<LockBehind, 'label'>[]> {
  return findRows<Omit<LockBehind, 'label'>>(tx)`${prepared}
    select e.container_id as "containerId", e.state, e.admits, e.since, e.asked_at as "askedAt", h.heard_at as "heardAt",
      coalesce(h.heard_at < now() - make_interval(hours => o.silence_warning_hours), false) as "isSilent",
      e.failing as failure
    from ${concerned([cardId])} e
    join org_settings o on o.org_id = e.org_id
    left join container_status_summary h on h.org_id = e.org_id and h.container_id = e.container_id
    where e.state <> 'current'
    order by h.heard_at nulls last, e.serial_number_key, e.container_id limit ${most}`;
}
