import { describe, expect, it } from 'vitest';
import { readSettings } from './config.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://noa.example',
  DATABASE_URL: 'postgresql://noa@db/noa',
  OIDC_AUTHORITY: 'https://id.example/realms/town',
  OIDC_AUDIENCE: 'noa',
  DATA_KEY: 'a'.repeat(64),
};

describe('readSettings', () => {
  it('needs nothing for a first try', () => {
    expect(readSettings({})).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      databaseUrl: null,
      dataKey: null,
      production: false,
      demo: true,
    });
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
    ['OIDC_AUTHORITY', 'ftp://id.example'],
    ['MQTT_URL', 'http://broker.example'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'noa@noa.test'],
    ['DATA_KEY', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'yes'],
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
    expect(readSettings(production)).toMatchObject({ production: true, demo: false });
  });

  it.each(['PUBLIC_URL', 'DATABASE_URL', 'OIDC_AUTHORITY', 'OIDC_AUDIENCE', 'DATA_KEY'])(
    'does not start in production without %s',
    (name) => {
      expect(() => readSettings({ ...production, [name]: undefined })).toThrow(name);
    },
  );

  it('does not start the demonstration in production', () => {
    expect(() => readSettings({ ...production, DEMO: '1' })).toThrow('DEMO');
  });
});
