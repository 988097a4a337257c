import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Minutes in which a second word of an emptying is of the same one: the lock's, or a colleague's who marked it too. */
export const sameEmptyingMinutes = 60;

/**
 * Whether an update `u` says once more that the container was emptied: the lock and people tell of one emptying within the hour, in whichever
 * order it comes to us. What a lock says twice, it has seen twice.
 */
export const repeatsEmptying: RawBuilder<SqlBool> = sql`(u.kind = 'emptying_detected' and exists (
  select from status_update before
  where before.org_id = u.org_id and before.container_id = u.container_id and before.kind = u.kind
    and before.occurred_at > u.occurred_at - make_interval(mins => ${sql.lit(sameEmptyingMinutes)})
    and (before.occurred_at, before.id) < (u.occurred_at, u.id) and num_nonnulls(before.actor, u.actor) > 0))`;
