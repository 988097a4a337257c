import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { version } from '../process/version.ts';
import { Drain } from './drain.ts';
import type { Trouble } from './health.ts';
import { aConsoleFolder, httpOptions } from './http.fixture.ts';
import { createHttp } from './server.ts';

/** What is downloaded for as long as somebody reads it. */
const anEndless = () =>
  new Readable({
    read() {
      this.push('a;b\r\n');
    },
  });
let endless: Readable;
let healthy = true;
let troubles: readonly Trouble[] = [];

const folder = await aConsoleFolder();
await mkdir(join(folder, 'locales/ro'), { recursive: true });
await writeFile(join(folder, 'locales/ro/translation.json'), '{}');
// What the build makes of all that is long enough.
for (const path of ['index.html', 'assets/index-abc.js']) {
  const content = await readFile(join(folder, path));
  await writeFile(join(folder, `${path}.br`), brotliCompressSync(content));
  await writeFile(join(folder, `${path}.gz`), gzipSync(content));
}
const options = httpOptions({
  consoleFolder: folder,
  findDownload: async (token) => {
    const streams = new Map([
      ['good', () => Readable.from(['a;b\r\n'])],
      ['endless', () => (endless = anEndless())],
    ]);
    const stream = streams.get(token)?.();
    return stream && { fileName: 'raport – mai.csv', contentType: 'text/csv', stream };
  },
  checkHealth: async () => {
    if (!healthy) {
      throw new Error('The database is away');
    }
  },
  readiness: async () => ({ troubles, details: { lag: 1 } }),
});
const app = createHttp(options);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

it('ends a request whose headers or body do not come in, however many bytes trickle', async () => {
  const app = createHttp({ ...options, receivedWithinMs: 200 });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const head = 'POST /graphql HTTP/1.1\r\nHost: noa\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n';
  await Promise.all(
    [head, `${head}\r\n{"query":"`].map(async (begin) => {
      const socket = connect(Number(port), '127.0.0.1');
      const ended = new Promise((resolve) => socket.once('close', resolve)); // `once` of events would fail with the error
      socket.on('error', () => undefined).resume(); // what trickles into a connection that is gone
      socket.write(begin);
      const trickle = setInterval(() => socket.write('a'), 20);
      await ended;
      clearInterval(trickle);
    }),
  );
  await app.close();
});

