import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { aConsoleFolder, httpOptions } from './http.fixture.ts';
import { createHttp } from './server.ts';

const app = createHttp(httpOptions({ consoleFolder: await aConsoleFolder() }));
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());

const send = (body: BodyInit, headers: Record<string, string>) =>
  fetch(`${origin}/graphql`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'GZIP'])(
  'says that it reads no body sent as %s, and what it reads',
  async (coding) => {
    const refused = await send(gzipSync('{}'), { 'content-encoding': coding });

    expect([refused.status, refused.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    expect(await refused.json()).toEqual({ error: 'Send the body as it is' });
  },
);

it.each(['identity', 'Identity', ' identity, identity ', ''])(
  'reads a body that says it is as it is: “%s”',
  async (coding) => {
    expect((await send('{}', { 'content-encoding': coding })).status).toBe(200);
  },
);
