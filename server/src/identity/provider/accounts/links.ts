import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { linkPath, realmPathOf } from '../paths.ts';
import type { Locale } from './user.queries.ts';

/** What a link is for. */
export type LinkPurpose = 'root' | 'invitation' | 'reset' | 'sign_up';

/** Hours for which a link may be followed. */
export const linkHours: Readonly<Record<LinkPurpose, number>> = {
  root: 24,
  invitation: 7 * 24,
  reset: 1,
  sign_up: 24,
};

/** A link that may be followed. */
export interface Link {
  readonly purpose: LinkPurpose;
  /** Null of one by which an account is made. */
  readonly userId: string | null;
  /** Of a resident who makes their own account: the address that it is for, and the language in which it was asked for. */
  readonly asked: { readonly address: string; readonly locale: Locale } | null;
}

const makeToken = () => randomBytes(32).toString('base64url');
const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Makes a link, in place of those before it for the same.
 *
 * @param userId - null for somebody who has no account yet.
 * @returns its path below the realm; what is kept of it is a hash.
 */
export async function makeLink(
  tx: Tx,
  purpose: Exclude<LinkPurpose, 'sign_up'>,
  userId: string | null,
): Promise<string> {
  const token = makeToken();
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
      expires_at: inHours(linkHours[purpose]),
    })
    .execute();
  return linkPath(token);
}

/**
 * Makes a link by which a resident makes an account, beside those that the address was sent before: anybody may ask for one, and takes back
 * nobody's.
 *
 * @returns its path below the realm.
 */
export async function makeSignUp(tx: Tx, address: string, locale: Locale): Promise<string> {
  const token = makeToken();
  await tx
    .insertInto('provider_sign_up')
    .values({ token_hash: hashOf(token), address, locale, expires_at: inHours(linkHours.sign_up) })
    .execute();
  return linkPath(token);
}

/** Forgets the addresses for which an account was asked for and, within its day, not made. */
export async function forgetSignUps(db: Db): Promise<void> {
  await db
    .deleteFrom('provider_sign_up')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}

/** The same as a browser is given it: for whoever runs the server, who hands it on. */
export const publicLink = async (
  tx: Tx,
  publicUrl: string,
  purpose: Exclude<LinkPurpose, 'sign_up'>,
  userId: string | null,
): Promise<string> => publicUrl + realmPathOf(publicUrl) + (await makeLink(tx, purpose, userId));

/** What a link is for, while it may be followed. Looking uses nothing up: mail servers look at the links in mails too. */
export async function findLink(db: Db | Tx, token: string): Promise<Link | undefined> {
  const of = await db.selectFrom('provider_link').select(ofAccount).where(isGood(token)).executeTakeFirst();
  const asked = await db.selectFrom('provider_sign_up').select(ofAsked).where(isGood(token)).executeTakeFirst();
  return linkOf(of, asked);
}

/** Uses a link up: of two who follow it at once, one gets it. */
export async function takeLink(tx: Tx, token: string): Promise<Link | undefined> {
  const of = await tx.deleteFrom('provider_link').where(isGood(token)).returning(ofAccount).executeTakeFirst();
  const asked = await tx.deleteFrom('provider_sign_up').where(isGood(token)).returning(ofAsked).executeTakeFirst();
  return linkOf(of, asked);
}

const ofAccount = ['purpose', 'user_id as userId'] as const;
const ofAsked = ['address', 'locale'] as const;

const isGood = (token: string) => sql<boolean>`token_hash = ${hashOf(token)} and expires_at > now()`;

function linkOf(of: Omit<Link, 'asked'> | undefined, asked: NonNullable<Link['asked']> | undefined): Link | undefined {
  if (of) {
    return { ...of, asked: null };
  }
  return asked && { purpose: 'sign_up', userId: null, asked };
}

/** Takes back every link that somebody was sent. */
export async function forgetLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('provider_link').where('user_id', '=', userId).execute();
}
