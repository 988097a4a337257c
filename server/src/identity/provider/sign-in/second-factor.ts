import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { Sealer } from '../../../database/keys/sealing.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import type { ProviderUser } from '../accounts/user.queries.ts';

const purpose = 'provider-totp';
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
}

/** Begins to set codes up: the same secret until it is confirmed, so that a page may be loaded again. */
export async function offerTotp({ db, keyring }: EmbeddedProvider, user: ProviderUser): Promise<TotpOffer> {
  const secret = await db.transaction().execute(async (tx) => {
    const sealer = new Sealer(await keyring.forWriting(tx), purpose);
    const made = new Secret({ size: 20 }).base32;
    const { secret_cipher: cipher } = await tx
      .insertInto('provider_totp')
      .values({ user_id: user.id, secret_cipher: sealer.seal(Buffer.from(made), [user.id]) })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: user.id }))
      .returning('secret_cipher')
      .executeTakeFirstOrThrow();
    return sealer.open(cipher, [user.id]).toString();
  });
  return { secret, url: totpOf(user, secret).toString() };
}

/**
 * Whether a code is the one of this moment, or of the one before or after it: clocks differ. A code is taken once.
 *
 * @param confirms - whether it is the first, by which codes are set up.
 */
export async function takeTotp(
  { db, keyring }: EmbeddedProvider,
  user: ProviderUser,
  code: string,
  confirms = false,
): Promise<boolean> {
  const row = await db
    .selectFrom('provider_totp')
    .select('secret_cipher')
    .where('user_id', '=', user.id)
    .where('confirmed_at', confirms ? 'is' : 'is not', null)
    .executeTakeFirst();
  const token = code.replaceAll(/\s/g, '');
  if (!row || !/^\d{6}$/.test(token)) {
    return false;
  }
  const secret = new Sealer(await keyring.forReading(db), purpose).open(row.secret_cipher, [user.id]).toString();
  const delta = totpOf(user, secret).validate({ token, window: 1 });
  if (delta === null) {
    return false;
  }
  const step = Math.floor(Date.now() / 1_000 / periodSeconds) + delta;
  // Of two who type one code at the same moment, one is let in.
  const { numUpdatedRows } = await db
    .updateTable('provider_totp')
    .set({ last_step: step, ...(confirms && { confirmed_at: sql<Date>`now()` }) })
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
