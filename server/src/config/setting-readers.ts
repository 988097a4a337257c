import { isIP } from 'node:net';
import { OperatorError } from '@noa/domain/errors.ts';
import { isStoreAddress } from '../file-store/file-store.ts';

/** A setting that cannot be used: one sentence that names it and says what is expected. */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {SettingsError} for any other word. */
export function oneOf<Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const text = env[name];
  if (!text) {
    return fallback;
  }
  const value = values.find((each) => each === text);
  if (!value) {
    throw new SettingsError(`${name} is "${text}"; it must be one of ${values.join(', ')}.`);
  }
  return value;
}

/** @throws {SettingsError} for what is no whole number within its bounds. */
export function integer(
  env: Environment,
  name: string,
  fallback: number,
  { min, max }: { min: number; max: number },
): number {
  const text = env[name];
  if (!text) {
    return fallback;
  }
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new SettingsError(`${name} is "${text}"; it must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** What a URL of a setting may and must have beside its protocol. */
interface UrlParts {
  /** False for one that leads to a whole host: nothing but a slash stands behind it. */
  readonly path?: boolean;
  /** What stands behind `?`. */
  readonly query?: boolean;
  /** Whether it names a database, as its path. */
  readonly database?: boolean;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The URL without a slash at its end; of one that leads to a whole host its origin. A password inside is not repeated in the error; null if not set.
 *
 * @throws {SettingsError}
 */
export function url(
  env: Environment,
  name: string,
  protocols: readonly string[],
  { path = true, query = true, database = false }: UrlParts = {},
): string | null {
  const text = env[name];
  if (!text) {
    return null;
  }
  // A PostgreSQL URL over a Unix socket has no host, which the URL standard does not parse.
  const parsed = URL.parse(text) ?? URL.parse(text.replace(/^(\w+:\/\/[^/]*@)\//, '$1localhost/'));
  // The standard takes spaces around it, and one slash or none behind the protocol; those who read it later do not.
  const isWritten = /^[a-z]+:\/\/[^/\s]\S*$/i.test(text) || (database && /^[a-z]+:\/\/\/\S+$/i.test(text));
  if (!parsed || !isWritten || !protocols.includes(parsed.protocol)) {
    throw new SettingsError(
      `${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')} and a host, without spaces.`,
    );
  }
  // PostgreSQL's own readers take a bare one for what it is.
  if (!database && !isDecodable(parsed.username + parsed.password)) {
    throw new SettingsError(`${name} has a user or a password with a "%" that must be written "%25" in a URL.`);
  }
  if ((!path && parsed.pathname.replaceAll('/', '') !== '') || (!query && /[?#]/.test(text))) {
    throw new SettingsError(
      path
        ? `${name} must be a URL without "?" and "#".`
        : `${name} must be a protocol and a host, with a port where there is one (https://noa.example.ro), without a path: Noa has a host of its own.`,
    );
  }
  if (database && parsed.pathname.replaceAll('/', '') === '') {
    throw new SettingsError(`${name} must name the database behind its host: postgres://user:password@host/database.`);
  }
  // As browsers say where they are: in small letters, without the port that goes without saying.
  return path ? text.replace(/\/+$/, '') : parsed.origin;
}

/**
 * An address or a name of this machine.
 *
 * @throws {SettingsError} for what is neither; whether the machine has it shows when it listens.
 */
export function host(env: Environment, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (isIP(text) === 0 && !/^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i.test(text)) {
    throw new SettingsError(
      `${name} is "${text}"; it must be an address or a name of this machine (127.0.0.1), without a protocol or a port.`,
    );
  }
  return text;
}

/**
 * Addresses or networks, by commas.
 *
 * @throws {SettingsError}
 */
export function networks(env: Environment, name: string): string[] {
  const listed = (env[name] ?? '').split(',').map((each) => each.trim());
  const known = listed.filter((each) => each !== '');
  const wrong = known.find((each) => !isNetwork(each));
  if (wrong !== undefined) {
    throw new SettingsError(
      `${name} has "${wrong}"; it must be addresses or networks (10.0.0.0/8, fd00::/48), by commas.`,
    );
  }
  return known;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    bits >= 0 && more.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

/**
 * A folder, or `s3://bucket/prefix`; null where nothing is set.
 *
 * @throws {SettingsError}
 */
export function storeAddress(env: Environment, name: string): string | null {
  const text = env[name];
  // A mistyped address would be a folder of that name: one that is really called so is named with ./ in front.
  if (
    text &&
    (!isStoreAddress(text) || /^\s|\s$|^s3:\/\/\S*\s/.test(text) || /^[a-z][a-z0-9+.-]+:(?!\/\/[^/\s?#])/i.test(text))
  ) {
    throw new SettingsError(`${name} must be a folder, or s3://bucket/prefix.`);
  }
  return text || null;
}
