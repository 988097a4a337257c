import { sql } from 'kysely';
import { findRow, findRows, getRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { OnLock } from './on-lock.schema.ts';

export type SyncFailure = 'failed' | 'over_capacity' | 'checksum';

/** How far a container's lock is with its list. Versions are decimal numbers; 0 is the empty list. */
export interface SyncState {
  readonly containerId: string;
  readonly wantedVersion: string;
  /** Null: none that we know of. */
  readonly appliedVersion: string | null;
  readonly appliedAt: Date | null;
  /** What it has applied is not believed: it turned out wrong, or the database came back from an earlier moment. */
  readonly isDoubted: boolean;
  /** When the lock last asked for its list. */
  readonly askedAt: Date | null;
  /** Cards whose entries the lock does not have yet. */
  readonly waitingCards: number;
  /** Since when the first of them waits: of a lock of which nothing is known any more, not since before it last was. */
  readonly waitingSince: Date | null;
  /** Cards by which the list exceeds what the lock can hold; 0 when it fits. */
  readonly overBy: number;
  readonly failure: SyncFailure | null;
  readonly failureReason: string | null;
  readonly failedAt: Date | null;
}

/**
 * What the lock of a `container_sync` row `s` is known to hold; null when it has confirmed no list, or its copy was not what it
 * was given: then nothing is known of any card in it.
 */
const baseVersion = sql`(case when not s.restart then s.applied_version end)`;

/** How far the locks of these containers are, by container. */
export async function findSyncStates(tx: Tx, containerIds: readonly string[]): Promise<Map<string, SyncState>> {
  const rows = await findRows<SyncState>(tx)`
    select k.id as "containerId", coalesce(l.version, 0)::text as "wantedVersion",
      s.applied_version::text as "appliedVersion", s.applied_at as "appliedAt", s.asked_at as "askedAt",
      coalesce(s.restart, false) as "isDoubted",
      w.count as "waitingCards",
      case when w.count > 0 then greatest(w.since, s.due_since, case when ${baseVersion} is null then s.applied_at end) end
        as "waitingSince",
      greatest(coalesce(l.admitted, 0) - k.card_capacity, 0) as "overBy",
      case when l.admitted > k.card_capacity then 'over_capacity' else s.failure end as failure,
      s.failure_reason as "failureReason",
      coalesce(s.failed_at, case when l.admitted > k.card_capacity then l.changed_at end) as "failedAt"
    from container k
    left join grant_list l on l.org_id = k.org_id and l.container_group_id = k.container_group_id
    left join container_sync s on s.org_id = k.org_id and s.container_id = k.id
    cross join lateral (
      select count(*)::int as count, min(g.changed_at) as since from card_grant g
      where g.org_id = k.org_id and g.container_group_id = k.container_group_id
        and g.version > coalesce(${baseVersion}, 0) and (g.action = 'admit' or ${baseVersion} is not null)) w
    where k.id = any(${containerIds}::uuid[])`;
  return new Map(rows.map((state) => [state.containerId, state]));
}

/** How many locks hold the list that they should, in all orgs, and for how long the first of those behind has been waiting. */
export interface ListStaleness {
  readonly current: number;
  readonly behind: number;
  /** Of what they hold nobody knows. */
  readonly unknown: number;
  /** Since the first change that one of those behind does not have; 0 if there is none. */
  readonly oldestSeconds: number;
}

/**
 * Looks at every lock once, and at one entry of each list that a lock is behind with: within a list, who holds the oldest version has
 * waited longest, for the first change after it.
 *
 * @param tx - reaching everything.
 */
export const findListStaleness = (tx: Tx): Promise<ListStaleness> => getRow<ListStaleness>(tx)`
  with held as materialized (
    select k.org_id, k.container_group_id, ${baseVersion} as version
    from container k left join container_sync s on s.org_id = k.org_id and s.container_id = k.id),
  lists as materialized (
    select h.org_id, h.container_group_id, l.changed_at, min(h.version) as oldest,
      count(*) filter (where h.version is null) as unknown,
      count(*) filter (where h.version < coalesce(l.version, 0)) as behind,
      count(*) filter (where h.version >= coalesce(l.version, 0)) as current
    from held h
    left join grant_list l on l.org_id = h.org_id and l.container_group_id = h.container_group_id
    group by h.org_id, h.container_group_id, l.version, l.changed_at)
  select coalesce(sum(l.current), 0)::int as current, coalesce(sum(l.behind), 0)::int as behind,
    coalesce(sum(l.unknown), 0)::int as unknown,
    coalesce(extract(epoch from now() - min(coalesce(w.changed_at, l.changed_at)) filter (where l.behind > 0)), 0)::float8
      as "oldestSeconds"
  from lists l
  left join lateral (
    select g.changed_at from card_grant g
    where g.org_id = l.org_id and g.container_group_id = l.container_group_id and g.version > l.oldest and l.behind > 0
    order by g.version limit 1) w on true`;

/**
 * `unknown`: the lock has confirmed no list, so that nobody can say what it holds. `waiting`: what it holds is from before the
 * last change of the card.
 */
export const onLockStates = ['current', 'waiting', 'unknown'] as const;
export type OnLockState = (typeof onLockStates)[number];

/** What the lock of `s` knows of the entry `g` of a card in its list; of no entry, whether it knows that there is none. */
export const onLockState = sql<OnLockState>`(case
  when ${baseVersion} is null then 'unknown' when g.version is null or g.version <= ${baseVersion} then 'current' else 'waiting' end)`;

/**
 * What the lock of a container believes of a card: what it has been told of it, not what is so. A card that was never on the list may be there
 * by its serial, which an erased card had.
 */
export async function findOnLock(tx: Tx, cardId: string, containerId: string): Promise<OnLock | undefined> {
  return findRow<OnLock>(tx)`
    select d.state, s.applied_version::text as version, s.asked_at as "askedAt", d.state = 'current' as current,
      case when d.state <> 'current' and g.version is not null then greatest(g.changed_at, s.due_since) end
        as "waitingSince",
      case when l.admitted > k.card_capacity then 'over_capacity' else s.failure end as failure
    from container k
    left join container_sync s on s.org_id = k.org_id and s.container_id = k.id
    left join grant_list l on l.org_id = k.org_id and l.container_group_id = k.container_group_id
    left join lateral (
      select g.version, g.changed_at from card c
      join card t on t.org_id = c.org_id and t.serial_number = c.serial_number
      join card_grant g on g.org_id = t.org_id and g.card_id = t.id
      where c.id = ${cardId} and g.org_id = k.org_id and g.container_group_id = k.container_group_id
      order by g.card_id = c.id desc, g.version desc limit 1) g on true
    cross join lateral (select ${onLockState} as state) d
    where k.id = ${containerId}`;
}
