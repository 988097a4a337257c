import { sql } from 'kysely';
import { isApprovedAddress } from '@noa/domain/org-settings.ts';
import type { Tx } from '../../database/database.ts';

/**
 * Those of `addresses` that what concerns the org may be sent to: its members', and those in the mail domains that it has approved
 * of. Whoever else is named would receive what only the org's own people may read.
 */
export async function findApproved(tx: Tx, orgId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ mail_domains: string; members: string[] }>`
    select s.mail_domains, array(select lower(a.email) from org_member m join account a on a.id = m.account_id
      where m.org_id = s.org_id and lower(a.email) = any(${addresses.map((address) => address.toLowerCase())}::text[])) as members
    from org_settings s where s.org_id = ${orgId}`.execute(tx);
  const { mail_domains, members } = rows[0] ?? { mail_domains: '', members: [] };
  return new Set(
    addresses.filter((address) => members.includes(address.toLowerCase()) || isApprovedAddress(address, mail_domains)),
  );
}
