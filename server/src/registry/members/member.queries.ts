import { sql } from 'kysely';
import type { Row } from '../../database/tables.ts';
import { listOfPeople, type PeopleFilter } from '../people.ts';

/** An account that belongs to an org or a manager; `subject` is null until its owner first signs in. */
export type MemberRow = Pick<Row<'account'>, 'id' | 'email' | 'name' | 'last_seen_at' | 'subject'>;

/** Which members: those of an org, or of a manager. The caller has the record, so it may read its members. */
export type Membership = { readonly orgId: string } | { readonly managerId: string };

const of = (membership: Membership) =>
  'orgId' in membership
    ? sql`org_member m where m.org_id = ${membership.orgId}`
    : sql`manager_member m where m.manager_id = ${membership.managerId}`;

/**
 * The members whom a filter asks for, by name. What an account says of somebody beside the address, whoever adds them by it is told
 * only when they have been here as a member. Anybody can be added, and would otherwise be looked up so.
 */
export const membersMatching = (membership: Membership, filter: PeopleFilter | null | undefined) =>
  listOfPeople<MemberRow>(
    sql`(
      select a.id, a.email, a.subject,
        case when a.last_seen_at >= m.since then a.name else '' end as name,
        case when a.last_seen_at >= m.since then a.last_seen_at end as last_seen_at
      from account a join (select m.account_id, m.since from ${of(membership)}) m on m.account_id = a.id)`,
    filter,
  );
