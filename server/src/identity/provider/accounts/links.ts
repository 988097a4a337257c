import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { execute, findRow } from '../../../database/statements.ts';
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
  await execute(tx)`
    delete from provider_link
    where expires_at < now() or (purpose = ${purpose} and user_id is not distinct from ${userId})`;
  await execute(tx)`
    insert into provider_link (token_hash, purpose, user_id, expires_at)
    values (${hashOf(token)}, ${purpose}, ${userId}, now() + make_interval(hours => ${linkHours[purpose]}))`;
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
  await execute(tx)`
    insert into provider_sign_up (token_hash, address, locale, expires_at)
    values (${hashOf(token)}, ${address}, ${locale}, now() + make_interval(hours => ${linkHours.sign_up}))`;
  return linkPath(token);
}

/** Forgets the addresses for which an account was asked for and, within its day, not made. */
export const forgetSignUps = (db: Db): Promise<void> =>
  execute(db)`delete from provider_sign_up where expires_at < now()`;

/** The same as a browser is given it: for whoever runs the server, who hands it on. */
export const publicLink = async (
  tx: Tx,
  publicUrl: string,
  purpose: Exclude<LinkPurpose, 'sign_up'>,
  userId: string | null,
): Promise<string> => publicUrl + realmPathOf(publicUrl) + (await makeLink(tx, purpose, userId));

/** What a link is for, while it may be followed. Looking uses nothing up: mail servers look at the links in mails too. */
export async function findLink(db: Db | Tx, token: string): Promise<Link | undefined> {
  const of = await findRow<OfAccount>(db)`select ${ofAccount} from provider_link where ${isGood(token)}`;
  const asked = await findRow<OfAsked>(db)`select ${ofAsked} from provider_sign_up where ${isGood(token)}`;
  return linkOf(of, asked);
}

/** Uses a link up: of two who follow it at once, one gets it. */
export async function takeLink(tx: Tx, token: string): Promise<Link | undefined> {
  const of = await findRow<OfAccount>(tx)`delete from provider_link where ${isGood(token)} returning ${ofAccount}`;
  const asked = await findRow<OfAsked>(tx)`delete from provider_sign_up where ${isGood(token)} returning ${ofAsked}`;
  return linkOf(of, asked);
}

type OfAccount = Omit<Link, 'asked'>;
type OfAsked = NonNullable<Link['asked']>;
const ofAccount = sql`purpose, user_id as "userId"`;
const ofAsked = sql`address, locale`;
const isGood = (token: string) => sql`token_hash = ${hashOf(token)} and expires_at > now()`;

const linkOf = (of: OfAccount | undefined, asked: OfAsked | undefined): Link | undefined =>
  of ? { ...of, asked: null } : asked && { purpose: 'sign_up', userId: null, asked };

/** Takes back every link that somebody was sent. */
export const forgetLinks = (tx: Tx, userId: string): Promise<void> =>
  execute(tx)`delete from provider_link where user_id = ${userId}`;
