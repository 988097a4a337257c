import { createHmac, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Db } from '../../database/database.ts';

export interface ProviderKeys {
  /** The private ES256 key tokens are signed with. */
  readonly signing: JWK;
  /** Signs the provider's cookies. */
  readonly cookieSecret: string;
  /** Keys the session state which the browser's frame may read. */
  readonly stateSecret: string;
  /** Hashes who is bounded in trying passwords. */
  readonly triesSecret: Buffer;
}

/** The provider's keys out of the database; made on the first start and kept, so that a restart signs nobody out. */
export async function loadKeys(db: Db): Promise<ProviderKeys> {
  const signing = await keep(db, 'signing', createSigningKey);
  const secrets = await keep(db, 'secrets', async () => ({ cookie: createSecret(), state: createSecret() }));
  const triesSecret = createHmac('sha256', secrets.cookie).update('sign-in tries').digest();
  return { signing, cookieSecret: secrets.cookie, stateSecret: secrets.state, triesSecret };
}

const createSecret = () => randomBytes(32).toString('base64url');

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'ES256' };
}

async function keep<T extends object>(db: Db, name: string, create: () => Promise<T>): Promise<T> {
  const find = () => db.selectFrom('provider_key').select('value').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) {
    return known.value as T;
  }
  // Two processes may start on one empty database: the first to insert decides for both.
  await db
    .insertInto('provider_key')
    .values({ name, value: JSON.stringify(await create()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.value as T;
}
