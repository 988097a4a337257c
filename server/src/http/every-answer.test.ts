import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { aConsoleFolder, httpOptions } from './http.fixture.ts';
import { createHttp } from './server.ts';

const app = createHttp(
  httpOptions({
    consoleFolder: await aConsoleFolder(),
    consoleConfig: { graphqlUrl: 'https://noa.example/graphql' },
    metrics: { token: 'm'.repeat(32), text: async () => 'noa_draining 0\n' },
    findDownload: async (token) =>
      token === 'good'
        ? { fileName: 'raport.csv', contentType: 'text/csv', stream: Readable.from(['a;b\r\n']) }
        : undefined,
  }),
);
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
afterAll(() => app.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends the address as it stands: browsers and `fetch` would put it in order first. */
async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const asking = request({ host: '127.0.0.1', port, method, path, headers });
  asking.end(method === 'POST' ? '{}' : undefined);
  const [response] = await once(asking, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Sends what is no request of HTTP at all. */
async function say(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'QUERY'];
const here = ['/', '/entrances/abc?tab=history', '/assets/index-abc.js', '/config.json', '/health', '/downloads/good'];
const api = ['/graphql', '/graphql?query=%ff'];
const nowhere = [
  '/%ff',
  '/%',
  '/%00',
  '/a%00',
  '/cards/%00',
  '/card/%00',
  '/cards/%ff',
  '/assets/%00.js',
  '/assets/%c0%af',
  '//evil.test/',
  '/\\evil',
  '//',
  '/./',
  '/a/./b',
  '/a//b',
  '/..',
  '/../index.html',
  '/..%2f..%2fetc%2fpasswd',
  '/%5cevil',
  '/%2e%2e/',
  '/.git/config',
  '/assets',
  '/assets/',
  '/assets/gone.js',
  '/wp-admin',
  '/graphql/x',
  '/downloads',
  '/downloads/',
  '/downloads/expired',
  '/downloads/%ff',
  '/downloads/%00',
  '/downloads/a/b',
  `/downloads/${'x'.repeat(200)}`,
  `/${'x'.repeat(3_000)}`,
  '/health/',
  '/config.json/x',
  '/index.html/',
  '*',
];
const paths = [...here, ...api, ...nowhere];

const expected = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': expect.stringContaining('max-age='),
  'content-security-policy': expect.stringMatching(/default-src '(self|none)'/),
  'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'cache-control': expect.stringMatching(/^(no-store|no-cache|public, max-age=31536000, immutable)$/),
};

describe.each(methods)('%s', (method) => {
  it('is answered with our headers and in our words, whatever the address', async () => {
    for (const path of paths) {
      const { status, headers, body } = await ask(method, path);

      const about = `${method} ${path.slice(0, 60)}: ${status} ${body.slice(0, 80)}`;
      expect(headers, about).toMatchObject(expected);
      expect(status, about).toBeLessThan(500);
      expect(body, about).not.toMatch(/FST_|statusCode/);
      if (/^\/(downloads|graphql)/.test(path) || (status >= 400 && !body.startsWith('<') && method !== 'HEAD')) {
        expect(headers['cache-control'], about).toBe('no-store');
      }
    }
  });
});

it.each(['GET', 'HEAD'])(
  '%s is told of what is nowhere that it does not exist, unless the console shows it',
  async (method) => {
    for (const path of nowhere) {
      const { status, body } = await ask(method, path);

      expect(status, `${path.slice(0, 60)} ${body}`).toBe(404);
    }
  },
);

it('tells whoever wants a page so by the console', async () => {
  for (const path of ['/%ff', '/cards/%00', '//evil.test/', '/\\evil', '/wp-admin']) {
    const { status, headers, body } = await ask('GET', path, { accept: 'text/html' });

    expect([status, body], path).toEqual([404, expect.stringContaining('<title>Noa</title>')]);
    expect(headers, path).toMatchObject(expected);
  }
});

it.each([
  'GET / HTTP/1.1\r\nno header\r\n\r\n',
  'HELLO\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\nA: ${'x'.repeat(17_000)}\r\n\r\n`,
])('answers what is no request with our headers: %j', async (bytes) => {
  const answer = (await say(bytes)).toLowerCase();

  expect(answer).toMatch(/^http\/1\.1 4(00|31) /);
  expect(answer).not.toContain('statuscode');
  for (const name of Object.keys(expected)) {
    expect(answer).toContain(`\r\n${name}: `);
  }
});
