import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
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
export async function hasTotp(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

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
    const confirmed = {
      secret_cipher: sealer.seal(Buffer.from(secret), [user.id]),
      last_step: step,
      confirmed_at: sql<Date>`now()`,
    };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('provider_totp')
      .values({ user_id: user.id, ...confirmed })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(confirmed).where('provider_totp.confirmed_at', 'is', null),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
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
  const row = await db
    .selectFrom('provider_totp')
    .select('secret_cipher')
    .where('user_id', '=', user.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!row) {
    return false;
  }
  const secret = new Sealer(await keyring.forReading(db), purpose).open(row.secret_cipher, [user.id]).toString();
  const step = stepOf(user, secret, code);
  if (step === undefined) {
    return false;
  }
  // Of two who type one code at the same moment, one is let in.
  const { numUpdatedRows } = await db
    .updateTable('provider_totp')
    .set({ last_step: step })
    .where('user_id', '=', user.id)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
    await tx.deleteFrom('provider_recovery_code').where('user_id', '=', userId).execute();
    const values = codes.map((code) => ({ user_id: userId, code_hash: hashOf(triesSecret, code) }));
    await tx.insertInto('provider_recovery_code').values(values).execute();
  });
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('provider_recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a recovery code is one of somebody's; it is used up. */
export async function takeRecoveryCode(
  { db, triesSecret }: EmbeddedProvider,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('provider_recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(triesSecret, code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
