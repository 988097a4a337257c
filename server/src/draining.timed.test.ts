import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitedLocks } from './testing/awaited-locks.ts';
import { anEntrance, anOrg } from './testing/factories.ts';
import { databaseUrl } from './testing/harness.ts';
import { askApi, askToken, runServer, tokenOf, type RunningServer } from './testing/running-server.fixture.ts';

const owner = new pg.Client({ connectionString: databaseUrl });
let server: RunningServer;
let token: string;

beforeAll(async () => {
  const org = await anOrg(); // the demonstration then adds accounts only
  await anEntrance({ org_id: org.id });
  await owner.connect();
});
afterAll(() => owner.end());

afterEach(() => server.remove());

async function start(settings: NodeJS.ProcessEnv): Promise<void> {
  server = await runServer(databaseUrl, { DEMO: '1', LOG_LEVEL: 'silent', ...settings });
  token = await tokenOf(server.origin);
  await askApi(server.origin, token, '{ viewer { id } }');
}

const entrances = '{ entrances(first: 1) { nodes { id } } }';

/** Statements of the server that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from ${awaitedLocks} where relation = 'entrance'::regclass`,
  );
  return rows[0]?.count ?? 0;
}

const gone = (origin: string) =>
  fetch(`${origin}/livez`).then(
    () => false,
    () => true,
  );

describe('a server that is told to stop', () => {
  it('first says that it is not ready, then answers everything that has come in, tells its feeds to end, and is not held by half a request', async () => {
    await start({ DRAIN_NOTICE_SECONDS: '2' });
    const half = connect(Number(new URL(server.origin).port), 'localhost');
    half.on('error', () => undefined); // it is cut off
    half.write('POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Le');
    const feed = await askApi(server.origin, token, 'subscription { containerStatusChanged { container { id } } }', {
      headers: { accept: 'text/event-stream' },
    });
    const told = feed.text();
    told.catch(() => undefined); // should the test fail before it is waited for, it fails for that alone
    await owner.query('begin; lock table entrance in access exclusive mode');
    // Three of one person run at once, the others wait for their turn: they have come in all the same.
    const asked = Promise.all(Array.from({ length: 16 }, () => askApi(server.origin, token, entrances)));
    asked.catch(() => undefined);
    await vi.waitUntil(async () => (await waiting()) === 3, { timeout: 10_000 });

    server.child.kill('SIGTERM');
    const readiness = await vi.waitUntil(
      async () => {
        const answer = await fetch(`${server.origin}/readyz`);
        return answer.status === 503 ? answer : undefined;
      },
      { timeout: 2_000, interval: 10 },
    );
    // A proxy still sends what it had begun with: connections are taken, and each ends when it is answered.
    expect(await readiness.json()).toMatchObject({ status: 'unavailable', troubles: ['draining'] });
    expect(readiness.headers.get('connection')).toBe('close');
    expect((await askToken(server.origin)).status).toBe(200);
    expect(await told).toContain('event: complete');
    await vi.waitUntil(() => gone(server.origin), { timeout: 10_000 });
    await owner.query('rollback');

    const answers = await asked;
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { data: unknown; errors?: unknown }[];
    expect(bodies.filter(({ errors }) => errors !== undefined)).toEqual([]);
    expect(await server.ended).toEqual([0, null]);
  });
});
