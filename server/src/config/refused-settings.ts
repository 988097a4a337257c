import { X509Certificate } from 'node:crypto';
import { accessSync, constants, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Settings } from './config.ts';
import { isLoopback, isWeakKey, reachesEverybody, sendsPasswordInClear } from './insecure-settings.ts';
import { SettingsError, type Environment } from './setting-readers.ts';

/**
 * Accounts are kept by Noa itself, or by another provider.
 *
 * @throws {SettingsError}
 */
export function refuseTwoAccounts(env: Environment): void {
  const accounts = env['ACCOUNTS'];
  if (accounts && accounts !== 'embedded') {
    throw new SettingsError(
      `ACCOUNTS is "${accounts}"; it must be embedded, where Noa itself keeps the accounts, or left out.`,
    );
  }
  if (accounts && env['OIDC_AUTHORITY']) {
    throw new SettingsError('ACCOUNTS=embedded and OIDC_AUTHORITY name two places for accounts: leave one out.');
  }
}

/**
 * The map has one ground.
 *
 * @throws {SettingsError}
 */
export function refuseTwoGrounds({ mapFile, mapStyleUrl }: Settings): void {
  if (mapFile !== null && mapStyleUrl !== null) {
    throw new SettingsError('MAP_FILE and MAP_STYLE_URL name two grounds for the map: leave one out.');
  }
}

/**
 * The embedded PostgreSQL has no standby.
 *
 * @throws {SettingsError}
 */
export function refuseLoneReplica({ databaseUrl, databaseReadUrl }: Settings): void {
  if (databaseReadUrl !== null && databaseUrl === null) {
    throw new SettingsError('DATABASE_READ_URL asks for DATABASE_URL: nothing follows the embedded PostgreSQL.');
  }
}

/** Parameters of a PostgreSQL's URL that name files. */
const certificates = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * Certificates that lead to nothing: whoever connects would say that a file is missing, and not whose.
 *
 * @throws {SettingsError}
 */
export function refuseLostCertificates({ databaseUrl, databaseAppUrl, databaseReadUrl }: Settings): void {
  const urls = { DATABASE_URL: databaseUrl, DATABASE_APP_URL: databaseAppUrl, DATABASE_READ_URL: databaseReadUrl };
  for (const [name, url] of Object.entries(urls)) {
    const parameters = new URLSearchParams(url?.split(/\?(.*)/s)[1]);
    for (const parameter of certificates) {
      const path = parameters.get(parameter);
      if (path && !isReadable(path)) {
        throw new SettingsError(
          `${name} names the file ${path} (${parameter}), which is not there or may not be read by the user that runs Noa.`,
        );
      }
    }
  }
}

/**
 * Certificates beside those that Node knows: of a file that it cannot use it says so once, and goes on without it. Whoever connects to what they
 * are for would say then that its certificate is not trusted.
 *
 * @throws {SettingsError}
 */
export function refuseNoCertificates({ NODE_EXTRA_CA_CERTS: path }: Environment): void {
  if (path && !holdsCertificate(path)) {
    throw new SettingsError(
      `NODE_EXTRA_CA_CERTS names the file ${path}, which is not there, may not be read by the user that runs Noa, or holds no certificate (PEM).`,
    );
  }
}

