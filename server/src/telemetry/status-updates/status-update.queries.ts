import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { StatusLevel, StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { execute, findRow, findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { isOfKeptTime } from '../receiving/receipt.queries.ts';
import type { IncomingMessage } from '../receiving/record-messages.ts';

/** A status update of a lock as it is written: checked, its time decided. */
export interface IncomingUpdate extends IncomingMessage {
  readonly kind: StatusUpdateKind;
  readonly value: string | null;
  /** Null for the one that follows from the value. */
  readonly level: StatusLevel | null;
}

const column = <Value>(updates: readonly IncomingUpdate[], pick: (update: IncomingUpdate) => Value) =>
  updates.map(pick);

const rowsOf = (updates: readonly IncomingUpdate[]) => sql`
  unnest(
    ${updates.map((_, index) => index)}::int[], ${column(updates, (u) => u.orgId)}::uuid[],
    ${column(updates, (u) => u.containerId)}::uuid[], ${column(updates, (u) => u.bootNumber)}::int[],
    ${column(updates, (u) => u.number)}::int8[], ${column(updates, (u) => u.kind)}::text[],
    ${column(updates, (u) => u.occurredAt)}::timestamptz[], ${column(updates, (u) => u.deviceAt)}::timestamptz[],
    ${column(updates, (u) => u.clockCorrected)}::bool[], ${column(updates, (u) => u.value)}::text[],
    ${column(updates, (u) => u.level)}::text[])
    as i (index, org_id, container_id, boot_number, update_number, kind, occurred_at, device_at, clock_corrected, value,
      level)`;

/** What an update of `f` comes to by the thresholds `o` of its org (domain.md, "Status updates"). */
const derivedLevel = sql`case
  when f.kind = 'battery_life_pct' then case
    when f.value::numeric <= o.battery_error_pct then 'error'
    when f.value::numeric <= o.battery_warning_pct then 'warning' else 'ok' end
  when f.kind = 'fill_level_pct' then case
    when f.value::numeric >= o.fill_error_pct then 'error'
    when f.value::numeric >= o.fill_warning_pct then 'warning' else 'ok' end
  when f.kind = 'sync' then 'ok'
  else 'info' end`;

/** Whether an update `u` was told by a lock, and not by somebody who stood before it: by its number, or as what it acknowledged. */
export const saidByLock = (u: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${u}.update_number`)} is not null or ${sql.ref(`${u}.acknowledged`)})`;

/** Whether an update `u` may be its container's status: what list a lock has, it says itself. */
export const isOfStatus = (u: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${u}.kind`)} <> 'sync' or ${saidByLock(u)})`;

/**
 * Stores what the query `fresh` gives, and makes the newest of each kind the container's status; what is older than that goes
 * to history only, and so does a `sync` that somebody wrote. Since when it is told so, a trigger finds where it is new. To be called with the containers' summaries
 * locked (`noteLastSeen`).
 */
const stored = (fresh: RawBuilder<unknown>) => sql`
  stored as (
    insert into status_update (org_id, container_id, kind, level, value, note, occurred_at, device_at, clock_corrected,
      boot_number, update_number, actor, acknowledged)
    select f.org_id, f.container_id, f.kind, coalesce(f.level, ${derivedLevel}), f.value, f.note, f.occurred_at,
      f.device_at, f.clock_corrected, f.boot_number, f.update_number, f.actor, f.acknowledged
    from (${fresh}) f
    join org_settings o on o.org_id = f.org_id
    order by f.index -- of what is of one moment, what was told last has the highest number
    returning *),
  newest as (
    insert into container_status as s (org_id, container_id, kind, level, value, occurred_at, status_update_id)
    select distinct on (org_id, container_id, kind) org_id, container_id, kind, level, value, occurred_at, id
    from stored where ${isOfStatus('stored')}
    order by org_id, container_id, kind, occurred_at desc, id desc
    on conflict (org_id, container_id, kind) do update set level = excluded.level, value = excluded.value,
      occurred_at = excluded.occurred_at, status_update_id = excluded.status_update_id,
      since = case when excluded.level = s.level then s.since end
    where (excluded.occurred_at, excluded.status_update_id) > (s.occurred_at, s.status_update_id)
    returning 1)`;

/** Stores updates that have not arrived before; to be called with their receipts noted. */
export const insertUpdates = (tx: Tx, updates: readonly IncomingUpdate[]): Promise<void> => execute(tx)`
  with ${stored(sql`select *, null as note, null as actor, false as acknowledged from ${rowsOf(updates)}`)}
  select count(*) from newest`;

/**
 * Puts aside those of `updates`, all of whose numbers have arrived, that say something else than the update that is kept. One
 * that is forgotten contradicts none of its time (`isOfKeptTime`).
 *
 * @returns those that do.
 */
export async function quarantineUpdates(tx: Tx, updates: readonly IncomingUpdate[]): Promise<Set<IncomingUpdate>> {
  const rows = await findRows<{ index: number }>(tx)`
    with contradicting as (
      select i.* from ${rowsOf(updates)}
      left join status_update u on u.org_id = i.org_id and u.container_id = i.container_id and u.boot_number = i.boot_number
        and u.update_number = i.update_number
      where case when u.id is not null
        then (u.kind, u.device_at, u.value) is distinct from (i.kind, i.device_at, i.value) or u.level <> i.level
        else ${isOfKeptTime(sql`i`)} end),
    put as (
      insert into status_update_set_aside (org_id, container_id, boot_number, update_number, kind, level, value, device_at)
      select distinct on (container_id, boot_number, update_number, kind, level, value, device_at)
        org_id, container_id, boot_number, update_number, kind, level, value, device_at
      from contradicting
      on conflict do nothing
      returning 1)
    select index from contradicting, (select count(*) from put) p`;
  return new Set(rows.flatMap(({ index }) => updates[index] ?? []));
}

/** A status update that somebody made, as it is written. */
export interface OwnUpdate {
  readonly kind: StatusUpdateKind;
  readonly value: string | null;
  readonly level: StatusLevel | null;
  readonly occurredAt: Date;
  readonly note: string | null;
  readonly actor: string;
  /** Set where a lock has said so, by its gateway. */
  readonly acknowledged?: true;
}

/**
 * The update in which the same person has said the same of a container and of the same moment, if it is the last that they have said of
 * it: what was corrected since is said anew. To be called with the container's summary locked (`noteLastSeen`), so that one
 * that is being said meanwhile is found. Undefined when it is not what was said last.
 */
export const findOwnUpdate = (
  tx: Tx,
  container: Pick<Row<'container'>, 'org_id' | 'id'>,
  { kind, value, level, occurredAt, note, actor }: OwnUpdate,
): Promise<Row<'status_update'> | undefined> => findRow<Row<'status_update'>>(tx)`
  select u.* from (
    select * from status_update u
    where u.org_id = ${container.org_id} and u.container_id = ${container.id} and u.kind = ${kind}
      and u.occurred_at = ${occurredAt} and u.actor = ${actor}
    order by u.id desc limit 1) u
  join org_settings o on o.org_id = u.org_id
  cross join (select ${kind}::text as kind, ${value}::text as value) f
  where (u.value, u.note) is not distinct from (f.value, ${note}::text)
    and u.level = coalesce(${level}::text, ${derivedLevel})`;

/** Stores what somebody says of a container. */
export async function insertOwnUpdate(
  tx: Tx,
  container: Pick<Row<'container'>, 'org_id' | 'id'>,
  update: OwnUpdate,
): Promise<Row<'status_update'>> {
  const [row] = await insertOwnUpdates(tx, [{ container, ...update }]);
  if (!row) {
    throw new Error('A status update was not stored');
  }
  return row;
}

/** Stores what somebody says of containers; to be called with their summaries locked (`noteLastSeen`). */
export async function insertOwnUpdates(
  tx: Tx,
  updates: readonly (OwnUpdate & { readonly container: Pick<Row<'container'>, 'org_id' | 'id'> })[],
): Promise<Row<'status_update'>[]> {
  const each = <Value>(pick: (update: (typeof updates)[number], index: number) => Value) => updates.map(pick);
  const fresh = sql`
    select u.*, null::timestamptz as device_at, false as clock_corrected, null::int as boot_number,
      null::int8 as update_number
    from unnest(${each((_u, index) => index)}::int[], ${each((u) => u.container.org_id)}::uuid[], ${each((u) => u.container.id)}::uuid[],
      ${each((u) => u.kind)}::text[], ${each((u) => u.value)}::text[], ${each((u) => u.level)}::text[],
      ${each((u) => u.note)}::text[], ${each((u) => u.occurredAt)}::timestamptz[], ${each((u) => u.actor)}::text[],
      ${each((u) => u.acknowledged ?? false)}::bool[])
      as u (index, org_id, container_id, kind, value, level, note, occurred_at, actor, acknowledged)`;
  return findRows<Row<'status_update'>>(tx)`
    with ${stored(fresh)} select stored.* from stored, (select count(*) from newest) w`;
}

/** Minutes in which a second word of an emptying is of the same one: the lock's, or a colleague's who marked it too. */
export const sameEmptyingMinutes = 60;

/** Whether update `one` of an emptying is from before `other`, by less than what parts two emptyings. */
const shortlyBefore = (one: string, other: string): RawBuilder<SqlBool> => {
  const [earlier, later] = [sql.ref(one), sql.ref(other)];
  return sql<SqlBool>`${earlier}.org_id = ${later}.org_id and ${earlier}.container_id = ${later}.container_id
    and ${earlier}.kind = ${later}.kind
    and ${earlier}.occurred_at > ${later}.occurred_at - make_interval(mins => ${sql.lit(sameEmptyingMinutes)})
    and (${earlier}.occurred_at, ${earlier}.id) < (${later}.occurred_at, ${later}.id)`;
};

/**
 * Whether an update `u` says once more that the container was emptied: the lock and people tell of one emptying within the hour, in whichever
 * order it comes to us. What a lock says twice, it has seen twice: it repeats somebody whose word begins an emptying, and of which it has
 * not told since.
 */
export const repeatsEmptying: RawBuilder<SqlBool> = sql`(u.kind = 'emptying_detected' and exists (
  select from status_update said
  where ${shortlyBefore('said', 'u')} and (u.actor is not null or (said.actor is not null
    and not exists (select from status_update before where ${shortlyBefore('before', 'said')})
    and not exists (
      select from status_update since
      where ${shortlyBefore('since', 'u')} and since.actor is null and (since.occurred_at, since.id) > (said.occurred_at, said.id))))))`;