describe('the one port', () => {
  it('answers a deep link with the console, to be asked for anew each time', async () => {
    const response = await fetch(`${origin}/entrances/abc/update?tab=history`);

    expect(await response.text()).toContain('<title>Noa</title>');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('lets browsers keep built files for good, and texts not', async () => {
    const script = await fetch(`${origin}/assets/index-abc.js`);
    const texts = await fetch(`${origin}/locales/ro/translation.json`);

    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(texts.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['/assets/index-abc.js', 'gzip, br', 'br'],
    ['/assets/index-abc.js', 'gzip', 'gzip'],
    ['/assets/index-abc.js', 'identity', undefined],
    // As a deep link, and as itself.
    ['/entrances/abc', 'gzip, br', 'br'],
    ['/', 'gzip, br', 'br'],
    ['/locales/ro/translation.json', 'br', undefined],
  ])('sends %s to who takes %s as the build has compressed it', async (path, accepted, encoding) => {
    const app = createHttp(options);
    const { headers, rawPayload, statusCode } = await app.inject({
      url: path,
      headers: { 'accept-encoding': accepted },
    });
    await app.close();

    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    const decompress = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((body: Buffer) => body);
    expect(['export {}', '<!doctype html><title>Noa</title>', '{}']).toContain(decompress(rawPayload).toString());
    expect(headers['vary']).toBe('accept-encoding');
    expect(headers['content-type']).toMatch(/javascript|html|json/);
  });

  it.each(['/assets/gone-123.js', '/locales/ro/gone.json', '/favicon.ico'])('says that %s is missing', async (path) => {
    expect((await fetch(origin + path)).status).toBe(404);
  });

  it.each(['/wp-admin', '/api/v1/users', '/.git/config', '/graphql/x', '/containersx'])(
    'says that %s does not exist: to who wants a page, by the console',
    async (path) => {
      const byProgram = await fetch(origin + path);
      const byBrowser = await fetch(origin + path, { headers: { accept: 'text/html,*/*' } });

      expect([byProgram.status, byBrowser.status]).toEqual([404, 404]);
      expect(await byProgram.json()).toEqual({ error: 'Not found' });
      expect(await byBrowser.text()).toContain(/\.\w+$/.test(path) ? 'Not found' : '<title>Noa</title>');
    },
  );

  it('lets no page of another origin ask the API, and no cache keep what it answers', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const asked = await fetch(`${origin}/graphql`, { method: 'OPTIONS', headers });
    const post = { method: 'POST', body: '{}', headers: { ...headers, 'content-type': 'application/json' } };
    const answered = await fetch(`${origin}/graphql`, post);

    expect(asked.status).toBe(404);
    for (const answer of [asked, answered]) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(answered.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['https://noa.example/graphql', 'max-age=31536000'],
    ['http://localhost:8080/graphql', undefined],
  ])('tells browsers to come by TLS when it is at %s', async (graphqlUrl, expected) => {
    const app = createHttp({ ...options, consoleConfig: { ...options.consoleConfig, graphqlUrl } });
    const paths = ['/', '/graphql', '/config.json', '/downloads/x', '/wp-admin'];
    const answers = await Promise.all(paths.map((url) => app.inject({ url })));
    await app.close();

    expect(answers.map(({ headers }) => headers['strict-transport-security'])).toEqual(paths.map(() => expected));
    expect(answers.map(({ headers }) => headers['x-content-type-options'])).toEqual(paths.map(() => 'nosniff'));
  });

  it('serves nothing outside the console’s folder', async () => {
    const response = await fetch(`${origin}/assets/..%2f..%2f..%2fetc%2fpasswd`);

    expect(await response.text()).not.toContain('root:');
  });

  it('allows scripts of its own only, and frames of the provider', async () => {
    const policy = (await fetch(origin)).headers.get('content-security-policy');

    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-src 'self' https://id.example");
    expect(policy).toContain("frame-ancestors 'self'");
  });

  it('lets browsers ask where the map’s style is from, if there is one, and nobody else', async () => {
    const policyWith = async (mapStyleUrl: string | null) => {
      const app = createHttp({ ...options, consoleConfig: { ...options.consoleConfig, mapStyleUrl } });
      const { headers } = await app.inject('/config.json');
      await app.close();
      return headers['content-security-policy'];
    };

    expect(await policyWith('https://maps.example/style.json')).toContain(
      "connect-src 'self' https://id.example https://maps.example;",
    );
    expect(await policyWith(null)).toContain("connect-src 'self' https://id.example;");
    expect(await policyWith(null)).toContain("worker-src 'self'");
  });

  it('reads no body that is too long, nor one that does not say how long it is', async () => {
    const post = (body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(`${origin}/graphql`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    const unannounced = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    });

    expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(200);
    expect((await post('x'.repeat(3_000_000), { 'content-type': 'application/json' })).status).toBe(413);
    expect((await post(unannounced, { 'content-type': 'application/json' })).status).toBe(411);
  });

  it('says whether it can serve, and which version it is', async () => {
    for (const [status, said] of [
      [200, 'ok'],
      [503, 'unavailable'],
    ] as const) {
      healthy = said === 'ok';
      const response = await fetch(`${origin}/health`);

      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ status: said, version });
    }
  });

  it.each(['/readyz', '/ready'])(
    'says by %s whether requests are to be shared out to it, and why not',
    async (path) => {
      for (const [status, given] of [
        [200, []],
        [503, ['projection']],
      ] as const) {
        troubles = given;
        const response = await fetch(`${origin}${path}`);

        expect(response.status).toBe(status);
        expect(await response.json()).toEqual({ status: status === 200 ? 'ready' : 'unavailable', troubles, lag: 1 });
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    },
  );

  it('streams a download under its name, and keeps no copy on the way', async () => {
    const response = await fetch(`${origin}/downloads/good`);

    expect(await response.text()).toBe('a;b\r\n');
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('raport – mai.csv'));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${origin}/downloads/expired`)).status).toBe(404);
  });

  it.each([
    ['req-0123456789', true],
    ['a b', false],
    ['<script>alert(1)</script>', false],
    ['x'.repeat(200), false],
    [undefined, false],
  ])('knows a request by the id %s, if it is one', async (sent, isKept) => {
    const answers = await Promise.all(
      ['/', '/graphql', '/downloads/x', '/livez', '/wp-admin'].map((path) =>
        fetch(origin + path, { headers: sent === undefined ? {} : { 'x-request-id': sent } }),
      ),
    );
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._:-]{8,128}$/);
      expect(headers.get('x-request-id') === sent).toBe(isKept);
    }
  });

  it('says at once that the database is away, to whoever needs it, and when to ask again', async () => {
    const app = createHttp({ ...options, drain: new Drain(), isDatabaseDown: () => true });
    const paths = ['/graphql', '/downloads/x', '/', '/livez', '/config.json'];
    const answers = await Promise.all(paths.map((url) => app.inject({ url })));
    await app.close();

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 200, 200, 200]);
    expect(answers[0]?.headers['retry-after']).toBe('2');
    expect(answers[0]?.json()).toMatchObject({
      errors: [{ extensions: { code: 'LimitExceeded', correlationId: answers[0]?.headers['x-request-id'] } }],
    });
  });

  it('cuts off what is not answered by the deadline, after its work was ended', async () => {
    const drain = new Drain();
    const app = createHttp({ ...options, drain });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const { body } = await fetch(`${address}/downloads/endless`);
    await body?.getReader().read();
    const ended: number[] = [];

    drain.begin();
    await drain.finish(100, async () => void ended.push(drain.live));
    await app.close();

    expect(ended).toEqual([1]);
  });

  it('leaves a download half made when the browser goes', async () => {
    const leaving = new AbortController();
    const { body } = await fetch(`${origin}/downloads/endless`, { signal: leaving.signal });
    await body?.getReader().read();

    leaving.abort();

    await once(endless, 'close');
    expect(endless.destroyed).toBe(true);
  });
});