function holdsCertificate(path: string): boolean {
  try {
    return new X509Certificate(readFileSync(path, 'utf8')).raw.length > 0;
  } catch {
    return false;
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Removing backups removes files of months that no backup needs any more: it must not find the months themselves there, nor they it.
 *
 * @param backupTo - the place of backups; null where there is none.
 * @param monthsTo - that of months outside the database; null where they are in it.
 * @param name - of what names the first.
 * @throws {SettingsError}
 */
export function refuseMonthsAmongBackups(backupTo: string | null, monthsTo: string | null, name: string): void {
  if (backupTo === null || monthsTo === null) {
    return;
  }
  const [backups, months] = [comparable(backupTo), comparable(monthsTo)];
  if (backups.startsWith(months) || months.startsWith(backups)) {
    throw new SettingsError(
      `${name} (${backupTo}) and COLD_MONTHS_TO (${monthsTo}) lie one within the other, so that removing old backups could remove months that are needed: give each a place of its own.`,
    );
  }
}

/**
 * The embedded provider signs in to the database by itself.
 *
 * @throws {SettingsError}
 */
export function refuseLoneLogin({ databaseAppUrl, oidc }: Settings): void {
  if (databaseAppUrl !== null && oidc.authority === null) {
    throw new SettingsError(
      'DATABASE_APP_URL asks for OIDC_AUTHORITY: the embedded provider has a login that Noa makes itself.',
    );
  }
}

/** A place by one name, with a slash at its end: one is in another if it begins as that does. */
function comparable(place: string): string {
  const plain = /^\w+:\/\//.test(place) ? place : realPathOf(resolve(place));
  return `${plain.replace(/\/+$/, '')}/`;
}

/** As it is without links, as far as it is there. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(realPathOf(dirname(path)), basename(path));
  }
}

/** What production cannot do without, and what asks for it. */
const needed = {
  always: ['PUBLIC_URL', 'DATABASE_URL', 'DATA_KEY'],
  /** Tokens of another provider are made out to many. */
  elsewhere: ['OIDC_AUTHORITY', 'OIDC_AUDIENCE'],
  /** Who is invited, or forgot a password, is sent a link. */
  embedded: ['SMTP_URL'],
} as const;

/**
 * Production takes no demonstration and no default that hides a missing setting: neither who keeps the accounts is guessed.
 *
 * @throws {SettingsError}
 */
export function refuseGuesses({ demo }: Settings, env: Environment): void {
  if (demo) {
    throw new SettingsError(
      'DEMO=1 is not for production: demonstration accounts have a known password. Leave DEMO out.',
    );
  }
  if (!env['ACCOUNTS'] && !env['OIDC_AUTHORITY']) {
    throw new SettingsError(
      'OIDC_AUTHORITY must be set in production (NODE_ENV=production), or ACCOUNTS=embedded where Noa itself is to keep the accounts.',
    );
  }
  for (const name of [...needed.always, ...needed[env['ACCOUNTS'] ? 'embedded' : 'elsewhere']]) {
    if (!env[name]) {
      const reason = env['ACCOUNTS'] && name === 'SMTP_URL' ? 'production with ACCOUNTS=embedded' : 'production';
      throw new SettingsError(`${name} must be set in ${reason} (NODE_ENV=production).`);
    }
  }
}

/**
 * Production sends nothing that identifies a person over an open line, and trusts nobody it was not told to.
 *
 * @throws {SettingsError}
 */
export function refuseInsecure({ publicUrl, oidc, dataKey, mqttUrl, eventsUrl, trustedProxies }: Settings): void {
  for (const [name, address] of [
    ['PUBLIC_URL', publicUrl],
    ['OIDC_AUTHORITY', oidc.authority],
  ] as const) {
    const { protocol, hostname } = new URL(address ?? publicUrl);
    if (protocol === 'http:' && !isLoopback(hostname)) {
      throw new SettingsError(`${name} must begin with https:// in production: tokens would be read on the way.`);
    }
  }
  if (dataKey !== null && isWeakKey(dataKey)) {
    throw new SettingsError('DATA_KEY was not made at random; make one with: openssl rand -base64 32');
  }
  if (mqttUrl !== null && sendsPasswordInClear(mqttUrl)) {
    throw new SettingsError('MQTT_URL sends its password in clear text; use mqtts:// in production.');
  }
  if (eventsUrl !== null && sendsPasswordInClear(eventsUrl)) {
    throw new SettingsError('EVENTS_URL sends its password in clear text; use https:// in production.');
  }
  const everybody = trustedProxies.find(reachesEverybody);
  if (everybody !== undefined) {
    throw new SettingsError(
      `TRUSTED_PROXIES has "${everybody}": whoever sends a request could say where it comes from. Name your proxies only.`,
    );
  }
}
