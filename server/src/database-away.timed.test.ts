import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aBlackHole, type BlackHole } from './testing/black-hole.fixture.ts';
import { anOrg } from './testing/factories.ts';
import { databaseUrl } from './testing/harness.ts';
import { askApi, askToken, runServer, tokenOf, type RunningServer } from './testing/running-server.fixture.ts';

const metricsToken = 'm'.repeat(32);

let hole: BlackHole;
let server: RunningServer;
let token: string;

beforeAll(async () => {
  await anOrg(); // the demonstration then adds accounts only
  hole = await aBlackHole(databaseUrl);
  server = await runServer(hole.url, { DEMO: '1', LOG_LEVEL: 'silent', METRICS_TOKEN: metricsToken });
  token = await tokenOf(server.origin);
});

afterAll(async () => {
  await server.remove();
  await hole.close();
});

/** Files that wait to be fetched. */
const files: string[] = [];

async function prepareFile(): Promise<void> {
  const answer = await askApi(
    server.origin,
    token,
    `mutation { createExport(input: { report: "usage", format: CSV, input: ${question} }) { url } }`,
  );
  const { data } = (await answer.json()) as { data: { createExport: { url: string } } };
  files.push(new URL(data.createExport.url, server.origin).pathname);
}

const question =
  '{ from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", groupBy: [date], metrics: [event_count] }';

/** Everything that needs the database. */
const requests: Readonly<Record<string, () => Promise<Response>>> = {
  'a query': () => askApi(server.origin, token, '{ orgs { nodes { id } } }'),
  'a report': () => askApi(server.origin, token, `{ report(name: "usage", input: ${question}) { rows } }`),
  'a download': () => fetch(server.origin + (files.shift() ?? '/downloads/unknown')),
  'a token': () => askToken(server.origin),
};

const readiness = async () => {
  const response = await fetch(`${server.origin}/readyz`);
  return { ...((await response.json()) as { troubles: string[] }), status: response.status };
};

/** What `/metrics` says, and in how many milliseconds. */
async function measure() {
  const began = performance.now();
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${server.origin}/metrics`, { headers })).text();
  return { text, ms: performance.now() - began };
}

async function expectUnavailable(): Promise<void> {
  const began = performance.now();
  const answers = await Promise.all(Object.values(requests).map((ask) => ask()));
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const [index, name] of Object.keys(requests).entries()) {
    const answer = answers[index];
    expect([name, answer?.status, Number(answer?.headers.get('retry-after'))]).toEqual([name, 503, expect.any(Number)]);
    expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    const { errors } = ((await answer?.json()) ?? {}) as { errors?: { extensions: { code: string } }[] };
    expect(errors?.[0]?.extensions.code ?? 'LimitExceeded').toBe('LimitExceeded');
  }
}

async function expectBack(): Promise<void> {
  await vi.waitUntil(async () => (await readiness()).status === 200, { timeout: 15_000, interval: 50 });
  await prepareFile();
  const answers = await Promise.all(Object.values(requests).map((ask) => ask()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
}

describe.each<[string, () => void | Promise<void>]>([
  ['nothing is seen', () => hole.swallow()],
  ['is killed', () => hole.refuse()],
])('while a database %s', (_what, lose) => {
  it('everybody is told within five seconds to come again, at once later on, and is served when it is back', async () => {
    await expectBack();
    await Promise.all([prepareFile(), prepareFile()]);
    await lose();

    const [measured] = await Promise.all([measure(), expectUnavailable()]); // what is under way
    expect(measured.text).toContain('noa_database_figures_up 0');
    expect(measured.ms).toBeLessThan(4_000);
    await vi.waitUntil(async () => (await readiness()).status === 503, { timeout: 5_000, interval: 50 });
    expect((await readiness()).troubles).toEqual(['database']);
    await expectUnavailable(); // what comes then
    expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
    expect((await fetch(server.origin)).status).not.toBe(503);
    expect((await measure()).text).toMatch(/^noa_database_up 0$/m);

    await hole.forward();
    await expectBack();
  });
});
