import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { keysetPage, type Page, type PageArgs } from '../../records/page.ts';
import type { Row } from '../../database/tables.ts';
import { peopleMatching, peopleOrder, type PeopleFilter } from '../people.ts';

/** An account that belongs to an org or a manager; `subject` is null until its owner first signs in. */
export type MemberRow = Pick<Row<'account'>, 'id' | 'email' | 'name' | 'last_seen_at' | 'subject'>;

/** Which members: those of an org, or of a manager. The caller has the record, so it may read its members. */
export type Membership = { readonly orgId: string } | { readonly managerId: string };

const of = (membership: Membership) =>
  'orgId' in membership
    ? sql`org_member m where m.org_id = ${membership.orgId}`
    : sql`manager_member m where m.manager_id = ${membership.managerId}`;

/**
 * The members as they are shown: what an account says of somebody beside the address, whoever adds them by it is told only when
 * they have been here as a member. Anybody can be added, and would otherwise be looked up so.
 */
const members = (membership: Membership) => sql`(
  select a.id, a.email, a.subject,
    case when a.last_seen_at >= m.since then a.name else '' end as name,
    case when a.last_seen_at >= m.since then a.last_seen_at end as last_seen_at
  from account a join (select m.account_id, m.since from ${of(membership)}) m on m.account_id = a.id) r`;

/** One page of members by name, as far as the transaction's scope reaches. */
export async function listMembers(
  tx: Tx,
  membership: Membership,
  filter: PeopleFilter | null | undefined,
  args: PageArgs,
): Promise<Page<MemberRow>> {
  const page = keysetPage<MemberRow>(args, peopleOrder);
  const { rows } = await sql<MemberRow & { page_cursor: string[] }>`
    select r.*, ${page.cursorColumns} from ${members(membership)}
    where ${peopleMatching(filter)} and ${page.where}
    ${page.orderAndLimit}`.execute(tx);
  return page.toPage(rows);
}

/** How many members there are in all. */
export async function countMembers(
  tx: Tx,
  membership: Membership,
  filter: PeopleFilter | null | undefined,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${members(membership)} where ${peopleMatching(filter)}`.execute(tx);
  return rows[0]?.count ?? 0;
}
