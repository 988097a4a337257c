import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { cleanText } from '@noa/domain/text.ts';
import { execute, findRow, findRows, hasRow } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import type { Row } from '../../../database/tables.ts';
import { createAdapter, itemKey } from '../oidc/adapter.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import type { ProviderUser } from '../accounts/user.queries.ts';

const model = 'PasskeyChallenge';
/** Seconds in which a challenge is to be answered: as long as a sign-in may take. */
const challengeSeconds = 900;
/** Of one account at most: each is a row that its owner looks through. */
const passkeysAtMost = 20;
const nameLength = 60;
/** Ed25519, ES256 and RS256: what authenticators have, and nothing that Node calls experimental. */
const algorithms = [-8, -7, -257];

/** A passkey as its owner sees it. */
export type Passkey = Pick<Row<'provider_passkey'>, 'credential_id' | 'name' | 'created_at' | 'last_used_at'>;

/** What a browser is asked, as JSON: by whose challenge it is known again. */
export type Asked = object;

/** Where a challenge is given and taken: to make a passkey, or to show one with or without a password before it. */
export interface Ceremony {
  readonly for: 'making' | 'second step' | 'sign-in';
  /** Of the sign-in or the session. */
  readonly uid: string;
}

/** The library is large, and only who makes or shows a passkey needs it: it is read when the first does. */
const library = () => import('@simplewebauthn/server');

const hereOf = ({ publicUrl }: EmbeddedProvider) => ({
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: new URL(publicUrl).hostname,
});

/** The passkeys of an account, the oldest first. */
export const listPasskeys = (db: Db | Tx, userId: string): Promise<Row<'provider_passkey'>[]> =>
  findRows<Row<'provider_passkey'>>(db)`
    select * from provider_passkey where user_id = ${userId} order by created_at, credential_id`;

/** Whether an account may have one more. */
export const mayAddPasskey = (passkeys: readonly Passkey[]): boolean => passkeys.length < passkeysAtMost;

