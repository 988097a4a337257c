import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type MailServer } from '../../../mail/mail-server.fixture.ts';
import { makeDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { chromium, projectRoot, runJourneys } from '../../../testing/journey.fixture.ts';
import { runServer, testKey, type RunningServer } from '../../../testing/running-server.fixture.ts';
import { claimsIn } from '../provider.fixture.ts';

/** Where the pictures of the pages are, to be looked at. */
const pictures = process.env['PICTURES'] ?? join(tmpdir(), 'noa-accounts');

let database: TestDatabase;
let mail: MailServer;
let server: RunningServer;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await makeDatabase('empty');
  mail = await startMailServer();
  settings = {
    DEMO: '0',
    ACCOUNTS: 'embedded',
    SECOND_FACTOR: 'root',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Noa <noa@primaria.ro>',
  };
  server = await runServer(database.url, settings);
});
afterAll(async () => {
  await server.remove();
  await mail.close();
  await database.drop();
});

/** The links that were mailed to an address. */
const linksTo = (email: string | null) =>
  mail.mails
    .filter(({ to }) => email !== null && to.includes(email))
    // As quoted-printable breaks lines.
    .map(({ source }) => /https?:\/\/\S+\/link\/[\w-]+/.exec(source.replaceAll(/=\r?\n/g, ''))?.[0] ?? '');

/** Lets the journey, which is a process of its own, read the mails. */
async function serveMails() {
  const mails = createServer(({ url = '' }, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify(linksTo(new URL(url, 'http://localhost').searchParams.get('to'))));
  }).listen(0, '127.0.0.1');
  await once(mails, 'listening');
  return { url: `http://127.0.0.1:${(mails.address() as AddressInfo).port}`, close: () => mails.close() };
}

describe('a server that was started with nobody in it', () => {
  it.skipIf(!chromium)(
    'leads from the link of its first start to a member who is invited, comes and is blocked',
    async () => {
      const link = /http:\/\/\S+\/link\/\S+/.exec(server.said())?.[0] ?? '';
      expect(link).toContain(server.origin);
      const mails = await serveMails();
      await mkdir(pictures, { recursive: true });
      await runJourneys('accounts', server.instance.port, {
        ROOT_LINK: link,
        MAILS_URL: mails.url,
        PICTURES: pictures,
      });
      mails.close();
      process.stdout.write(`The pictures are in ${pictures}\n`);
    },
  );
});

describe('npx noa', () => {
  /** As whoever runs the server types it. */
  async function noa(...args: string[]) {
    const command = spawn(process.execPath, ['scripts/noa.mjs', ...args], {
      cwd: projectRoot,
      env: {
        ...process.env,
        ...settings,
        PORT: String(server.instance.port),
        DATA_DIR: server.instance.dataDir,
        DATABASE_URL: database.url,
        DATA_KEY: testKey.toString('hex'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(command, 'close') as Promise<[number | null]>;
    const [out, err, [code]] = await Promise.all([text(command.stdout), text(command.stderr), closed]);
    return { out, err, code };
  }

  it('invite-root prints a link by which one more administrator makes an account, once, beside a running server', async () => {
    const { out, err, code } = await noa('invite-root');
    expect({ err, code }).toEqual({ err: '', code: 0 });
    const link = /http:\/\/\S+\/link\/\S+/.exec(out)?.[0] ?? '';
    expect(link).toContain(`${server.origin}/realms/dev/link/`);

    const password = 'o barză pe un horn';
    const body = new URLSearchParams({
      email: 'cezar.dobre@primaria.ro',
      name: 'Cezar Dobre',
      'new-password': password,
      repeat: password,
    });
    const follow = async () => (await fetch(link, { method: 'POST', body })).status;
    expect([await follow(), await follow()]).toEqual([200, 410]);
    expect(await database.run(`select roles from provider_user where email = 'cezar.dobre@primaria.ro'`)).toEqual([
      { roles: ['root'] },
    ]);
  });

  it('add-gateway prints a secret that gets tokens, until it is asked for another', async () => {
    const secretOf = async () => {
      const { out, err, code } = await noa('add-gateway', 'lacate-1');
      expect({ err, code }).toEqual({ err: '', code: 0 });
      return out.trim().split('\n').at(-1) ?? '';
    };
    const ask = async (secret: string) => {
      const form = { grant_type: 'client_credentials', client_id: 'lacate-1', client_secret: secret, scope: 'locks' };
      const url = `${server.origin}/realms/dev/protocol/openid-connect/token`;
      const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
      return { status: response.status, ...((await response.json()) as { access_token?: string }) };
    };
    const first = await secretOf();
    const { status, access_token: token = '' } = await ask(first);
    expect(status).toBe(200);
    expect(claimsIn(token)).toMatchObject({ client_id: 'lacate-1', scope: 'locks' });

    const second = await secretOf();
    expect([(await ask(first)).status, (await ask(second)).status]).toEqual([401, 200]);
  });

  it('says how it is used, and what a gateway may not be called, with exit code 2', async () => {
    expect(await noa('add-gateway')).toMatchObject({
      code: 2,
      err: expect.stringContaining('npx noa add-gateway') as string,
    });
    expect(await noa('add-gateway', 'noa-frontend')).toMatchObject({
      code: 2,
      err: expect.stringContaining('not with "noa-"') as string,
    });
  });
});
