import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { meters } from '../instruments/meters.ts';
import { aConsoleFolder, httpOptions } from './http.fixture.ts';
import type { MetricsOptions } from './metrics.ts';
import { createHttp } from './server.ts';

const token = 'm'.repeat(32);
/** How often what `/metrics` says was looked up. */
let looks = 0;
const metrics: MetricsOptions = { token, text: async () => `noa_looks ${(looks += 1)}\n` };

const consoleFolder = await aConsoleFolder();
const opened: (() => Promise<unknown>)[] = [];

async function serve(served: MetricsOptions | null): Promise<string> {
  const app = createHttp(
    httpOptions({
      consoleFolder,
      graphql: async (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(503).end();
      },
      metrics: served,
    }),
  );
  opened.push(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

afterAll(() => Promise.all(opened.map((close) => close())));
const origin = await serve(metrics);

describe('/metrics', () => {
  it('is nowhere unless a token is set', async () => {
    const answer = await fetch(`${await serve(null)}/metrics`, { headers: { authorization: `Bearer ${token}` } });

    expect(answer.status).toBe(404);
  });

  it.each([
    undefined,
    'Bearer',
    `Bearer ${'x'.repeat(32)}`,
    `Bearer ${token} `.repeat(2),
    `Basic ${btoa(`noa:${token}`)}`,
  ])('looks nothing up for who shows %s', async (authorization) => {
    const before = looks;
    const answer = await fetch(`${origin}/metrics`, { headers: { ...(authorization && { authorization }) } });

    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(looks).toBe(before);
  });

  it('is for who shows the token, and for nobody to keep', async () => {
    const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toMatch(/^noa_looks \d+\n$/);
  });
});

it('counts answers by route, method and status, in no words of the request', async () => {
  meters.resetMetrics();
  await fetch(`${origin}/downloads/canary-token?canary=1`);
  await fetch(`${origin}/graphql`, { method: 'POST', body: '{}' });
  await fetch(`${origin}/canary.txt`);
  const asking = request(`${origin}/livez`, { method: 'PROPFIND' }).end();
  const [answer] = await once(asking, 'response');
  answer.resume();
  await once(answer, 'end');

  const text = await meters.getSingleMetricAsString('noa_http_requests_total');
  const series = text.split('\n').filter((line) => line.startsWith('noa_'));
  expect(series.toSorted()).toEqual([
    'noa_http_requests_total{method="GET",route="/downloads/:token",status="404"} 1',
    'noa_http_requests_total{method="GET",route="none",status="404"} 1',
    'noa_http_requests_total{method="POST",route="/graphql",status="503"} 1',
    'noa_http_requests_total{method="other",route="none",status="404"} 1',
  ]);
  expect(await meters.metrics()).not.toContain('canary');
});
