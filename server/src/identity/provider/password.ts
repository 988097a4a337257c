import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

// OWASP's scrypt setting for 16 MiB a try: five passes make up for the small memory.
const cost = { N: 16_384, r: 8, p: 5 };
const saltBytes = 16;
const keyBytes = 32;

/** Longest password that is looked at, in characters: a longer one is wrong without being hashed. */
const maxPasswordLength = 256;

/** A salted scrypt hash which carries its own cost: `scrypt$N$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(password, salt, keyBytes, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether `password` is the one that was hashed. Takes as long for no hash at all, so that the time of an answer does not
 * tell which accounts exist.
 *
 * @param hash - from `hashPassword`; null when there is no such account.
 */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  if (password.length > maxPasswordLength) {
    return false;
  }
  const [, n, r, p, salt = '', expected = ''] = (hash ?? nobody).split('$');
  const key = await derive(password, Buffer.from(salt, 'base64url'), keyBytes, {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(key, Buffer.from(expected, 'base64url')) && hash !== null;
}

const nobody = [
  'scrypt',
  cost.N,
  cost.r,
  cost.p,
  Buffer.alloc(saltBytes).toString('base64url'),
  Buffer.alloc(keyBytes).toString('base64url'),
].join('$');