/** Asks a browser to make a passkey that proves who uses it (by finger, face or PIN), and that can be found without an address. */
export async function askToMake(provider: EmbeddedProvider, ceremony: Ceremony, user: ProviderUser): Promise<Asked> {
  const { generateRegistrationOptions } = await library();
  const known = await listPasskeys(provider.db, user.id);
  const asked = await generateRegistrationOptions({
    rpName: 'Noa',
    rpID: hereOf(provider).expectedRPID,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await keepChallenge(provider, ceremony, user.id, asked.challenge);
  return asked;
}

/** Keeps a passkey that a browser made, as its form says. @returns whether it is one that was asked for. */
export async function addPasskey(
  provider: EmbeddedProvider,
  ceremony: Ceremony,
  user: ProviderUser,
  form: URLSearchParams,
): Promise<boolean> {
  const challenge = await takeChallenge(provider, ceremony, user.id);
  const response = parse<RegistrationResponseJSON>(form.get('passkey') ?? '');
  if (!challenge || !response) {
    return false;
  }
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await refusing(
    verifyRegistrationResponse({
      ...hereOf(provider),
      response,
      expectedChallenge: challenge,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified || !registrationInfo) {
    return false;
  }
  const { id, publicKey, counter } = registrationInfo.credential;
  return provider.db.transaction().execute(async (tx) => {
    await lockFactors(tx, user.id);
    if (!mayAddPasskey(await listPasskeys(tx, user.id))) {
      return false;
    }
    return hasRow(tx)`
      insert into provider_passkey (credential_id, user_id, public_key, counter, transports, name)
      values (${id}, ${user.id}, ${Buffer.from(publicKey)}, ${counter}, ${transportsIn(response)}, ${nameFrom(form.get('name') ?? '')})
      on conflict do nothing returning credential_id`;
  });
}

/** Asks a browser for a passkey: one of somebody's, or whichever it has for us. */
export async function askToShow(provider: EmbeddedProvider, ceremony: Ceremony, user?: ProviderUser): Promise<Asked> {
  const known = user ? await listPasskeys(provider.db, user.id) : [];
  const challenge = randomBytes(32).toString('base64url');
  await keepChallenge(provider, ceremony, user?.id ?? '', challenge);
  return {
    challenge,
    rpId: hereOf(provider).expectedRPID,
    userVerification: 'required',
    timeout: 60_000,
    allowCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports, type: 'public-key' })),
  };
}

/** The passkey that an answer names, as it says itself; undefined where it names none. */
export const credentialIn = (response: string): string | undefined => parse<AuthenticationResponseJSON>(response)?.id;

/**
 * Judges what a browser showed. The challenge is used up whatever comes of it.
 *
 * @param user - whose passkey it must be; left out where the passkey says who somebody is.
 * @returns the account's id, if it is right.
 */
export async function takePasskey(
  provider: EmbeddedProvider,
  ceremony: Ceremony,
  shown: string,
  user?: ProviderUser,
): Promise<string | undefined> {
  const challenge = await takeChallenge(provider, ceremony, user?.id ?? '');
  const response = parse<AuthenticationResponseJSON>(shown);
  const known = response && (await findPasskey(provider.db, response.id));
  if (!challenge || !known || (user && known.user_id !== user.id) || !namesOwner(response, known.user_id)) {
    return undefined;
  }
  const { verifyAuthenticationResponse } = await library();
  const credential = { id: response.id, publicKey: new Uint8Array(known.public_key), counter: 0 };
  const { verified, authenticationInfo } = await refusing(
    verifyAuthenticationResponse({ ...hereOf(provider), response, expectedChallenge: challenge, credential }),
  );
  const counted =
    verified && authenticationInfo && (await count(provider.db, response.id, authenticationInfo.newCounter));
  return counted ? known.user_id : undefined;
}

/**
 * The counter is judged here and not by the library, in one statement: of two who show one signature's number at the same moment,
 * one is let in. A number that does not rise is that of a copy; keys that do not count say 0 for ever.
 */
const count = (db: Db, id: string, counter: number): Promise<boolean> => hasRow(db)`
  update provider_passkey set counter = ${counter}, last_used_at = now()
  where credential_id = ${id} and (counter < ${counter} or (counter = 0 and ${counter === 0}))
  returning credential_id`;

/** Gives a passkey of somebody's another name. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<void> {
  if (isId(id)) {
    await execute(db)`
      update provider_passkey set name = ${nameFrom(name)} where user_id = ${userId} and credential_id = ${id}`;
  }
}

/** Holds off others who add or remove what one account proves itself by. */
export const lockFactors = (tx: Tx, userId: string): Promise<void> =>
  execute(tx)`select from provider_user where id = ${userId} for update`;

const findPasskey = (db: Db, id: string): Promise<Row<'provider_passkey'> | undefined> =>
  findRow<Row<'provider_passkey'>>(db)`select * from provider_passkey where credential_id = ${id}`;

/** One challenge at a time for each place and account: that of the page loaded last. */
const keyOf = (ceremony: Ceremony, userId: string) => `${ceremony.for} ${ceremony.uid} ${userId}`;

const keepChallenge = ({ db, keyring }: EmbeddedProvider, ceremony: Ceremony, userId: string, challenge: string) =>
  Promise.resolve(
    createAdapter(db, keyring)(model).upsert(keyOf(ceremony, userId), { challenge, kind: model }, challengeSeconds),
  );

/** Removed as it is read: of two answers to one challenge, one is judged. */
async function takeChallenge(
  { db }: EmbeddedProvider,
  ceremony: Ceremony,
  userId: string,
): Promise<string | undefined> {
  const row = await findRow<{ challenge: string | null }>(db)`
    delete from provider_item
    where model = ${model} and id = ${itemKey(keyOf(ceremony, userId))} and expires_at > now()
    returning payload ->> 'challenge' as challenge`;
  return row?.challenge ?? undefined;
}

/** The library throws at whatever is not right in an answer: it is not taken, and who sent it learns no more than that. */
const refusing = <T extends { verified: boolean }>(judged: Promise<T>): Promise<Partial<T>> =>
  judged.catch(() => ({ verified: false }) as Partial<T>);

/** An answer as it was sent; the library looks at the rest of it. */
function parse<T extends { id: string }>(text: string): T | undefined {
  try {
    const sent = JSON.parse(text) as T | null;
    return typeof sent?.id === 'string' && isId(sent.id) ? sent : undefined;
  } catch {
    return undefined; // nothing that our script sent
  }
}

/** As browsers write the id of a credential, of 1023 bytes at most (WebAuthn). */
const isId = (id: string) => /^[\w-]{1,1364}$/.test(id);

/** Whether the account that a passkey itself names, where it does, is the one it is kept for. */
function namesOwner({ response }: AuthenticationResponseJSON, userId: string): boolean {
  const { userHandle } = (response as { userHandle?: unknown } | undefined) ?? {};
  return !userHandle || userHandle === Buffer.from(userId).toString('base64url');
}

const transportsIn = ({ response }: RegistrationResponseJSON): string[] =>
  (Array.isArray(response.transports) ? (response.transports as unknown[]) : [])
    .filter((each): each is string => typeof each === 'string' && /^[a-z-]{1,20}$/.test(each))
    .slice(0, 10);

const nameFrom = (typed: string) => cleanText(typed.replaceAll(/\p{Cc}/gu, '')).slice(0, nameLength) || 'Noa';
