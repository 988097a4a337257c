import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askApi, runServer, tokenOf, type RunningServer } from '../../testing/running-server.fixture.ts';
import { startPair, type Pair } from '../../testing/replica/standby.fixture.ts';

const metricsToken = 'a-token-for-metrics-of-32-letters-or-more';

let pair: Pair;
let server: RunningServer;
let token: string;
beforeAll(async () => {
  pair = await startPair();
  const settings = { DATABASE_READ_URL: nameless(pair.standbyUrl), METRICS_TOKEN: metricsToken };
  server = await runServer(pair.ownerUrl, settings);
  token = await tokenOf(server.origin);
}, 600_000);
afterAll(async () => {
  await server?.remove();
  await pair?.stop();
});

/** As an operator writes it: who signs in, Noa knows. */
const nameless = (url: string) => url.replace(/\/\/[^@]+@/, '//');

async function figures(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('noa_replica_'));
  return new Map(
    lines.map((line) => line.split(' ') as [string, string]).map(([name, value]) => [name, Number(value)]),
  );
}

const countedAt = async (outcome: string) =>
  (await figures()).get(`noa_replica_reads_total{outcome="${outcome}"}`) ?? 0;

async function countOf(list: string): Promise<number> {
  const response = await askApi(server.origin, token, `{ ${list}(first: 50) { totalCount nodes { id } } }`);
  const { data } = (await response.json()) as { data: Record<string, { totalCount: number }> };
  return data[list]?.totalCount ?? 0;
}

it('a server reads the lists of the demonstration town at its replica, and at the primary while that is gone', async () => {
  await pair.resume();
  const before = await countedAt('replica');
  expect(await countOf('apartments')).toBe(2_400);
  await expect.poll(async () => (await countOf('containers')) > 0 && (await countedAt('replica')) > before).toBe(true);
  expect((await figures()).get('noa_replica_up')).toBe(1);

  await pair.loseStandby();
  expect(await countOf('apartments')).toBe(2_400);
  await expect.poll(async () => (await figures()).get('noa_replica_up'), { timeout: 20_000 }).toBe(0);
  const away = await countedAt('away');
  expect(await countOf('entrances')).toBeGreaterThan(0);
  expect(await countedAt('away')).toBeGreaterThan(away);
  expect(server.child.exitCode).toBeNull();

  await pair.back();
  await expect.poll(async () => (await figures()).get('noa_replica_up'), { timeout: 20_000 }).toBe(1);
  const again = await countedAt('replica');
  await expect.poll(async () => (await countOf('cards')) > 0 && (await countedAt('replica')) > again).toBe(true);
}, 600_000);

it('one that is told to read at what takes writes does not start, and says so in one sentence', async () => {
  const wrong = runServer(pair.ownerUrl, { DATABASE_READ_URL: nameless(pair.ownerUrl), DEMO: '0' });

  await expect(wrong).rejects.toThrow(
    /ended with 1: Noa did not start\. The PostgreSQL at DATABASE_READ_URL takes writes/,
  );
}, 600_000);

it('a server whose own database is a standby waits for its promotion, whatever of a schema that has replayed', async () => {
  await pair.onPrimary('create database unfinished');
  const unfinished = pair.standbyUrl.replace(/\/\/[^@]+@/, '//noa@').replace('/noa?', '/unfinished?');
  const client = new pg.Client(pair.ownerUrl.replace('/noa?', '/unfinished?'));
  await client.connect();
  await client.query('create table org (id uuid)');
  await client.end();
  await pair.resume();

  await expect(runServer(unfinished)).rejects.toThrow(/The server ended with 75.*takes no writes/);
}, 600_000);
