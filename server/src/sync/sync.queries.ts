import { sql, type SqlBool } from 'kysely';
import type { Position } from '../access/list-version.ts';
import { countWritten, execute, findRow, findRows, hasRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { asAverageOrg } from '../database/connection/planning.ts';
import { prepared } from '../database/connection/prepared.ts';
import { inScope, uuidOf } from '../records/record.ts';
import type { Scope } from '../database/scope.ts';
import { containers } from '../registry/containers/container.queries.ts';
import { ListContent, ListContents, type ListChange } from './list-content.ts';
import type { SyncFailure } from './sync-state.queries.ts';
import type { CardToSync } from './sync.schema.ts';

/** A container's list, and what is known of the copy its lock has. Versions are decimal numbers; 0 is the empty list. */
export interface ListState {
  readonly orgId: string;
  readonly containerId: string;
  readonly containerGroupId: string;
  readonly cardCapacity: number;
  /** The newest version. */
  readonly version: string;
  /** Cards that it admits. */
  readonly admitted: number;
  /** What left the list up to this version is forgotten. */
  readonly forgotten: string;
  readonly appliedVersion: string | null;
  readonly failure: SyncFailure | null;
  /** The lock's copy is known to be wrong: only a whole list mends it. */
  readonly restart: boolean;
  /** When the container came to its group, to the microsecond: what is known of its lock's copy is known since then. */
  readonly dueSince: string | null;
  /** It was noted less than a minute ago that its lock was seen. */
  readonly seenThisMinute: boolean;
}

/** The list of a container in scope; undefined for any other. */
export async function findListState(tx: Tx, scope: Scope, containerId: string): Promise<ListState | undefined> {
  return findRow<ListState>(tx)`${prepared}
    select r.org_id as "orgId", r.id as "containerId", r.container_group_id as "containerGroupId",
      r.card_capacity as "cardCapacity", coalesce(l.version, 0)::text as version, coalesce(l.admitted, 0) as admitted,
      coalesce(l.forgotten, 0)::text as forgotten,
      s.applied_version::text as "appliedVersion", s.failure, coalesce(s.restart, false) as restart,
      s.due_since::text as "dueSince", coalesce(n.heard_at > now() - interval '1 minute', false) as "seenThisMinute"
    from container r
    left join grant_list l on l.org_id = r.org_id and l.container_group_id = r.container_group_id
    left join container_sync s on s.org_id = r.org_id and s.container_id = r.id
    left join container_status_summary n on n.org_id = r.org_id and n.container_id = r.id
    where r.id = ${uuidOf(containerId)} and ${inScope(containers, scope)}`;
}

export interface Entry extends CardToSync {
  /** Refusals come first: whoever may not enter any more waits for nobody. */
  readonly rank: number;
  readonly version: string;
}

const rank = sql`(case g.action when 'admit' then 1 else 0 end)`;

/**
 * Entries of a list that changed behind `base`, up to `target`, refusals first; one more than `count` if there are more.
 * What left the list and came back under another card of the same serial is given as the admission it ended with.
 */
export async function listEntries(
  tx: Tx,
  { orgId, containerGroupId }: ListState,
  { base, target, last }: Position,
  count: number,
): Promise<Entry[]> {
  const changed = base === null ? sql<SqlBool>`g.action = 'admit'` : sql<SqlBool>`g.version > ${base}::int8`;
  const after = last
    ? sql<SqlBool>`(${rank}, g.version, g.serial_number) > (${last.rank}, ${last.version}::int8, ${last.serialNumber})`
    : sql<SqlBool>`true`;
  return findRows<Entry>(tx)`${prepared}
    select g.serial_number as "serialNumber", g.action, ${rank} as rank, g.version::text as version
    from card_grant g
    where g.org_id = ${asAverageOrg(orgId)} and g.container_group_id = ${containerGroupId} and g.version <= ${target}::int8
      and ${changed} and ${after}
      and (g.action = 'admit' or not exists (
        select from card_grant o
        where o.org_id = g.org_id and o.container_group_id = g.container_group_id
          and o.serial_number = g.serial_number and o.action = 'admit'))
    order by ${rank}, g.version, g.serial_number
    limit ${count + 1}`;
}

export interface Offer {
  readonly checksum: string;
  readonly admitted: number;
}

const contents = new ListContents();

/**
 * What the newest version of a list is, with its checksum: as it was offered before, or worked out now and not kept yet. To be
 * read in the same snapshot as the list's state, or it would be of another version.
 */
export async function readNewest(tx: Tx, state: ListState): Promise<Offer & { isNew: boolean }> {
  const { orgId, containerGroupId, version } = state;
  const kept = await findRow<Offer>(tx)`${prepared}
    select checksum, admitted from grant_offer
    where org_id = ${asAverageOrg(orgId)} and container_group_id = ${containerGroupId} and version = ${version}::int8`;
  if (kept) {
    return { ...kept, isNew: false };
  }
  const { checksum, size: admitted } = await readContent(tx, state);
  return { checksum, admitted, isNew: true };
}

/**
 * What the newest version admits: what is held of the list, with what changed since; or read anew. Changes that we no longer
 * know, because they are forgotten or the group began anew, can only be cards that left: then the list is too long. In a database that
 * came back from an earlier moment the version may have been another list since: then it was not offered as what is held.
 */
async function readContent(tx: Tx, state: ListState): Promise<ListContent> {
  const { containerGroupId, version, admitted } = state;
  const held = contents.find(containerGroupId);
  const base = held?.version;
  if (held && base && BigInt(base) <= BigInt(version) && (await wasOffered(tx, state, held))) {
    const changes = await listChanges(tx, state, base);
    // Others may have moved it on meanwhile.
    if (held.version === base && contents.find(containerGroupId) === held) {
      contents.drop(containerGroupId);
      held.moveOn(version, changes);
      if (held.size === admitted) {
        contents.put(containerGroupId, held);
        return held;
      }
    }
  }
  const content = new ListContent(version, await listChanges(tx, state, null));
  contents.put(containerGroupId, content);
  return content;
}

/** Whether the version of a list that is held here was offered to its locks as what is held of it. */
async function wasOffered(tx: Tx, { orgId, containerGroupId }: ListState, { version, checksum }: ListContent) {
  const row = await findRow<{ checksum: string }>(tx)`${prepared}
    select checksum from grant_offer
    where org_id = ${asAverageOrg(orgId)} and container_group_id = ${containerGroupId} and version = ${version}::int8`;
  return row?.checksum === checksum;
}

/** The entries that changed behind a version, or all that admit. */
async function listChanges(tx: Tx, { orgId, containerGroupId }: ListState, base: string | null): Promise<ListChange[]> {
  return findRows<ListChange>(tx)`${prepared}
    select card_id as "cardId", serial_number as "serialNumber", action = 'admit' as admits
    from card_grant
    where org_id = ${asAverageOrg(orgId)} and container_group_id = ${containerGroupId}
      and ${base === null ? sql<SqlBool>`action = 'admit'` : sql<SqlBool>`version > ${base}::int8`}`;
}

/** Keeps what a version was: a lock that later names it is known by it. */
export const keepOffer = (
  tx: Tx,
  { orgId, containerGroupId, version }: ListState,
  { checksum, admitted }: Offer,
): Promise<void> => execute(tx)`${prepared}
  insert into grant_offer (org_id, container_group_id, version, checksum, admitted)
  values (${orgId}, ${containerGroupId}, ${version}, ${checksum}, ${admitted})
  on conflict do nothing`;

/**
 * What a version of a list was when it was offered; undefined for one that never was, belongs to another group, or is so old
 * that what has left the list since is forgotten.
 */
export const findOffer = (
  tx: Tx,
  { orgId, containerGroupId, forgotten }: ListState,
  version: string,
): Promise<Offer | undefined> => findRow<Offer>(tx)`${prepared}
  select checksum, admitted from grant_offer
  where org_id = ${asAverageOrg(orgId)} and container_group_id = ${containerGroupId} and version = ${version}::int8
    and version >= ${forgotten}::int8`;

/** What a lock has told of its copy; what is absent stays as it is. */
export interface SyncNews {
  readonly appliedVersion?: string | null;
  readonly failure?: SyncFailure | null;
  readonly failureReason?: string | null;
  readonly restart?: boolean;
  /** The lock has asked, and may go on from this version. */
  readonly baseVersion?: string;
}

/**
 * Keeps what a lock has told of its copy of the list.
 *
 * @returns false, and nothing is kept, if the container has come to another group since `state` was read: it was of the list there.
 */
export async function noteSync(tx: Tx, state: ListState, news: SyncNews): Promise<boolean> {
  const assignments = [
    ...('appliedVersion' in news
      ? [sql`applied_version = ${news.appliedVersion}::int8`, sql`applied_at = moment()`]
      : []),
    ...('failure' in news
      ? [
          sql`failure = ${news.failure}`,
          sql`failure_reason = ${news.failureReason ?? null}`,
          sql`failed_at = ${news.failure ? sql`moment()` : null}`,
        ]
      : []),
    ...('restart' in news ? [sql`restart = ${news.restart}`] : []),
    ...(news.baseVersion === undefined ? [] : [sql`ground = ${news.baseVersion}::int8`, sql`asked_at = moment()`]),
  ];
  const changed = await countWritten(tx)`${prepared}
    update container_sync set ${sql.join(assignments)}
    where org_id = ${state.orgId} and container_id = ${state.containerId}
      and due_since is not distinct from ${state.dueSince}::timestamptz`;
  return changed === 1;
}

/** Whether the container's `sync` status is an error, told within half the time after which it is no longer believed. */
export const isToldLately = (tx: Tx, { orgId, containerId }: ListState): Promise<boolean> => hasRow(tx)`${prepared}
  select from container_status c join org_settings o on o.org_id = c.org_id
  where c.org_id = ${orgId} and c.container_id = ${containerId} and c.kind = 'sync' and c.level = 'error'
    and c.occurred_at > now() - make_interval(hours => o.silence_warning_hours) / 2`;

/** Ends what no lock of the group goes on from any more; some of it, if it is much. */
export const forgetOld = (tx: Tx, { orgId, containerGroupId }: ListState): Promise<void> =>
  execute(tx)`${prepared} select forget_old(${orgId}, ${containerGroupId})`;
