import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { execute, findValues, getValue, hasRow } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import { DoesNotOpen, Sealer } from '../../../database/keys/sealing.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import type { ProviderUser } from '../accounts/user.queries.ts';

const purpose = 'provider-totp';
const offerPurpose = 'provider-totp-offer';
const periodSeconds = 30;
const recoveryCodes = 10;
/** Without letters and digits that are taken for one another. */
const alphabet = 'ABCDEFGHJKMNPQRTUVWXYZ2346789';
const recoveryLength = 12;

const totpOf = ({ email }: Pick<ProviderUser, 'email'>, secret: string) =>
  new TOTP({
    issuer: 'Noa',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });

/** Whether somebody is asked for a code when they sign in. */
export const hasTotp = (db: Db | Tx, userId: string): Promise<boolean> =>
  hasRow(db)`select from provider_totp where user_id = ${userId} and confirmed_at is not null`;

/** A secret that is to be confirmed by a code. */
export interface TotpOffer {
  readonly secret: string;
  /** What an application for codes reads, as a QR code. */
  readonly url: string;
  /** By which the form knows it again. */
  readonly sealed: string;
}

/** Where codes are set up: in a session, or at a sign-in. */
interface Setting {
  readonly user: ProviderUser;
  readonly uid: string;
}

/**
 * Begins to set codes up: with the secret that the form carries, or with a new one. None is kept that was not confirmed, or whoever was once
 * shown the page of an account would know what its owner confirms later on.
 */
export async function offerTotp(
  { db, keyring }: EmbeddedProvider,
  { user, uid }: Setting,
  carried = '',
): Promise<TotpOffer> {
  const sealer = new Sealer(await keyring.forReading(db), offerPurpose);
  const known = openOffer(sealer, { user, uid }, carried);
  const secret = known ?? new Secret({ size: 20 }).base32;
  const sealed = known ? carried : sealer.seal(Buffer.from(secret), [user.id, uid]).toString('base64url');
  return { secret, url: totpOf(user, secret).toString(), sealed };
}

/** The secret that a form carries; undefined for what was offered to nobody here. */
function openOffer(sealer: Sealer, { user, uid }: Setting, carried: string): string | undefined {
  try {
    return sealer.open(Buffer.from(carried, 'base64url'), [user.id, uid]).toString();
  } catch (error) {
    if (error instanceof DoesNotOpen) {
      return undefined;
    }
    throw error;
  }
}

/** What the form says by which codes are set up. */
export const totpIn = (form: URLSearchParams) => ({ carried: form.get('offer') ?? '', code: form.get('code') ?? '' });

/** Sets codes up. @returns whether the code is of the secret that the form carries, and none were set up before. */
export async function confirmTotp(
  { db, keyring }: EmbeddedProvider,
  { user, uid }: Setting,
  { carried, code }: ReturnType<typeof totpIn>,
): Promise<boolean> {
  const secret = openOffer(new Sealer(await keyring.forReading(db), offerPurpose), { user, uid }, carried);
  const step = secret === undefined ? undefined : stepOf(user, secret, code);
  if (secret === undefined || step === undefined) {
    return false;
  }
  return db.transaction().execute(async (tx) => {
    const sealer = new Sealer(await keyring.forWriting(tx), purpose);
    return hasRow(tx)`
      insert into provider_totp as t (user_id, secret_cipher, last_step, confirmed_at)
      values (${user.id}, ${sealer.seal(Buffer.from(secret), [user.id])}, ${step}, now())
      on conflict (user_id) do update set
        secret_cipher = excluded.secret_cipher, last_step = excluded.last_step, confirmed_at = excluded.confirmed_at
      where t.confirmed_at is null returning user_id`;
  });
}

/** The step of time that a code is of: this one, or the one before or after it, as clocks differ; undefined for a wrong one. */
function stepOf(user: ProviderUser, secret: string, code: string): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  const delta = /^\d{6}$/.test(token) ? totpOf(user, secret).validate({ token, window: 1 }) : null;
  return delta === null ? undefined : Math.floor(Date.now() / 1_000 / periodSeconds) + delta;
}

/** Whether a code is the one of this moment. It is taken once. */
export async function takeTotp({ db, keyring }: EmbeddedProvider, user: ProviderUser, code: string): Promise<boolean> {
  const [cipher] = await findValues<Buffer>(db)`
    select secret_cipher from provider_totp where user_id = ${user.id} and confirmed_at is not null`;
  if (!cipher) {
    return false;
  }
  const secret = new Sealer(await keyring.forReading(db), purpose).open(cipher, [user.id]).toString();
  const step = stepOf(user, secret, code);
  // Of two who type one code at the same moment, one is let in.
  return (
    step !== undefined &&
    hasRow(db)`
      update provider_totp set last_step = ${step} where user_id = ${user.id} and last_step < ${step} returning user_id`
  );
}

const hashOf = (secret: Buffer, code: string) =>
  createHmac('sha256', secret)
    .update(`recovery ${code.toUpperCase().replaceAll(/[^A-Z\d]/g, '')}`)
    .digest();

/** Codes for who loses what makes the others, in place of those before; shown this once. */
export async function makeRecoveryCodes({ db, triesSecret }: EmbeddedProvider, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () =>
    Array.from({ length: recoveryLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  await db.transaction().execute(async (tx) => {
    await execute(tx)`delete from provider_recovery_code where user_id = ${userId}`;
    await execute(tx)`
      insert into provider_recovery_code (user_id, code_hash)
      select ${userId}, hash from unnest(${codes.map((code) => hashOf(triesSecret, code))}::bytea[]) as hash`;
  });
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** How many recovery codes are left. */
export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  getValue<number>(db)`select count(*)::int from provider_recovery_code where user_id = ${userId}`;

/** Whether a recovery code is one of somebody's; it is used up. */
export const takeRecoveryCode = ({ db, triesSecret }: EmbeddedProvider, userId: string, code: string) => hasRow(db)`
  delete from provider_recovery_code
  where user_id = ${userId} and code_hash = ${hashOf(triesSecret, code)} returning user_id`;
