import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from './config.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://noa.example',
  DATABASE_URL: 'postgresql://noa@db/noa',
  OIDC_AUTHORITY: 'https://id.example/realms/town',
  OIDC_AUDIENCE: 'noa',
  DATA_KEY: '9f1c0b7ae24d8365f0a1927c5be83d4610aa4f7e2c99b3d85e61074cd82b53fe',
};

describe('readSettings', () => {
  it('needs nothing for a first try', () => {
    expect(readSettings({})).toMatchObject({
      port: 8080,
      host: 'localhost',
      publicUrl: 'http://localhost:8080',
      databaseUrl: null,
      databaseAppUrl: null,
      dataKey: null,
      production: false,
      demo: true,
      demoEvents: 200_000,
    });
  });

  it.each(['https://Noa.Example:443', 'HTTPS://noa.example/', 'https://noa.example:443/'])(
    'knows where browsers reach it as they say it themselves, of PUBLIC_URL=%s',
    (written) => {
      expect(readSettings({ PUBLIC_URL: written }).publicUrl).toBe('https://noa.example');
    },
  );

  it('makes no backup by itself where no place is set, and one a day where one is', () => {
    expect(readSettings({}).backup.to).toBeNull();
    expect(readSettings({ BACKUP_TO: 's3://town/noa', BACKUP_AT: '23:59' }).backup).toEqual({
      to: 's3://town/noa',
      at: 23 * 60 + 59,
      keep: 14,
    });
  });

  it('takes no place for months of events within that of backups, nor the reverse, by whatever name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'noa-config-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await symlink(folder, join(folder, 'same'));
    for (const [backups, months] of [
      ['/b', '/b/cold-months'],
      ['/b/backups/', '/b'],
      ['/b', '/c/../b/'],
      ['s3://town/noa', 's3://town/noa/cold'],
      ['s3://town', 's3://town/cold'],
      [join(folder, 'b'), join(folder, 'same/b/later')],
    ] as const) {
      expect(() => readSettings({ BACKUP_TO: backups, COLD_MONTHS_TO: months })).toThrow(
        `BACKUP_TO (${backups}) and COLD_MONTHS_TO (${months})`,
      );
    }
    expect(readSettings({ BACKUP_TO: '/b', COLD_MONTHS_TO: '/b-months' }).coldMonths.to).toBe('/b-months');
    expect(readSettings({ BACKUP_TO: 's3://town/b', COLD_MONTHS_TO: 's3://town/bc' }).backup.to).toBe('s3://town/b');
  });

  it('shares nothing of a copy with the server that it stands beside', () => {
    const shared = {
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'noa@noa.example',
      MQTT_URL: 'mqtts://broker.example',
      EVENTS_URL: 'https://events.example:8443/noa',
      DATABASE_READ_URL: 'postgres://standby.example/noa',
      BACKUP_TO: '/mnt/backups',
    };
    const nothing = { mail: null, mqttUrl: null, eventsUrl: null, databaseReadUrl: null, backup: { to: null } };

    expect(readSettings({ ...production, ...shared })).not.toMatchObject(nothing);
    expect(readSettings({ ...production, ...shared, IS_COPY: '1' })).toMatchObject({ isCopy: true, ...nothing });
  });

  it('bounds the map that is uploaded', () => {
    expect(readSettings({}).mapUploadBytes).toBe(300_000_000);
    expect(readSettings({ MAP_UPLOAD_MB: '1000' }).mapUploadBytes).toBe(1_000_000_000);
    expect(() => readSettings({ MAP_UPLOAD_MB: '1001' })).toThrow('MAP_UPLOAD_MB');
  });

  it('has one ground for the map, by its path from anywhere', () => {
    const named = { MAP_FILE: '/srv/maps/pascani.pmtiles' };

    expect(readSettings({}).mapFile).toBeNull();
    expect(readSettings(named).mapFile).toBe('/srv/maps/pascani.pmtiles');
    expect(readSettings({ MAP_FILE: 'town.pmtiles' }).mapFile).toBe(resolve('town.pmtiles'));
    expect(() => readSettings({ ...named, MAP_STYLE_URL: 'https://maps.example/style.json' })).toThrow(
      'MAP_FILE and MAP_STYLE_URL name two grounds',
    );
  });

  it('sends traces where a collector is named, by the names that OpenTelemetry has for it', () => {
    const named = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

    expect(readSettings({}).traces).toBeNull();
    expect(readSettings({ ...named, OTEL_SDK_DISABLED: 'true' }).traces).toBeNull();
    expect(readSettings(named).traces).toEqual({
      sampler: 'parentbased_always_on',
      ratio: 1,
      timeoutMs: 3_000,
    });
    expect(
      readSettings({
        ...named,
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
        OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      }).traces,
    ).toEqual({ sampler: 'traceidratio', ratio: 0.1, timeoutMs: 500 });
    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
      ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
      ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon'],
    ] as const) {
      expect(() => readSettings({ ...named, [name]: value })).toThrow(name);
    }
  });

  it('takes no replica of the embedded PostgreSQL, which has none', () => {
    expect(() => readSettings({ DATABASE_READ_URL: 'postgres://standby/noa' })).toThrow('asks for DATABASE_URL');
    const urls = { DATABASE_URL: 'postgres://noa@db/noa', DATABASE_READ_URL: 'postgres://standby/noa' };
    expect(readSettings(urls).databaseReadUrl).toBe('postgres://standby/noa');
  });

  it('takes a PostgreSQL over a Unix socket', () => {
    const url = 'postgresql://noa@/noa?host=/run/postgresql';
    expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PUBLIC_URL', 'noa.example'],
    ['DATABASE_URL', 'mysql://db/noa'],
    ['DATABASE_READ_URL', 'mysql://db/noa'],
    ['OIDC_AUTHORITY', 'ftp://id.example'],
    ['MQTT_URL', 'http://broker.example'],
    ['EVENTS_URL', 'clickhouse://events.example:9000/noa'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'noa@noa.test'],
    ['DATA_KEY', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'yes'],
    ['SECOND_FACTOR', 'root,mayor'],
    ['SECOND_FACTOR', 'none,root'],
    ['BACKUP_TO', 'ftp://backups'],
    ['BACKUP_TO', 's3://'],
    ['COLD_MONTHS_TO', 'gs://months'],
    ['COLD_MONTHS_AFTER', '3'],
    ['BACKUP_AT', '24:00'],
    ['BACKUP_KEEP', '0'],
    ['METRICS_TOKEN', 'short enough to be guessed'],
    ['METRICS_TOKEN', `${'with a space '.repeat(4)}`],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['NODE_ENV', 'prod'],
  ])('refuses %s=%s, naming it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  it('does not repeat a password in what it says', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://noa:secret@db/noa' })).not.toThrow(/secret/);
  });

  it('takes a mail server and a sender, or neither', () => {
    const smtpUrl = 'smtp://mail.example';
    expect(readSettings({}).mail).toBeNull();
    expect(readSettings({ SMTP_URL: smtpUrl, MAIL_FROM: 'Noa <noa@noa.test>' }).mail).toEqual({
      smtpUrl,
      from: 'Noa <noa@noa.test>',
    });
    expect(() => readSettings({ SMTP_URL: smtpUrl })).toThrow('MAIL_FROM');
    expect(() => readSettings({ SMTP_URL: smtpUrl, MAIL_FROM: 'a@b.ro>\r\nBcc: c@d.ro' })).toThrow('MAIL_FROM');
  });

  it('runs in production when all is said', () => {
    expect(readSettings(production)).toMatchObject({ production: true, demo: false, host: '::' });
  });

  it.each([
    ['PUBLIC_URL', 'http://noa.example'],
    ['OIDC_AUTHORITY', 'http://id.example/realms/town'],
    ['OIDC_AUTHORITY', 'http://localhost.example/realms/town'],
    ['DATA_KEY', 'a'.repeat(64)],
    ['DATA_KEY', '0123456789abcdef'.repeat(4)],
    ['DATA_KEY', Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex')],
    ['MQTT_URL', 'mqtt://noa:secret@broker.example'],
    ['EVENTS_URL', 'http://noa:secret@events.example:8123/noa'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,0.0.0.0/0'],
    ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUSTED_PROXIES', '::/0'],
  ])('refuses %s=%s in production, naming it', (name, value) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(name);
  });

  it.each([
    ['PUBLIC_URL', 'http://localhost:8080'],
    ['OIDC_AUTHORITY', 'http://127.0.0.1:8081/realms/town'],
    ['MQTT_URL', 'mqtt://broker.example'],
    ['MQTT_URL', 'mqtt://noa:secret@127.0.0.1'],
    ['EVENTS_URL', 'http://noa:secret@127.0.0.1:8123/noa'],
    ['EVENTS_URL', 'https://noa:secret@events.example:8443/noa'],
    ['MQTT_URL', 'mqtts://noa:secret@broker.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,172.16.0.7,fd00::/48'],
    ['HOST', '127.0.0.1'],
  ])('takes %s=%s in production', (name, value) => {
    expect(readSettings({ ...production, [name]: value }).production).toBe(true);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5'])('does not listen on %s with known passwords', (host) => {
    expect(() => readSettings({ HOST: host })).toThrow('HOST');
  });

  it.each(['PUBLIC_URL', 'DATABASE_URL', 'OIDC_AUTHORITY', 'OIDC_AUDIENCE', 'DATA_KEY'])(
    'does not start in production without %s',
    (name) => {
      expect(() => readSettings({ ...production, [name]: undefined })).toThrow(name);
    },
  );

  describe('with accounts of its own', () => {
    const { OIDC_AUTHORITY: _authority, OIDC_AUDIENCE: _audience, ...rest } = production;
    const embedded = { ...rest, ACCOUNTS: 'embedded', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'noa@noa.test' };

    it('runs in production when that is said', () => {
      expect(readSettings(embedded)).toMatchObject({
        production: true,
        oidc: { authority: null },
        secondFactor: expect.arrayContaining(['root', 'local_implementer']),
      });
      expect(readSettings({ ...embedded, SECOND_FACTOR: 'none' }).secondFactor).toEqual([]);
    });

    it.each(['ACCOUNTS', 'SMTP_URL', 'PUBLIC_URL', 'DATABASE_URL', 'DATA_KEY'])(
      'does not start in production without %s',
      (name) => {
        expect(() => readSettings({ ...embedded, [name]: undefined })).toThrow(name);
      },
    );

    it('refuses another provider beside it, also outside production', () => {
      expect(() => readSettings({ ACCOUNTS: 'embedded', OIDC_AUTHORITY: 'https://id.example' })).toThrow('ACCOUNTS');
      expect(() => readSettings({ ACCOUNTS: 'keycloak' })).toThrow('ACCOUNTS');
    });
  });

  it('does not start the demonstration in production', () => {
    expect(() => readSettings({ ...production, DEMO: '1' })).toThrow('DEMO');
  });
});
