import { argon2, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const deriveArgon2 = promisify(argon2);
const deriveScrypt = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

// OWASP's argon2id setting for 19 MiB a try. Raised here, it is raised for each account at its next sign-in.
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const keyBytes = 32;

/** Longest password that is looked at, in characters: a longer one is wrong without being hashed. */
export const maxPasswordLength = 256;

const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
const head = `$argon2id$v=19$${parameters}$`;

/** A salted argon2id hash (RFC 9106) which carries its own cost: `$argon2id$v=19$m=…,t=…,p=…$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await deriveKey(password, salt, cost);
  return `${head}${unpadded(salt)}$${unpadded(key)}`;
}

/** What became of a password that was compared. */
export interface PasswordCheck {
  readonly right: boolean;
  /** Whether it was hashed as we no longer do, and is to be hashed anew. */
  readonly outdated: boolean;
}

/**
 * Whether `password` is the one that was hashed. Takes as long for no hash at all, so that the time of an answer does not
 * tell which accounts exist.
 *
 * @param hash - from `hashPassword`; null when there is no such account, or it has no password yet.
 */
export async function checkPassword(password: string, hash: string | null): Promise<PasswordCheck> {
  if (password.length > maxPasswordLength) {
    return { right: false, outdated: false };
  }
  const right = await matches(password, hash ?? nobody);
  return { right: right && hash !== null, outdated: hash !== null && !hash.startsWith(head) };
}

function matches(password: string, hash: string): Promise<boolean> {
  return hash.startsWith('scrypt$') ? matchesScrypt(password, hash) : matchesArgon2(password, hash);
}

async function matchesArgon2(password: string, hash: string): Promise<boolean> {
  const [, , , costs = '', salt = '', expected = ''] = hash.split('$');
  const [memory = 0, passes = 0, parallelism = 0] = costs.split(',').map((each) => Number(each.slice(2)));
  const key = await deriveKey(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism });
  return timingSafeEqual(key, Buffer.from(expected, 'base64'));
}

/** Hashes of before argon2id: `scrypt$N$r$p$salt$key`, the last two in base64url. */
async function matchesScrypt(password: string, hash: string): Promise<boolean> {
  const [, n, r, p, salt = '', expected = ''] = hash.split('$');
  const options = { N: Number(n), r: Number(r), p: Number(p) };
  const key = await deriveScrypt(password, Buffer.from(salt, 'base64url'), keyBytes, options);
  return timingSafeEqual(key, Buffer.from(expected, 'base64url'));
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** Keyboards write one letter in two ways: as one sign, or as a letter and its mark. */
const deriveKey = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  deriveArgon2('argon2id', {
    message: Buffer.from(password.normalize('NFC')),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: keyBytes,
  });

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const nobody = `${head}${unpadded(Buffer.alloc(saltBytes))}$${unpadded(Buffer.alloc(keyBytes))}`;
