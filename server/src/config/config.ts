import { resolve } from 'node:path';
import { roles, type Role } from '@noa/domain/vocabulary.ts';
import { isLoopback } from './insecure-settings.ts';
import {
  refuseGuesses,
  refuseInsecure,
  refuseLoneLogin,
  refuseLoneReplica,
  refuseLostCertificates,
  refuseMonthsAmongBackups,
  refuseNoCertificates,
  refuseTwoAccounts,
  refuseTwoGrounds,
} from './refused-settings.ts';
import {
  host,
  integer,
  networks,
  oneOf,
  SettingsError,
  storeAddress,
  url,
  type Environment,
} from './setting-readers.ts';
import { metricsToken, traces, type TraceSettings } from './watching-settings.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

export interface Settings {
  readonly port: number;
  /** The address we listen on. */
  readonly host: string;
  /** Where browsers reach us; no slash at its end. */
  readonly publicUrl: string;
  /** Absolute path of everything we keep on disk. */
  readonly dataDir: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** The application's own login; null: one that is made in the database. */
  readonly databaseAppUrl: string | null;
  /** The ClickHouse that counts events, for all servers; null: DuckDB, in a file of each server. */
  readonly eventsUrl: string | null;
  /** A hot standby of the database, which queries are read at; null: none. */
  readonly databaseReadUrl: string | null;
  readonly oidc: {
    /** Null: the embedded provider. */
    readonly authority: string | null;
    readonly clientId: string;
    readonly audience: string;
  };
  /** Roles that are asked for a code beside the password, where Noa keeps the accounts. */
  readonly secondFactor: readonly Role[];
  /** 32 bytes that personal data is encrypted with; null: a key of this installation's own, kept in `dataDir`. */
  readonly dataKey: Buffer | null;
  readonly mapStyleUrl: string | null;
  /** Absolute path of the PMTiles file with the streets under the map; null: none is named. */
  readonly mapFile: string | null;
  /** Bytes of a map that is uploaded in the console. */
  readonly mapUploadBytes: number;
  /** The broker over which gateways may send what they send over HTTP; null: none. */
  readonly mqttUrl: string | null;
  /** The mail server that reports and invitations are sent by, and the sender they carry; null: they are not sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** Whether webhooks may go to addresses of private networks, and over http. */
  readonly webhookPrivate: boolean;
  /** Addresses and networks (`10.0.0.0/8`) of the proxies before us; from others `X-Forwarded-For` is not believed. */
  readonly trustedProxies: readonly string[];
  readonly backup: {
    /** The folder or `s3://bucket/prefix` that a backup goes to every day; null: none is made by itself. */
    readonly to: string | null;
    /** When it is made: minutes after midnight, in UTC. */
    readonly at: number;
    /** How many of them are kept. */
    readonly keep: number;
  };
  readonly coldMonths: {
    /** The folder or `s3://bucket/prefix` that past months of events are moved to; null: they stay in the database. */
    readonly to: string | null;
    /** How many months after its end a month is moved. */
    readonly after: number;
  };
  /** Bytes that must be free in `dataDir`; with fewer the server says that it is not ready. */
  readonly minFreeBytes: number;
  /** Milliseconds for which a server that is to stop takes new connections, so that proxies notice. */
  readonly drainNoticeMs: number;
  readonly logLevel: LogLevel;
  /** Who shows it may read `/metrics`; null: nobody, and there is none. */
  readonly metricsToken: string | null;
  /** Which traces are sent to the collector that OpenTelemetry's own settings name; null: none is named. */
  readonly traces: TraceSettings | null;
  /** Whether another server runs with the database that this one's is a copy of: see `withoutTheOthers`. */
  readonly isCopy: boolean;
  readonly production: boolean;
  /** Whether an empty database is filled with the demonstration town. */
  readonly demo: boolean;
  /** Card events of the demonstration town. */
  readonly demoEvents: number;
}

/**
 * Reads the settings (README.md, "Settings"). What is not set has a default only where a first try needs one;
 * production has none for what must not be guessed.
 *
 * @throws {SettingsError} for the first setting that cannot be used.
 */
