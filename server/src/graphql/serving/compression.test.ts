import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createSchema, createYoga } from 'graphql-yoga';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressed } from './compression.ts';

const rows = Array.from({ length: 500 }, (_, index) => `Blocul ${index}, Șoseaua Națională`);
let release: () => void;
const held = new Promise<void>((resolve) => {
  release = resolve;
});

const schema = createSchema({
  typeDefs: 'type Query { rows: [String!]! one: String! } type Subscription { news: String! }',
  resolvers: {
    Query: { rows: () => rows, one: () => 'unu' },
    Subscription: {
      news: {
        async *subscribe() {
          yield { news: 'first' };
          await held;
        },
      },
    },
  },
});

let server: Server;

beforeAll(async () => {
  const yoga = createYoga({ schema, logging: false, plugins: [compressed] });
  server = createServer((asked, answer) => void yoga(asked, answer));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(() => {
  release();
  server.close();
});

/** As it is on the wire: `fetch` would decompress it. */
const ask = (query: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, host: '127.0.0.1', path: '/graphql', method: 'POST', headers }, resolve);
    asked.on('error', reject);
    asked.end(JSON.stringify({ query }));
  });
const json = { 'content-type': 'application/json', accept: 'application/json' };

it.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, br;q=0.1', 'gzip', gunzipSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
])('answers a client that takes %s in %s', async (accepted, encoding, decompress) => {
  const answer = await ask('{ rows }', { ...json, 'accept-encoding': accepted });
  const body = await buffer(answer);

  expect(answer.headers).toMatchObject({
    'content-encoding': encoding,
    vary: 'accept-encoding',
    'content-length': String(body.byteLength),
  });
  expect(JSON.parse(decompress(body).toString())).toEqual({ data: { rows } });
  expect(body.byteLength).toBeLessThan(Buffer.byteLength(rows.join()) / 5);
});

it.each([[{}], [{ 'accept-encoding': 'identity' }], [{ 'accept-encoding': 'zstd' }]])(
  'answers a client that sends %o as it is',
  async (headers) => {
    const answer = await ask('{ rows }', { ...json, ...headers });

    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse((await buffer(answer)).toString())).toEqual({ data: { rows } });
  },
);

it('leaves an answer alone that fits one packet', async () => {
  const answer = await ask('{ one }', { ...json, 'accept-encoding': 'br' });

  expect(answer.headers['content-encoding']).toBeUndefined();
  expect((await buffer(answer)).toString()).toBe('{"data":{"one":"unu"}}');
});

it('tells what happens when it happens', async () => {
  const headers = { ...json, accept: 'text/event-stream', 'accept-encoding': 'br' };
  const answer = await ask('subscription { news }', headers);
  answer.setEncoding('utf8');

  let received = '';
  for await (const part of answer) {
    received += String(part);
    if (received.includes('first')) {
      break;
    }
  }
  expect(answer.headers['content-encoding']).toBe('none');
});
