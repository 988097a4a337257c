import { sql, type RawBuilder } from 'kysely';
import { execute, findMap } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';

const idOf = {
  org_member: sql`t.account_id::text`,
  manager_member: sql`t.manager_id || ' ' || t.account_id`,
} as const satisfies Record<string, RawBuilder<unknown>>;
export type MembershipTable = keyof typeof idOf;

export const isMembership = (table: string): table is MembershipTable => Object.hasOwn(idOf, table);

/** By what a membership is known, which has no number of its own: whose and where it is, and since when, in microseconds. */
export const knownMembership = (table: MembershipTable) => ({
  id: idOf[table],
  version: sql`(extract(epoch from t.since) * 1000000)::bigint`,
});

interface Made {
  readonly jobId: string;
  readonly orgId: string | null;
  readonly position: number;
  readonly kind: MembershipTable;
}

/**
 * Ends the memberships that an import made, and takes back the invitations that have not left; an account stays, as it does when a member
 * is removed by hand. Whoever was removed since and added again stays.
 */
export async function undoMembers(tx: Tx, { jobId, orgId, position, kind }: Made): Promise<void> {
  const { id, version } = knownMembership(kind);
  await execute(tx)`delete from member_invitation where job_id = ${jobId}`;
  await execute(tx)`
    insert into planned_undo (position, kind, change, id, row_id, reason)
    select ${position}, ${kind}, 'create', w.id, w.row_id, case when ${version} <> w.row_id then 'edited' end
    from (
      select u.id, u.row_id from import_change c, unnest(c.ids, c.row_ids) as u (id, row_id)
      where c.job_id = ${jobId} and c.position = ${position}) as w
    join ${sql.table(kind)} t on t.org_id = ${orgId} and ${id} = w.id`;
  await execute(tx)`
    delete from ${sql.table(kind)} t using planned_undo u
    where u.position = ${position} and u.reason is null and t.org_id = ${orgId} and ${id} = u.id`;
}

/** The addresses of members, by the ids of their memberships. */
export const findAddresses = (tx: Tx, ids: readonly string[]) => findMap<string>(tx)`
  select m.id, coalesce(a.email, '') from unnest(${[...ids]}::text[]) as m (id)
  join account a on a.id::text = split_part(m.id, ' ', -1)`;
