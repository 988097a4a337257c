import { isApprovedAddress } from '@noa/domain/org-settings.ts';
import { findRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';

/**
 * Those of `addresses` that what concerns the org may be sent to: its members', and those in the mail domains that it has approved
 * of. Whoever else is named would receive what only the org's own people may read. Whose account is blocked receives nothing either.
 */
export async function findApproved(tx: Tx, orgId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = addresses.map((address) => address.toLowerCase());
  const row = await findRow<{ mail_domains: string; members: string[]; blocked: string[] }>(tx)`
    select s.mail_domains, array(select lower(a.email) from org_member m join account a on a.id = m.account_id
      where m.org_id = s.org_id and a.blocked_at is null and lower(a.email) = any(${asked}::text[])) as members,
      array(select lower(a.email) from account a where a.blocked_at is not null and lower(a.email) = any(${asked}::text[])) as blocked
    from org_settings s where s.org_id = ${orgId}`;
  const { mail_domains, members, blocked } = row ?? { mail_domains: '', members: [], blocked: [] };
  return new Set(
    addresses.filter((address) => {
      const known = address.toLowerCase();
      return members.includes(known) || (!blocked.includes(known) && isApprovedAddress(address, mail_domains));
    }),
  );
}
