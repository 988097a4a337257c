import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeDatabase } from '../testing/databases.ts';
import { databaseUrl } from '../testing/harness.ts';
import { someOf } from '../testing/rounds.ts';

/** Runs a program of these lines to its end. */
async function run(lines: string) {
  const source = `import { endProcess } from './src/process/process-end.ts';\n${lines}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  const said = text(child.stderr);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, said: await said };
}

const timeLimits = '{ closing: 100, total: 1000, ending: 100 }';

describe('a process that is to end', () => {
  it('closes what was opened, the last first, and ends with its code', async () => {
    const ended = await run(`
      const held = setInterval(() => {}, 1_000);
      const closers = [async () => clearInterval(held), async () => console.error('second'), async () => console.error('third')];
      await endProcess(closers, 3);`);
    expect(ended).toEqual({ code: 3, signal: null, said: 'third\nsecond\n' });
  });

  it('says what could not be closed, and closes the rest', async () => {
    const ended = await run(`
      const closers = [async () => console.error('first'), async () => { throw new Error('no'); }, () => new Promise(() => {})];
      await endProcess(closers, 0, ${timeLimits});`);
    expect(ended).toEqual({
      code: 0,
      signal: null,
      said: 'Stopping: () => new Promise(() => {}) took longer than 100 ms\nStopping: Error: no\nfirst\n',
    });
  });

  it('kills itself by signal when something still holds it, and says what', async () => {
    const ended = await run(`setInterval(() => {}, 1_000); await endProcess([], 0, ${timeLimits});`);
    expect(ended).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(ended.said).toMatch(/^Stopping: .*Timeout.* still open after 100 ms; the process kills itself\n$/);
  });
});

/** Of all servers of these tests: the database has one key. */
const dataDir = await mkdtemp(join(tmpdir(), 'noa-main-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts the server itself, with nothing embedded but its provider. */
async function startServer(port: number, more: NodeJS.ProcessEnv = {}) {
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    ...more,
  };
  const child = spawn(process.execPath, ['--import', './src/process/held-timers.fixture.ts', 'src/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: undefined,
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      NODE_ENV: 'development',
      ...settings,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: text(child.stderr), ended: once(child, 'close') };
}

/** A server on a port that nobody else listens on. */
async function listen() {
  const listener = createServer().listen(0, '::');
  await once(listener, 'listening');
  const address = listener.address();
  return { listener, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

interface Starting {
  readonly child: ChildProcessWithoutNullStreams;
  readonly dataDir: string;
}

async function fileAppears(path: string): Promise<void> {
  while (!existsSync(path)) {
    await delay(10);
  }
}

/** Judged by the same lines: each commit tries the first (decision 49). */
const untimely: readonly [signal: NodeJS.Signals, when: string, comes: (starting: Starting) => Promise<void>][] = [
  ['SIGINT', 'it migrates the database', ({ dataDir: folder }) => fileAppears(join(folder, 'noa.pid'))],
  [
    'SIGHUP',
    'the demonstration is written',
    ({ child }) =>
      new Promise((resolve) => {
        child.stdout.on('data', (lines: Buffer) => {
          if (lines.includes('Inventing the demonstration town')) {
            resolve();
          }
        });
      }),
  ],
];

describe('the server', () => {
  it('ends by itself when it is told to, with clients still connected, and nobody who takes the traces it sends', async () => {
    const [{ listener, port }, away] = [await listen(), await listen()];
    for (const each of [listener, away.listener]) {
      each.close();
      await once(each, 'close');
    }
    const collector = `http://127.0.0.1:${away.port}`;
    // How long it tries to send the last ones is a setting, of three seconds by itself.
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_EXPORTER_OTLP_TIMEOUT: '1000' };
    const { child, said, ended } = await startServer(port, traces);
    await once(child.stdout, 'data'); // ready
    await fetch(`http://localhost:${port}/graphql`, { method: 'POST', body: '{}' });
    const idle = connect(port, 'localhost');
    const asking = connect(port, 'localhost');
    asking.write('POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{"query":');
    await Promise.all([once(idle, 'connect'), once(asking, 'connect')]);
    idle.on('error', () => undefined); // cut off by the server that ends
    asking.on('error', () => undefined);
    const tasks = `/proc/${child.pid}/task`;
    const threads = readdirSync(tasks).map((id) => readFileSync(`${tasks}/${id}/comm`, 'utf8').trim());
    // Twice as many as the connections to the projection, each of which holds one while its query runs.
    expect(threads.filter((name) => name === 'libuv-worker').length).toBeGreaterThanOrEqual(16);

    child.kill('SIGTERM');

    expect(await said).toBe('');
    expect(await ended).toEqual([0, null]);
  });

  it.each(someOf(untimely, 0))(
    'ends with 0, and says nothing, when %s tells it to while %s',
    async (signal, _when, comes) => {
      const [{ listener, port }, database, own] = await Promise.all([
        listen(),
        makeDatabase('empty'),
        mkdtemp(join(tmpdir(), 'noa-stopped-')),
      ]);
      onTestFinished(async () => {
        await database.drop();
        await rm(own, { recursive: true, force: true });
      });
      listener.close();
      await once(listener, 'close');
      const settings = { DATABASE_URL: database.url, DATA_DIR: own, DEMO: '1', LOG_LEVEL: 'info' };
      const { child, said, ended } = await startServer(port, settings);
      let out = '';
      child.stdout.on('data', (lines: Buffer) => (out += lines.toString()));
      await comes({ child, dataDir: own });

      child.kill(signal);

      expect(await ended).toEqual([0, null]);
      expect(await said).toBe('');
      expect(out).not.toContain('is ready');
      // What it did is whole or not there: the next start goes on from it.
      const [made] = await database.run(`select to_regclass('public.org') is not null as org`);
      const orgs = made?.['org'] === true ? await database.run('select id from org') : [];
      expect(orgs).toEqual([]);
    },
  );

  it('ends with 1 and a sentence when it cannot start', async () => {
    const { listener, port } = await listen();
    onTestFinished(() => void listener.close());
    const { said, ended } = await startServer(port);
    expect(await ended).toEqual([1, null]);
    expect(await said).toMatch(/^Noa did not start\. The port is taken.*\n$/);
  });
});
