import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { httpOptions } from '../../http/http.fixture.ts';
import { createHttp } from '../../http/server.ts';
import { awaitedLocks } from '../../testing/awaited-locks.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, databaseUrl, db, keyring, signIn, type Caller } from '../../testing/harness.ts';
import { always, reports } from '../testing/events.ts';
import { Downloads } from './downloads.ts';

/** Pushes rows for as long as somebody reads them. */
const endless = new Readable({
  read() {
    this.push('a;b\r\n');
  },
});
const endlessDownloads = new Downloads({
  db,
  keys: keyring,
  open: async () => ({ fileName: 'file.csv', contentType: 'text/csv', stream: endless }),
});
let isEndless = false;

const app = createHttp(
  httpOptions({
    consoleFolder: import.meta.dirname,
    findDownload: (token, from) => (isEndless ? endlessDownloads : reports.downloads).find(token, from),
  }),
);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

const CreateExport = /* GraphQL */ `
  mutation ($input: ReportInput!) {
    createExport(input: { report: "usage", input: $input, format: CSV }) {
      url
    }
  }
`;
const ask = (caller: Caller) =>
  caller.run(CreateExport, { input: { ...always, groupBy: ['entrance'], metrics: ['event_count'] } });

/** A reporter of an org, and of another one that nothing happens to. */
async function aReporter() {
  const [org, other] = [await anOrg(), await anOrg()];
  const caller = await signIn(['local_reporter'], { orgIds: [org.id, other.id] });
  const { data } = await caller.run('{ viewer { id } }');
  return { caller, org, accountId: String(data.viewer.id) };
}
type Reporter = Awaited<ReturnType<typeof aReporter>>;

const ways: Readonly<Record<string, (reporter: Reporter) => Promise<unknown>>> = {
  'is no member of the org any more': ({ org, accountId }) =>
    asSystem((tx) =>
      tx.deleteFrom('org_member').where('org_id', '=', org.id).where('account_id', '=', accountId).execute(),
    ),
  'is a member of an org that was disabled': ({ org }) =>
    asSystem((tx) => sql`update org set enabled = false where id = ${org.id}`.execute(tx)),
  'came back with another role': ({ accountId }) =>
    asSystem((tx) => sql`update account set roles = '{container_administrator}' where id = ${accountId}`.execute(tx)),
  'came back without a role': ({ accountId }) =>
    asSystem((tx) => sql`update account set roles = '{}' where id = ${accountId}`.execute(tx)),
  'reaches another org': async ({ accountId }) => {
    const { id } = await anOrg();
    await asSystem((tx) => tx.insertInto('org_member').values({ org_id: id, account_id: accountId }).execute());
  },
};

it.each(Object.entries(ways))('a file is not given to whoever %s', async (_way, lose) => {
  const reporter = await aReporter();
  const [first, second] = [await ask(reporter.caller), await ask(reporter.caller)];
  expect((await fetch(origin + first.data.createExport.url)).status).toBe(200);

  await lose(reporter);

  expect((await fetch(origin + second.data.createExport.url)).status).toBe(404);
  expect((await fetch(origin + first.data.createExport.url)).status).toBe(404);
});

it('a file that is being sent breaks off when whoever fetches it loses the right', async () => {
  const reporter = await aReporter();
  const { data } = await ask(reporter.caller);
  isEndless = true;
  const { body } = await fetch(origin + data.createExport.url);
  isEndless = false;
  const reader = body?.getReader();
  await reader?.read();

  await ways['is no member of the org any more']?.(reporter);

  await expect(
    (async () => {
      for (let part = await reader?.read(); !part?.done; part = await reader?.read()) {
        // Reads on.
      }
    })(),
  ).rejects.toThrow();
  expect(endless.destroyed).toBe(true);
});

it('a caller has twenty files waiting at most, and others theirs', async () => {
  const [{ caller }, other] = [await aReporter(), await aReporter()];
  for (let count = 0; count < 20; count += 1) {
    expect((await ask(caller)).errors).toBeUndefined();
  }

  expect((await ask(caller)).errors).toMatchObject([
    { code: 'LimitExceeded', retryAt: expect.any(String), message: expect.stringContaining('fetch them') },
  ]);
  expect((await ask(other.caller)).errors).toBeUndefined();
});

it('files that were fetched wait for nobody: a caller may have more of them than may wait', async () => {
  const { caller } = await aReporter();
  for (let count = 0; count < 25; count += 1) {
    const { data, errors } = await ask(caller);
    expect(errors).toBeUndefined();
    expect((await fetch(origin + data.createExport.url, { method: 'GET' })).status).toBe(200);
  }
});

it('strangers who try tokens take four connections at most, and are told to come again when too many wait', async () => {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query('begin');
  await owner.query('lock table download_ticket in access exclusive mode');
  const tries = Array.from({ length: 80 }, () => fetch(`${origin}/downloads/${randomBytes(32).toString('base64url')}`));
  const waiting = async () =>
    (await owner.query(`select from ${awaitedLocks} where relation = 'download_ticket'::regclass`)).rows.length;
  const refused = await Promise.race(tries);
  await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 30_000 });
  await setTimeout(100);

  const most = await waiting();
  await owner.end();

  expect(most).toBeLessThanOrEqual(4);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([404, 503]));
});
