import { request } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { audience, forged, issuer, keys, token } from '../../identity/token.fixture.ts';
import { createTokenVerifier } from '../../identity/token.ts';
import { aConsoleFolder, httpOptions } from '../http.fixture.ts';
import { createHttp } from '../server.ts';
import { aMapFile } from './map.fixture.ts';
import { openMapFile } from './map-file.ts';
import { mapFileUrl } from './serve-map.ts';
import type { MapFile } from './map-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'noa-map-'));
await writeFile(join(folder, 'town.pmtiles'), aMapFile);
const file = await openMapFile(join(folder, 'town.pmtiles'));
const url = mapFileUrl(file);
const onlyFile = { current: file, find: async (version: string) => (version === file.version ? file : undefined) };
const app = createHttp(
  httpOptions({
    consoleFolder: await aConsoleFolder(),
    isDatabaseDown: () => true,
    map: { maps: onlyFile, verifyToken: createTokenVerifier({ issuer, audience, keys }) },
  }),
);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await file.close();
  await rm(folder, { recursive: true, force: true });
});

const signedIn = { authorization: `bearer oidc~${token()}` };
const size = aMapFile.length;

async function ask(headers: Record<string, string>, method = 'GET') {
  const answer = await fetch(`${origin}${url}`, { method, headers: { ...signedIn, ...headers } });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

describe('the streets under the map', () => {
  it.each([
    ['the first bytes', 'bytes=0-126', 0, 126],
    ['some in the middle', 'bytes=500-1499', 500, 1_499],
    ['one byte', 'bytes=7-7', 7, 7],
    ['the last bytes', 'bytes=-300', size - 300, size - 1],
    ['more than there is', `bytes=2000-${size + 9_000}`, 2_000, size - 1],
  ])('come in the part that is asked for: %s', async (_, range, first, last) => {
    const { status, headers, body } = await ask({ range });

    expect(status).toBe(206);
    expect(body).toEqual(aMapFile.subarray(first, last + 1));
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-length': String(last - first + 1),
      'content-range': `bytes ${first}-${last}/${size}`,
      'content-type': 'application/vnd.pmtiles',
      etag: `"${file.version}"`,
      'x-content-type-options': 'nosniff',
    });
  });

  it('come whole to who asks for no part, or for parts of another content', async () => {
    for (const headers of [{}, { range: 'bytes=0-9', 'if-range': '"another"' }]) {
      const { status, body } = await ask(headers);
      expect(status).toBe(200);
      expect(body).toEqual(aMapFile);
    }
    expect((await ask({ range: 'bytes=0-9', 'if-range': `"${file.version}"` })).status).toBe(206);
  });

  it('say how long they are without a body, and that they are still the same', async () => {
    const head = await ask({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, String(size), 0]);
    const same = await ask({ 'if-none-match': `W/"${file.version}"` });
    expect([same.status, same.body.length]).toEqual([304, 0]);
  });

  it('do not have what lies behind their end', async () => {
    const { status, headers } = await ask({ range: `bytes=${size}-` });

    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe(`bytes */${size}`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('are not for strangers', async () => {
    const headers = [
      {},
      { authorization: token() },
      // Of some others HTTP itself makes a good one again.
      ...['another key under our key id', 'expired long ago', 'another audience', 'signature stripped'].map((name) => ({
        authorization: `bearer oidc~${forged[name]?.() ?? ''}`,
      })),
    ];
    for (const each of headers) {
      const answer = await fetch(`${origin}${url}`, {
        headers: { range: 'bytes=0-9', ...each } as Record<string, string>,
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).not.toContain('PMTiles');
    }
  });

  it.each([
    '/map/',
    '/map/town.pmtiles',
    '/map/another.pmtiles',
    `${url}/`,
    `${url}/..%2f..%2fetc%2fpasswd`,
    '/map/..%2f..%2f..%2fetc%2fpasswd',
    '/map/%2e%2e/config.json',
    '/map/%00.pmtiles',
    `/map${url.replaceAll('/', '%2f')}`,
  ])('are nowhere else: %s', async (path) => {
    // As it stands: `fetch` would put the address in order first.
    const { hostname, port } = new URL(origin);
    const asking = request({ hostname, port, path, headers: { ...signedIn, range: 'bytes=0-9' } });
    asking.end();
    const [answer] = await once(asking, 'response');

    expect(answer.statusCode).toBe(404);
    expect(await text(answer)).not.toMatch(/PMTiles|root:/);
  });

  it('come to all who wait, also when others have left', async () => {
    const leaving = Array.from({ length: 40 }, async () => {
      const asking = request(`${origin}${url}`, { headers: signedIn, agent: false });
      asking.on('error', () => undefined);
      asking.end();
      await Promise.race([once(asking, 'response'), new Promise((resolve) => setTimeout(resolve, 20))]);
      asking.destroy();
    });
    const staying = await Promise.all(Array.from({ length: 60 }, () => ask({ range: 'bytes=0-999' })));
    await Promise.all(leaving);

    expect(new Set(staying.map(({ status }) => status))).toEqual(new Set([206]));
    expect((await ask({ range: 'bytes=0-9' })).status).toBe(206);
  });

  it('come to who waits for those that somebody asked for and does not take', async () => {
    const endless: MapFile = {
      ...file,
      size: 2 ** 40,
      read: ({ last }) => Readable.from(last < 10 ? ['town'] : pieces()),
    };
    function* pieces() {
      for (;;) {
        yield Buffer.alloc(65_536);
      }
    }
    const town = createHttp(
      httpOptions({
        consoleFolder: await aConsoleFolder(),
        takenWithinMs: 300,
        map: {
          maps: { current: endless, find: async () => endless },
          verifyToken: createTokenVerifier({ issuer, audience, keys }),
        },
      }),
    );
    const { port } = new URL(await town.listen({ port: 0, host: '127.0.0.1' }));
    onTestFinished(() => town.close());
    const head = `GET ${url} HTTP/1.1\r\nhost: noa.test\r\nauthorization: ${signedIn.authorization}\r\n`;
    for (let times = 0; times < 16; times += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write(`${head}\r\n`);
      await once(socket, 'readable'); // the head of the answer, and nothing is read
    }

    const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { ...signedIn, range: 'bytes=0-3' } });

    expect([answer.status, await answer.text()]).toEqual([206, 'town']);
  }, 10_000);

  it('come from this file, whoever left while it was read', async () => {
    const part = file.read({ first: 0, last: 9 });
    part.destroy();
    await once(part, 'close');
    const other = await open(join(folder, 'other'), 'w+');
    await other.write('of somebody else');

    const { status, body } = await ask({ range: 'bytes=0-9' });
    await other.close();

    expect(status).toBe(206);
    expect(body).toEqual(aMapFile.subarray(0, 10));
  });
});
