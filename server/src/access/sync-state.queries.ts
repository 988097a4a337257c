import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

export type SyncFailure = 'failed' | 'over_capacity' | 'checksum';

/** How far a container's lock is with its list. Versions are decimal numbers; 0 is the empty list. */
export interface SyncState {
  readonly containerId: string;
  readonly wantedVersion: string;
  /** Null: none that we know of. */
  readonly appliedVersion: string | null;
  readonly appliedAt: Date | null;
  /** When the lock last asked for its list. */
  readonly askedAt: Date | null;
  /** Cards whose entries the lock does not have yet. */
  readonly waitingCards: number;
  /** Since when the first of them waits. */
  readonly waitingSince: Date | null;
  /** Cards by which the list exceeds what the lock can hold; 0 when it fits. */
  readonly overBy: number;
  readonly failure: SyncFailure | null;
  readonly failureReason: string | null;
  readonly failedAt: Date | null;
}

/** What a lock goes on from; null when it gets the whole list. */
const ground = sql`(case when not s.restart then s.applied_version end)`;

/** How far the locks of these containers are, by container. */
export async function findSyncStates(tx: Tx, containerIds: readonly string[]): Promise<Map<string, SyncState>> {
  const { rows } = await sql<SyncState>`
    select k.id as "containerId", coalesce(l.version, 0)::text as "wantedVersion",
      s.applied_version::text as "appliedVersion", s.applied_at as "appliedAt", s.asked_at as "askedAt",
      w.count as "waitingCards", case when w.count > 0 then greatest(w.since, s.due_since) end as "waitingSince",
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
        and g.version > coalesce(${ground}, 0) and (g.action = 'admit' or ${ground} is not null)) w
    where k.id = any(${containerIds}::uuid[])`.execute(tx);
  return new Map(rows.map((state) => [state.containerId, state]));
}

/** What a lock believes of one card. */
export interface OnLock {
  /** The version the lock has applied; null for none that we know of. */
  readonly version: string | null;
  /** Whether that version has the last change of the card. */
  readonly current: boolean;
  /** Since when the change waits for the lock; null when it is there. */
  readonly waitingSince: Date | null;
  readonly askedAt: Date | null;
  readonly failure: SyncFailure | null;
}

/** What the lock of a container believes of a card: what it has been told of it, not what is so. */
export async function findOnLock(tx: Tx, cardId: string, containerId: string): Promise<OnLock | undefined> {
  const { rows } = await sql<OnLock>`
    select s.applied_version::text as version, s.asked_at as "askedAt", d.current,
      case when not d.current then greatest(g.changed_at, s.due_since) end as "waitingSince",
      case when l.admitted > k.card_capacity then 'over_capacity' else s.failure end as failure
    from container k
    left join container_sync s on s.org_id = k.org_id and s.container_id = k.id
    left join grant_list l on l.org_id = k.org_id and l.container_group_id = k.container_group_id
    left join card_grant g
      on g.org_id = k.org_id and g.container_group_id = k.container_group_id and g.card_id = ${cardId}
    cross join lateral (
      -- A lock that begins anew is told of admissions only: it knows all about a card that is none of them.
      select g.version is null or coalesce(g.version <= ${ground}, false)
        or (s.applied_version is null and g.action <> 'admit') as current) d
    where k.id = ${containerId}`.execute(tx);
  return rows[0];
}
