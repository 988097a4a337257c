import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { linkPath, realmPathOf } from '../paths.ts';

/** What a link is for. */
export type LinkPurpose = 'root' | 'invitation' | 'reset';

/** Hours for which a link may be followed. */
export const linkHours: Readonly<Record<LinkPurpose, number>> = { root: 24, invitation: 7 * 24, reset: 1 };

/** A link that may be followed; `userId` is null of one by which an account is made. */
export interface Link {
  readonly purpose: LinkPurpose;
  readonly userId: string | null;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Makes a link, in place of those before it for the same.
 *
 * @param userId - null for somebody who has no account yet.
 * @returns its path below the realm; what is kept of it is a hash.
 */
export async function makeLink(tx: Tx, purpose: LinkPurpose, userId: string | null): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .deleteFrom('provider_link')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', sql<Date>`now()`),
        eb.and([eb('purpose', '=', purpose), sql<boolean>`user_id is not distinct from ${userId}`]),
      ]),
    )
    .execute();
  await tx
    .insertInto('provider_link')
    .values({
      token_hash: hashOf(token),
      purpose,
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(hours => ${linkHours[purpose]})`,
    })
    .execute();
  return linkPath(token);
}

/** The same as a browser is given it: for whoever runs the server, who hands it on. */
export const publicLink = async (
  tx: Tx,
  publicUrl: string,
  purpose: LinkPurpose,
  userId: string | null,
): Promise<string> => publicUrl + realmPathOf(publicUrl) + (await makeLink(tx, purpose, userId));

/** What a link is for, while it may be followed. Looking uses nothing up: mail servers look at the links in mails too. */
export async function findLink(db: Db | Tx, token: string): Promise<Link | undefined> {
  const row = await db
    .selectFrom('provider_link')
    .select(['purpose', 'user_id'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && { purpose: row.purpose, userId: row.user_id };
}

/** Uses a link up: of two who follow it at once, one gets it. */
export async function takeLink(tx: Tx, token: string): Promise<Link | undefined> {
  const row = await tx
    .deleteFrom('provider_link')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['purpose', 'user_id'])
    .executeTakeFirst();
  return row && { purpose: row.purpose, userId: row.user_id };
}

/** Takes back every link that somebody was sent. */
export async function forgetLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('provider_link').where('user_id', '=', userId).execute();
}
