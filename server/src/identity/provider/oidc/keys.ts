import { createHmac, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { execute, findRow, findRows, findValues } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import type { Row } from '../../../database/tables.ts';
import type { Keyring } from '../../../database/keys/keyring.ts';
import { Sealer } from '../../../database/keys/sealing.ts';

export interface ProviderKeys {
  /** Private ES256 keys that are published: the one that signs, those before it, and the next one. */
  readonly signing: readonly [JWK, ...JWK[]];
  /** Signs the provider's cookies. */
  readonly cookieSecret: string;
  /** Keys the session state which the browser's frame may read. */
  readonly stateSecret: string;
  /** Hashes who is bounded in trying passwords. */
  readonly triesSecret: Buffer;
}

/** When a key is exchanged for the next, and how long it is still published. */
export const keyTimes = {
  signsForDays: 30,
  /** Servers look every minute: by then all of them publish it. */
  publishedBeforeMinutes: 10,
  /** As long as a session: at its end the console still shows a token that was signed at its beginning. */
  publishedAfterHours: 13,
} as const;

const secretNames = ['cookie', 'state'] as const;

/**
 * The provider's keys out of the database, opened with the data key. Makes the first, and the next when its time has come; takes
 * away those that nothing is signed with any more. Several servers may ask at once.
 */
export async function loadKeys(db: Db, keyring: Keyring): Promise<ProviderKeys> {
  return db.transaction().execute(async (tx) => {
    await execute(tx)`select pg_advisory_xact_lock(hashtext('noa.provider-keys'))`;
    const dataKeys = await keyring.forWriting(tx);
    const sealers = {
      signing: new Sealer(dataKeys, 'provider-signing-key'),
      secret: new Sealer(dataKeys, 'provider-secret'),
    };
    await takeOverClearKeys(tx, sealers);
    await forgetOldKeys(tx);
    await makeNextKey(tx, sealers.signing);
    const secrets = await Promise.all(secretNames.map((name) => secretOf(tx, sealers.secret, name)));
    return {
      signing: await signingKeys(tx, sealers.signing),
      cookieSecret: secrets[0] ?? '',
      stateSecret: secrets[1] ?? '',
      triesSecret: createHmac('sha256', secrets[0] ?? '')
        .update('sign-in tries')
        .digest(),
    };
  });
}

interface Sealers {
  readonly signing: Sealer;
  readonly secret: Sealer;
}

/** The one that signs comes first: the library signs with the first that fits. */
async function signingKeys(tx: Tx, sealer: Sealer): Promise<[JWK, ...JWK[]]> {
  const rows = await findRows<Row<'provider_signing_key'>>(tx)`
    select * from provider_signing_key order by signs_from <= now() desc, signs_from desc`;
  const [first, ...others] = rows.map(
    ({ kid, private_cipher: cipher }) => JSON.parse(sealer.open(cipher, [kid]).toString()) as JWK,
  );
  if (!first) {
    throw new Error('The signing key vanished while it was being read');
  }
  return [first, ...others];
}

const forgetOldKeys = (tx: Tx): Promise<void> => execute(tx)`
  delete from provider_signing_key k where exists (
  select from provider_signing_key next where next.signs_from > k.signs_from
    and next.signs_from < now() - make_interval(hours => ${keyTimes.publishedAfterHours}))`;

async function makeNextKey(tx: Tx, sealer: Sealer): Promise<void> {
  const newest = await findRow<{ due: boolean }>(tx)`
    select signs_from < now() - make_interval(days => ${keyTimes.signsForDays}) as due
    from provider_signing_key order by signs_from desc limit 1`;
  if (!newest || newest.due) {
    const minutes = newest ? keyTimes.publishedBeforeMinutes : 0;
    await keepKey(tx, sealer, await createSigningKey(), minutes);
  }
}

/** @param inMinutes - when it begins to sign. */
const keepKey = (tx: Tx, sealer: Sealer, jwk: JWK & { kid: string }, inMinutes: number): Promise<void> => execute(tx)`
  insert into provider_signing_key (kid, private_cipher, signs_from)
  values (${jwk.kid}, ${sealer.seal(Buffer.from(JSON.stringify(jwk)), [jwk.kid])}, now() + make_interval(mins => ${inMinutes}))`;

async function createSigningKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'ES256' };
}

/** A secret, made once: a restart signs nobody out. */
async function secretOf(tx: Tx, sealer: Sealer, name: string): Promise<string> {
  const [cipher] = await findValues<Buffer>(tx)`select secret_cipher from provider_secret where name = ${name}`;
  return cipher
    ? sealer.open(cipher, [name]).toString()
    : keepSecret(tx, sealer, name, randomBytes(32).toString('base64url'));
}

async function keepSecret(tx: Tx, sealer: Sealer, name: string, secret: string): Promise<string> {
  const cipher = sealer.seal(Buffer.from(secret), [name]);
  await execute(tx)`insert into provider_secret (name, secret_cipher) values (${name}, ${cipher})`;
  return secret;
}

/** What versions before decision 42 kept in clear. */
async function takeOverClearKeys(tx: Tx, { signing, secret }: Sealers): Promise<void> {
  const rows = await tx.deleteFrom('provider_key').returning(['name', 'value']).execute();
  for (const { name, value } of rows) {
    if (name === 'signing' && typeof value['kid'] === 'string') {
      await keepKey(tx, signing, value as JWK & { kid: string }, 0);
    }
    if (name === 'secrets') {
      for (const each of secretNames) {
        await keepSecret(tx, secret, each, String(value[each]));
      }
    }
  }
}
