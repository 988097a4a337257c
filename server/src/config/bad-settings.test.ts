import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError, OperatorError } from '@noa/domain/errors.ts';
import { refuseTakenPort } from '../http/port.ts';
import { makeDataFolder } from '../process/data-folder.ts';
import { explainStartFailure, reaching, startFailureCode } from '../process/start-failure.ts';
import { readSettings } from './config.ts';
import { SettingsError } from './setting-readers.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-settings-'));
afterAll(() => rm(folder, { recursive: true }));

/** What people make of a URL on the way to a setting. */
const noUrls = (protocol: string) => [
  ` ${protocol}://host.example/name`,
  `${protocol}://host.example/name `,
  `${protocol}://host.example/na me`,
  `${protocol}://host.example/name\n`,
  `${protocol}:/host.example/name`,
  `${protocol}:host.example/name`,
  `${protocol}//host.example/name`,
  `${protocol}://`,
  `${protocol}:///`,
  `${protocol}s3cret://host.example/name`,
  'host.example/name',
  'host.example:80/name',
  '/name',
  'javascript:alert(1)',
  '0',
];

const noNumbers = ['-1', '1.5', '1e3', '0x10', ' 5', '5 ', 'five', '99999999999', 'NaN', 'Infinity', '1,000'];
const noSwitches = ['yes', 'true', 'TRUE', '2', ' 1', 'on', 'off'];
const noStores = [
  's3:/bucket',
  's3:bucket/prefix',
  's3:',
  's3://',
  's3:///prefix',
  's3://?x',
  ' s3://bucket',
  's3://buc ket',
  'S3:/bucket',
  'ftp://host/x',
  'file:/srv',
  'file:///srv',
  'https://bucket.example',
  '/mnt/backups ',
];

/** By setting: values that cannot be used, each by itself in an otherwise right environment. */
const bad: Readonly<Record<string, readonly string[]>> = {
  PORT: [...noNumbers, '0', '65536'],
  HOST: ['https://noa.ro', 'noa.ro:8080', 'noa.ro/', ' noa.ro', '[::1]', '10.0.0.0/8', '300 .1', '-', '.'],
  PUBLIC_URL: [
    ...noUrls('https'),
    'https://noa.ro?x=1',
    'https://noa.ro/?x=1',
    'https://noa.ro#x',
    'https://noa.ro/noa',
    'https://noa.ro/noa/',
    'https://noa.ro//a',
  ],
  DATABASE_URL: [
    ...noUrls('postgres'),
    'postgres://noa@db/noa?sslmode=verify-full&sslrootcert=/nowhere/ca.crt',
    'postgres://noa@db/noa?sslcert=/nowhere/noa.crt',
    'postgres://noa@db',
    'postgres://noa@db/',
    'postgres://noa@db:5432/?ssl=true',
  ],
  DATABASE_APP_URL: [...noUrls('postgres'), 'postgres://noa@db'],
  DATABASE_READ_URL: [...noUrls('postgres'), 'postgres://standby'],
  EVENTS_URL: noUrls('https'),
  ACCOUNTS: ['keycloak', 'EMBEDDED', ' embedded', '1'],
  OIDC_AUTHORITY: [...noUrls('https'), 'https://id.ro/realms/dev?x=1', 'https://id.ro/realms/dev#x'],
  SECOND_FACTOR: ['mayor', 'root,,manager', 'none,root', 'root;manager'],
  DATA_KEY: ['short', 'a'.repeat(63), 'g'.repeat(64), 'a'.repeat(200)],
  MAP_UPLOAD_MB: [...noNumbers, '0', '1001'],
  MAP_STYLE_URL: noUrls('https'),
  MQTT_URL: noUrls('mqtts'),
  SMTP_URL: [...noUrls('smtp'), 'smtp://noa:100%@mail.noa.ro', 'smtps://noa:%C8@mail.noa.ro'],
  MAIL_FROM: ['noa', 'noa@', '@noa.ro', 'Noa <noa>', 'a@b.ro, c@d.ro', 'Noa <a@b.ro> <c@d.ro>'],
  WEBHOOK_PRIVATE: noSwitches,
  TRUSTED_PROXIES: [
    '10.0.0.0/99',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '/8',
    'proxy',
    '10.0.0',
    '10.0.0.1:80',
    '10.0.0.1 10.0.0.2',
    '10.0.0.0/-1',
  ],
  BACKUP_TO: noStores,
  BACKUP_AT: ['24:00', '1:30', '01:60', '01:30:00', ' 01:30', 'noon'],
  BACKUP_KEEP: [...noNumbers, '0'],
  COLD_MONTHS_TO: noStores,
  COLD_MONTHS_AFTER: [...noNumbers, '3', '121'],
  DISK_FREE_MB: noNumbers,
  DRAIN_NOTICE_SECONDS: [...noNumbers, '21'],
  UV_THREADPOOL_SIZE: [...noNumbers, '0', '1025'],
  NODE_EXTRA_CA_CERTS: ['no-such.pem', '.', 'package.json', '/proc/self/mem'],
  METRICS_TOKEN: ['short', `${'a '.repeat(40)}`],
  OTEL_EXPORTER_OTLP_ENDPOINT: noUrls('http'),
  LOG_LEVEL: ['loud', 'INFO', ' info'],
  DEMO: noSwitches,
  DEMO_EVENTS: [...noNumbers, '999', '1000001'],
  IS_COPY: noSwitches,
  NODE_ENV: ['prod', 'PRODUCTION', ' production'],
};