export function readSettings(env: Environment): Settings {
  const nodeEnv = oneOf(env, 'NODE_ENV', ['development', 'test', 'production'], 'development');
  const production = nodeEnv === 'production';
  const port = integer(env, 'PORT', 8080, { min: 1, max: 65_535 });
  integer(env, 'UV_THREADPOOL_SIZE', 16, { min: 1, max: 1_024 }); // judged here; libuv has it from `process/thread-pool.ts`
  const demo = oneOf(env, 'DEMO', ['0', '1'], production ? '0' : '1') === '1';
  const settings: Settings = {
    port,
    host: host(env, 'HOST', production ? '::' : 'localhost'),
    publicUrl: url(env, 'PUBLIC_URL', ['http:', 'https:'], { path: false, query: false }) ?? `http://localhost:${port}`,
    dataDir: resolve(env['DATA_DIR'] || 'data'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'], { database: true }),
    databaseAppUrl: url(env, 'DATABASE_APP_URL', ['postgres:', 'postgresql:'], { database: true }),
    eventsUrl: url(env, 'EVENTS_URL', ['http:', 'https:']),
    databaseReadUrl: url(env, 'DATABASE_READ_URL', ['postgres:', 'postgresql:'], { database: true }),
    oidc: {
      authority: url(env, 'OIDC_AUTHORITY', ['http:', 'https:'], { query: false }),
      clientId: env['OIDC_CLIENT_ID'] || 'noa-frontend',
      audience: env['OIDC_AUDIENCE'] || 'urn:noa:api',
    },
    secondFactor: roleList(env, 'SECOND_FACTOR', production && env['ACCOUNTS'] ? 'root,local_implementer' : 'none'),
    dataKey: readKey(env, 'DATA_KEY'),
    mapStyleUrl: url(env, 'MAP_STYLE_URL', ['http:', 'https:']),
    mapFile: env['MAP_FILE'] ? resolve(env['MAP_FILE']) : null,
    mapUploadBytes: integer(env, 'MAP_UPLOAD_MB', 300, { min: 1, max: 1_000 }) * 1_000_000,
    mqttUrl: url(env, 'MQTT_URL', ['mqtt:', 'mqtts:']),
    mail: mail(env),
    webhookPrivate: oneOf(env, 'WEBHOOK_PRIVATE', ['0', '1'], '0') === '1',
    trustedProxies: networks(env, 'TRUSTED_PROXIES'),
    backup: {
      to: storeAddress(env, 'BACKUP_TO'),
      at: timeOfDay(env, 'BACKUP_AT', '01:30'),
      keep: integer(env, 'BACKUP_KEEP', 14, { min: 1, max: 10_000 }),
    },
    coldMonths: {
      to: storeAddress(env, 'COLD_MONTHS_TO'),
      after: integer(env, 'COLD_MONTHS_AFTER', 13, { min: 4, max: 120 }),
    },
    minFreeBytes: integer(env, 'DISK_FREE_MB', 512, { min: 0, max: 1_000_000_000 }) * 1_000_000,
    drainNoticeMs: integer(env, 'DRAIN_NOTICE_SECONDS', production ? 3 : 0, { min: 0, max: 20 }) * 1_000,
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    metricsToken: metricsToken(env),
    traces: traces(env),
    isCopy: oneOf(env, 'IS_COPY', ['0', '1'], '0') === '1',
    production,
    demo,
    demoEvents: integer(env, 'DEMO_EVENTS', 200_000, { min: 1_000, max: 1_000_000 }),
  };
  refuseTwoAccounts(env);
  refuseTwoGrounds(settings);
  refuseLoneReplica(settings);
  refuseLostCertificates(settings);
  refuseNoCertificates(env);
  refuseMonthsAmongBackups(settings.backup.to, settings.coldMonths.to, 'BACKUP_TO');
  refuseLoneLogin(settings);
  if (production) {
    refuseGuesses(settings, env);
    refuseInsecure(settings);
  } else if (!isLoopback(settings.host)) {
    throw new SettingsError(
      `HOST is "${settings.host}", where others reach it; a development server, whose passwords are known, listens on localhost only. Set NODE_ENV=production for the rest.`,
    );
  }
  return settings.isCopy ? withoutTheOthers(settings) : settings;
}

/**
 * Of a copy, without what it would share with the server that it stands beside: nobody gets a mail twice, no message of a gateway is answered
 * by who will forget it, its backups are not taken for the newest of the other's, and its events do not take the place of the other's in
 * ClickHouse: it counts them by itself, and reads at no replica of another database.
 */
const withoutTheOthers = (settings: Settings): Settings => ({
  ...settings,
  mail: null,
  mqttUrl: null,
  eventsUrl: null,
  databaseReadUrl: null,
  backup: { ...settings.backup, to: null },
});

/** Minutes after midnight. */
function timeOfDay(env: Environment, name: string, fallback: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(env[name] || fallback) ?? [];
  if (hours === undefined) {
    throw new SettingsError(`${name} is "${env[name]}"; it must be a time of day in UTC, as 01:30.`);
  }
  return Number(hours) * 60 + Number(minutes);
}

/** Both or neither: one of them alone is a mistake that would be noticed by nobody. */
function mail(env: Environment): Settings['mail'] {
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  const from = env['MAIL_FROM'];
  if (smtpUrl === null && !from) {
    return null;
  }
  if (smtpUrl === null || !from) {
    throw new SettingsError(
      `${from ? 'MAIL_FROM asks for SMTP_URL' : 'SMTP_URL asks for MAIL_FROM'}: reports are sent with both or not at all.`,
    );
  }
  if (!/^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/.test(from)) {
    throw new SettingsError('MAIL_FROM must be an e-mail address, alone or as "Noa <noa@example.ro>".');
  }
  return { smtpUrl, from };
}

/** Roles by commas, or `none`. */
function roleList(env: Environment, name: string, fallback: string): Role[] {
  const listed = (env[name] || fallback).split(',').map((each) => each.trim());
  const wrong = listed.find((each) => each !== 'none' && !roles.some((role) => role === each));
  if (wrong !== undefined || (listed.includes('none') && listed.length > 1)) {
    throw new SettingsError(`${name} is "${env[name]}"; it must be none, or roles by commas: ${roles.join(', ')}.`);
  }
  return roles.filter((role) => listed.includes(role));
}

/**
 * 32 bytes, as 64 hexadecimal digits or in base64; null if not set.
 *
 * @throws {SettingsError}
 */
export function readKey(env: Environment, name: string): Buffer | null {
  const text = env[name];
  if (!text) {
    return null;
  }
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length !== 32) {
    throw new SettingsError(
      `${name} must be 32 bytes, as 64 hexadecimal digits or in base64 (openssl rand -base64 32).`,
    );
  }
  return bytes;
}
