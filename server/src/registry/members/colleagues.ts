import { sql } from 'kysely';
import { findValues } from '../../database/statements.ts';
import type { Context } from '../../request/context.ts';
import { isOwned } from '../reachable.ts';

/**
 * Whether the caller may read that this person has sent or written a record of an org. The org's own people know who its managers' members are; a
 * manager's know those of their own managers alone, also where an entrance was another one's before (domain.md: managers, their members: read own).
 *
 * @param actor - as history shows somebody.
 */
export async function mayReadMember(context: Context, record: { readonly org_id: string }, actor: string) {
  if (actor === context.viewer.actor || isOwned(context, 'manager:read', record)) {
    return true;
  }
  return context.viewer.may('manager:read') && (await listColleagues(context)).includes(actor);
}

/** The members of the caller's own managers, as history shows them; asked for once in a request. */
async function listColleagues(context: Context): Promise<readonly string[]> {
  const found = await context.loadBy('colleagues', 'all', () =>
    context.read('manager:read', async (tx, { managerIds }) => {
      const colleagues = await findValues<string>(tx)`
        select distinct coalesce(a.email, a.id::text) from manager_member m join account a on a.id = m.account_id
        where m.manager_id = any (${sql.val([...managerIds])}::uuid[])`;
      return new Map([['all', colleagues]]);
    }),
  );
  return found ?? [];
}