/** Those that are no setting's business to refuse: any text will do, or what it names is looked at later. */
const anyText = new Set(['DATA_DIR', 'OIDC_CLIENT_ID', 'OIDC_AUDIENCE', 'MAP_FILE']);

/** What a setting asks for beside it. */
const beside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SMTP_URL: { MAIL_FROM: 'noa@noa.ro' },
  MAIL_FROM: { SMTP_URL: 'smtp://mail.noa.ro' },
  DATABASE_READ_URL: { DATABASE_URL: 'postgres://noa@db/noa' },
  DATABASE_APP_URL: { OIDC_AUTHORITY: 'https://id.ro/realms/dev' },
};

/** What is thrown is said by the setting's name, and ends the start for good. */
function expectRefusal(error: unknown, name: string) {
  expect(error).toBeInstanceOf(OperatorError);
  expect(explainStartFailure(error)).toMatch(
    new RegExp(`^Noa did not start\\. [^\\n]*\\b${name}\\b[^\\n]*\\.$|${name}\\b.*openssl`),
  );
  expect(startFailureCode(error)).toBe(1);
}

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('a setting that cannot be used', () => {
  it('is tried here, of all that README.md tells of', async () => {
    const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
    const told = [...readme.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name = '']) => name);
    expect(told.filter((name) => !anyText.has(name)).toSorted()).toEqual(Object.keys(bad).toSorted());
  });

  it.each(Object.entries(bad).flatMap(([name, values]) => values.map((value) => ({ name, value }))))(
    'is named, with the exit code of one: $name=$value',
    ({ name, value }) => {
      const error = thrownBy(() => readSettings({ ...beside[name], [name]: value }));

      expect(error).toBeInstanceOf(SettingsError);
      expectRefusal(error, name);
      expect((error as Error).message).not.toContain('s3cret');
    },
  );

  it.each(['10.99.99.99', 'no-such-host.invalid', '2001:db8::1'])(
    'is named when the server cannot listen at HOST=%s',
    async (host) => {
      const error = await refuseTakenPort({ port: 8999, host }).catch((thrown: unknown) => thrown);

      expect(error).toBeInstanceOf(OperatorError);
      expect(explainStartFailure(error)).toContain(`HOST is "${host}"`);
    },
  );

  it('is named when DATA_DIR is a file, lies in one, leads nowhere, or takes no folders', async () => {
    const file = join(folder, 'file');
    const loop = join(folder, 'loop');
    await writeFile(file, '');
    await symlink(loop, loop);
    for (const dataDir of [
      file,
      join(file, 'data'),
      loop,
      join(folder, 'a'.repeat(300)),
      '/sys/noa',
      '/proc/noa/data',
    ]) {
      expectRefusal(await makeDataFolder(dataDir).catch((thrown: unknown) => thrown), 'DATA_DIR');
    }
  });
});

