import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from './database/schema/migrate.ts';
import { refusePooler } from './database/connection/refuse-pooler.ts';
import { sessionOf } from './database/connection/session.ts';
import { eventForm } from './reports/projection/event-table.ts';
import { EventSource } from './reports/source/event-source.ts';
import { appUrl, asOwner, asSystem, databaseUrl, notifications, providerDb } from './testing/harness.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rethrow = (error: Error) => {
  throw error;
};

describe('every connection', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).filter(
    // What `withClient` opens, its callers say.
    (path) => !/\.(test|fixture)\.ts$|^src\/testing\/|\/with-client\.ts$/.test(path),
  );
  const opened = sources.flatMap((path) => {
    const parts = readFileSync(join(root, path), 'utf8').split(/(?=new pg\.(?:Pool|Client)\(|\bwithClient\()/);
    return parts.slice(1).map((text) => ({ path, text: text.slice(0, 200) }));
  });

  it.each(opened)('of $path is opened by sessionOf', ({ text }) => {
    expect(text).toMatch(/sessionOf\(|\(session\)/);
  });

  it.each([
    ['nothing', '', ''],
    ['what a URL asks for', '?application_name=town&options=-c%20jit%3Don%20-c%20work_mem%3D8MB', '8MB'],
  ])('compiles nothing and finds names where it should, with %s beside it', async (_what, query, memory) => {
    const url = query === '' || !appUrl.includes('?') ? `${appUrl}${query}` : `${appUrl}&${query.slice(1)}`;
    const ends = ['lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout'];
    const name = new URL(databaseUrl.replace('@/', '@localhost/')).pathname.slice(1);
    await asOwner(...ends.map((each) => `alter database ${name} set ${each} = '1min'`));
    onTestFinished(() => asOwner(...ends.map((each) => `alter database ${name} reset ${each}`)));
    const client = new pg.Client(sessionOf(url, 'application', { statement_timeout: 1_000 }));
    await client.connect();
    onTestFinished(() => client.end());

    const { rows } = await client.query(`select current_setting('jit') as jit, current_setting('search_path') as path,
      current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout, current_setting('work_mem') as memory`);

    expect(rows[0]).toMatchObject({ jit: 'off', path: 'pg_catalog,public,pg_temp', zone: 'UTC', timeout: '1s' });
    expect(rows[0].memory).toMatch(memory);
    const { rows: set } = await client.query('select setting from pg_settings where name = any ($1)', [ends]);
    expect(set).toEqual(ends.map(() => ({ setting: '0' })));
  });
});

describe('a connection that is opened otherwise', () => {
  it('is refused, as that of a pooler which does not pass on what is set', async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());

    await expect(refusePooler(client, 'owner', 'DATABASE_URL')).rejects.toThrow(
      /^DATABASE_URL leads to a pooler .*\.$/,
    );
    await client.query('set search_path = public,pg_temp');
    await expect(refusePooler(client, 'owner', 'DATABASE_URL')).resolves.toBeUndefined();
  });
});

/** The first version of PostgreSQL that tells of a sign-in. */
const tellsOfLogins = 170_000;

interface Login {
  readonly name: string;
  readonly jit: string;
}

/** What each connection to this file's database had set when it was opened, as PostgreSQL tells it, whoever opened it. */
async function watchLogins(): Promise<Login[] | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
  if (rows[0].version < tellsOfLogins) {
    await client.end();
    return null;
  }
  const logins: Login[] = [];
  client.on('notification', ({ payload }) => logins.push(JSON.parse(payload ?? '') as Login));
  await client.query('listen logins');
  const name = new URL(databaseUrl.replace('@/', '@localhost/')).pathname.slice(1);
  await asOwner(
    `alter database ${name} set jit = on`, // as it is where nobody has changed it
    `create function tell_login() returns event_trigger language plpgsql as $$ begin
      perform pg_notify('logins', json_build_object(
        'name', current_setting('application_name'), 'jit', current_setting('jit'))::text);
    end $$`,
    'create event trigger tell_login on login execute function tell_login()',
  );
  onTestFinished(async () => {
    await client.end();
    await asOwner('drop event trigger tell_login');
  });
  return logins;
}

/** Starts the server as it is, and ends it when it is ready; then the commands that are for beside it. */
async function runPrograms(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'noa-sessions-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const listener = createServer().listen(0, '::');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((closed) => listener.close(closed));
  const settings = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '0', LOG_LEVEL: 'silent' };
  const start = (program: string, ...words: readonly string[]) =>
    spawn(process.execPath, [program, ...words], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'development', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const server = start('src/main.ts');
  await once(server.stdout, 'data'); // ready
  server.kill('SIGTERM');
  expect(await once(server, 'close')).toEqual([0, null]);
  for (const [program, word] of [
    ['src/sync/check-grants.ts', 'check-grants'],
    ['src/database/keys/rotate-key.ts', 'rotate-key'],
  ] as const) {
    const command = start(program, word);
    command.stdout.resume();
    expect(await once(command, 'close')).toEqual([0, null]);
  }
}

/** Opens and closes a connection that asks for nothing. */
async function connectBare(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.end();
}

describe('what the product opens', () => {
  beforeAll(() => asSystem(() => Promise.resolve())); // the harness's own pool

  it('compiles nothing, on a server whose default is to', { timeout: 120_000 }, async ({ skip }) => {
    const logins = await watchLogins();
    if (!logins) {
      skip('PostgreSQL tells of sign-ins from version 17 on');
      return;
    }
    await migrate(databaseUrl);
    await providerDb.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
    const stopListening = await notifications.listen('container_status', { onIds: () => {}, onGap: () => {} });
    stopListening();
    const source = new EventSource({ databaseUrl: appUrl, form: eventForm, onIdleError: rethrow });
    await source.recent(await source.read(null, ({ state }) => Promise.resolve(state)));
    await source.close();
    await runPrograms();
    await connectBare(); // says nothing of jit: the last to be told of

    await expect.poll(() => logins.at(-1)?.jit, { timeout: 30_000 }).toBe('on');
    const ofProduct = logins.slice(0, -1);
    expect(ofProduct.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['', 'noa', 'noa notifications', 'noa reports']),
    );
    expect(ofProduct.filter(({ jit }) => jit !== 'off')).toEqual([]);
  });
});