describe('a setting that is right', () => {
  it('is HOST where every address is meant and the kernel has no IPv6: every one of IPv4 is listened on', async () => {
    const withoutIpv6 = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
      process.nextTick(() => this.emit('error', Object.assign(new Error('listen'), { code: 'EAFNOSUPPORT' })));
      return this;
    });
    onTestFinished(() => withoutIpv6.mockRestore());

    expect(await refuseTakenPort({ port: 8998, host: '::' })).toBe('0.0.0.0');
  });

  it.each([
    ['HOST', '127.0.0.1'],
    ['HOST', '::1'],
    ['PUBLIC_URL', 'https://noa.ro:8443/'],
    ['PUBLIC_URL', 'http://[::1]:8080'],
    ['DATABASE_URL', 'postgresql://noa@/noa?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres:///noa?host=/run/postgresql'],
    ['DATABASE_URL', 'postgres://noa:p%20w@db:5432/noa?sslmode=require'],
    ['SMTP_URL', 'smtps://user:p%40ss@mail.noa.ro:465'],
    ['SMTP_URL', 'smtps://user:100%25@mail.noa.ro:465'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1,fd00::/48 ,192.168.0.0/32,0.0.0.0/0'],
    ['BACKUP_TO', 's3://bucket'],
    ['BACKUP_TO', './s3:'],
    ['BACKUP_TO', 'backups'],
    ['COLD_MONTHS_TO', '/srv/cold months'],
    ['EVENTS_URL', 'https://noa:password@events:8443/noa?cluster=name'],
    ['OIDC_AUTHORITY', 'https://id.ro/realms/dev/'],
  ])('is taken: %s=%s', (name, value) => {
    expect(thrownBy(() => readSettings({ ...beside[name], [name]: value }))).toBeUndefined();
  });

  it('is NODE_EXTRA_CA_CERTS where its file holds certificates', async () => {
    const file = join(folder, 'town.pem');
    await writeFile(file, `The town's own\n${rootCertificates.slice(0, 2).join('\n')}\n`);

    expect(thrownBy(() => readSettings({ NODE_EXTRA_CA_CERTS: file }))).toBeUndefined();
  });
});

describe('what PostgreSQL and the network say', () => {
  const failing = (code: string) => Object.assign(new Error('said'), { code });

  it.each([
    ['28P01', 1],
    ['28000', 1],
    ['3D000', 1],
    ['42501', 1],
    ['SELF_SIGNED_CERT_IN_CHAIN', 1],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 1],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 1],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 1],
    ['CERT_HAS_EXPIRED', 75],
    ['ECONNREFUSED', 75],
    ['ENOTFOUND', 75],
    ['25006', 75],
  ] as const)('%s is said by the setting that it comes of', async (code, exitCode) => {
    for (const setting of ['DATABASE_URL', 'DATABASE_APP_URL']) {
      const error = await reaching(setting, () => Promise.reject(failing(code))).catch((thrown: unknown) => thrown);
      expect(explainStartFailure(error)).toMatch(new RegExp(`^Noa did not start\\. ${setting} .*\\(said\\)\\.$`));
      expect(startFailureCode(error)).toBe(exitCode);
    }
  });

  it.each([
    ['08P01', 'unsupported startup parameter: options', 'leads to a pooler of connections'],
    ['42704', 'unrecognized configuration parameter "idle_session_timeout"', 'leads to a PostgreSQL that is too old'],
  ])('%s does not pass by itself: %s', async (code, said, told) => {
    const refusal = Object.assign(new Error(said), { code });
    const error = await reaching('DATABASE_URL', () => Promise.reject(refusal)).catch((thrown: unknown) => thrown);

    expect(explainStartFailure(error)).toMatch(new RegExp(`^Noa did not start\\. DATABASE_URL ${told}.*\\(${said}\\)`));
    expect(startFailureCode(error)).toBe(1);
  });

  it('is found behind what clients of the API are told, and where each address of a name failed', async () => {
    const behind = new AppError('LimitExceeded', 'Try again', { cause: new AggregateError([failing('ECONNREFUSED')]) });
    await expect(reaching('DATABASE_URL', () => Promise.reject(behind))).rejects.toThrow(
      /^DATABASE_URL leads to where/,
    );
  });

  it('is the inner setting’s where one step is within another, and nobody’s where PostgreSQL is embedded', async () => {
    const inner = () => reaching('DATABASE_APP_URL', () => Promise.reject(failing('28P01')));
    await expect(reaching('DATABASE_URL', inner)).rejects.toThrow(/^DATABASE_APP_URL /);
    await expect(reaching(null, () => Promise.reject(failing('28P01')))).rejects.toThrow(/^said$/);
  });

  it.each(['EEXIST', 'EROFS', 'ENOTDIR', 'EADDRNOTAVAIL', 'ERR_INVALID_URL'])('%s does not pass by itself', (code) => {
    expect(startFailureCode(failing(code))).toBe(1);
  });
});
