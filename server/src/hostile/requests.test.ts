import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Drain } from '../http/drain.ts';
import { createHttp } from '../http/server.ts';
import { demoUsers } from '../identity/provider/demo-users.ts';
import { mountProvider } from '../identity/provider/mount.ts';
import { aProvider, Browser, endpoint, publicUrl } from '../identity/provider/provider.fixture.ts';
import { createAnswer, requestKinds } from '../mqtt/requests.ts';
import { reports } from '../reports/testing/events.ts';
import { aContainer, anOrg } from '../testing/factories.ts';
import { api, internalErrors, server, signIn, signInGateway } from '../testing/harness.ts';
import { aCanary, hostileMoments, hostileNumbers, hostileTexts } from './hostile-values.fixture.ts';
import { aLog, canariesIn, postgresLog } from './logs.fixture.ts';

const canary = aCanary();
const texts = Object.values(hostileTexts(canary));
const log = aLog();

let folder: string;
let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noa-hostile-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Noa</title>');
  app = createHttp({
    logger: log.logger,
    trustedProxies: [],
    consoleFolder: folder,
    consoleConfig: {
      authority: publicUrl,
      clientId: 'noa-frontend',
      graphqlUrl: `${publicUrl}/graphql`,
      production: false,
      mapStyleUrl: null,
    },
    graphql: async (request, reply) => {
      reply.hijack();
      await server.handle(request.raw, reply.raw, {});
    },
    drain: new Drain(),
    isDatabaseDown: () => false,
    metrics: null,
    readiness: async () => ({ troubles: [], details: {} }),
    findDownload: (id) => reports.downloads.find(id),
    checkHealth: () => Promise.resolve(),
  });
  mountProvider(app, await aProvider());
  await app.ready();
  ({ token } = await signIn(['root']));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a request; what it gets is no failure of the server, and says nothing of one. */
async function expectNoFailure(request: InjectOptions & { readonly url: string }): Promise<number> {
  const { statusCode, body } = await app.inject(request);
  const about = `${request.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.payload ?? '').slice(0, 200)}`;
  expect(statusCode, about).toBeLessThan(500);
  expect(body, about).not.toContain('"Internal"');
  return statusCode;
}

const viewer = '{ viewer { name } }';
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const bodies: Readonly<Record<string, string | Buffer>> = {
  nothing: '',
  'no JSON': `{ ${canary.word}`,
  'JSON that is cut off': `{"query":"${viewer}`,
  null: 'null',
  'a number': '1',
  'a text': `"${canary.word}"`,
  'a list': '[]',
  'a batch': `[{"query":"${viewer}"},{"query":"${viewer}"}]`,
  'lists 100,000 deep': deep(100_000),
  'a document that is a number': '{"query":1}',
  'a document that is null': '{"query":null}',
  'a document that is an object': '{"query":{"a":1}}',
  'a document that is a list': '{"query":["{ viewer { id } }"]}',
  'variables that are a text': `{"query":"${viewer}","variables":"${canary.word}"}`,
  'variables that are a list': `{"query":"${viewer}","variables":[1]}`,
  'variables 100,000 deep': `{"query":"${viewer}","variables":{"a":${deep(100_000)}}}`,
  'variables of a prototype': `{"query":"${viewer}","variables":{"__proto__":{"a":1},"constructor":{"prototype":1}}}`,
  'an operation’s name that is a number': `{"query":"${viewer}","operationName":1}`,
  'an operation’s name that is an object': `{"query":"${viewer}","operationName":{}}`,
  'an operation’s name that is not there': `{"query":"query a ${viewer}","operationName":"${canary.word}"}`,
  'extensions that are a text': `{"query":"${viewer}","extensions":"x"}`,
  'a persisted query': `{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"${canary.word}"}}}`,
  'keys twice': `{"query":"{","query":"${viewer}","variables":1,"variables":{}}`,
  'keys that are not known': `{"query":"${viewer}","${canary.word}":1}`,
  'a byte order mark': `\uFEFF{"query":"${viewer}"}`,
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d]),
  'invalid UTF-8 in a text': Buffer.concat([
    Buffer.from('{"query":"{ search(text: \\"'),
    Buffer.from([0xc3, 0x28, 0xff]),
    Buffer.from('\\") { id } }"}'),
  ]),
  'UTF-16': Buffer.from(`{"query":"${viewer}"}`, 'utf16le'),
  'null characters': Buffer.alloc(100),
};

const types = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/graphql',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  `${canary.word}/;;;=`,
];

describe('a body', () => {
  it.each(Object.keys(bodies))('of the API may be %s, of any type', async (name) => {
    for (const type of types) {
      await expectNoFailure({
        method: 'POST',
        url: '/graphql',
        payload: bodies[name] ?? '',
        headers: { 'content-type': type, authorization: `Bearer oidc~${token}` },
      });
    }
  });

  const start = 'mutation ($file: Upload!) { startImport(kind: "buildings", file: $file) { id } }';
  const operations = JSON.stringify({ query: start, variables: { file: null } });
  const file = '"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nStrada\r\n';
  const forms: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    'without a map': [['operations', operations]],
    'without operations': [['map', '{"0":["variables.file"]}']],
    'with operations that are no JSON': [
      ['operations', canary.word],
      ['map', '{}'],
    ],
    'with operations that are null': [
      ['operations', 'null'],
      ['map', '{"0":["variables.file"]}'],
      ['0', file],
    ],
    'with a map that is no JSON': [
      ['operations', operations],
      ['map', canary.word],
      ['0', file],
    ],
    'with a map that is a list': [
      ['operations', operations],
      ['map', '[["variables.file"]]'],
      ['0', file],
    ],
    'with a map to nothing': [
      ['operations', operations],
      ['map', '{"0":["variables.nothing.at.all"]}'],
      ['0', file],
    ],
    'with a map to a prototype': [
      ['operations', operations],
      ['map', '{"0":["variables.__proto__.x","__proto__.y","constructor.prototype.z"]}'],
      ['0', file],
    ],
    'with a map of numbers': [
      ['operations', operations],
      ['map', '{"0":[1]}'],
      ['0', file],
    ],
    'with a map of a text': [
      ['operations', operations],
      ['map', '{"0":"variables.file"}'],
      ['0', file],
    ],
    'with a map to the document': [
      ['operations', operations],
      ['map', '{"0":["query"]}'],
      ['0', file],
    ],
    'without the file': [
      ['operations', operations],
      ['map', '{"0":["variables.file"]}'],
    ],
    'with the file first': [
      ['0', file],
      ['operations', operations],
      ['map', '{"0":["variables.file"]}'],
    ],
    'with a text for a file': [
      ['operations', operations],
      ['map', '{"0":["variables.file"]}'],
      ['0', canary.word],
    ],
    'with a file for operations': [
      ['operations', file],
      ['map', '{}'],
    ],
    'with all of it twice': [
      ['operations', operations],
      ['operations', operations],
      ['map', '{"0":["variables.file"]}'],
      ['map', '{"0":["variables.file"]}'],
      ['0', file],
      ['0', file],
    ],
    'with nothing': [],
  };

  it.each(Object.keys(forms))('may be a form %s', async (name) => {
    const parts = (forms[name] ?? []).map(([field, value]) =>
      value === file
        ? `--x\r\ncontent-disposition: form-data; name="${field}${value}\r\n`
        : `--x\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    );
    for (const payload of [`${parts.join('')}--x--\r\n`, parts.join(''), parts.join('').slice(0, -20)]) {
      await expectNoFailure({
        method: 'POST',
        url: '/graphql',
        payload,
        headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer oidc~${token}` },
      });
    }
    expect(({} as { x?: unknown; y?: unknown }).x ?? ({} as { y?: unknown }).y).toBeUndefined();
  });
});

describe('an address', () => {
  const inPath = [...texts, '%', '%00', '%ff', '%c0%af', '..%2f..%2fetc%2fpasswd', 'x'.repeat(3_000)].map((text) =>
    text.startsWith('%') || text.startsWith('..') ? text : encodeURIComponent(text.toWellFormed()),
  );

  it('of a download may be anything', async () => {
    for (const text of inPath) {
      expect(await expectNoFailure({ method: 'GET', url: `/downloads/${text}` })).toBeGreaterThanOrEqual(400);
    }
  });

  it('of the API may ask anything', async () => {
    for (const text of inPath) {
      for (const query of [`query=${text}`, `query=${encodeURIComponent(viewer)}&variables=${text}`, `${text}=1`]) {
        await expectNoFailure({ method: 'GET', url: `/graphql?${query}` });
        const headers = { authorization: `Bearer oidc~${token}` };
        await expectNoFailure({ method: 'GET', url: `/graphql?${query}`, headers });
      }
    }
  });

  it('of anything else may be anything', async () => {
    for (const text of inPath) {
      await expectNoFailure({ method: 'GET', url: `/${text}` });
      await expectNoFailure({ method: 'GET', url: `/assets/${text}` });
      await expectNoFailure({ method: 'GET', url: `/locales/ro/${text}.json?${text}` });
    }
  });
});

describe('a header', () => {
  it.each([
    'authorization',
    'accept',
    'content-type',
    'cookie',
    'origin',
    'accept-encoding',
    'x-forwarded-for',
    'range',
  ])('%s may be anything', async (name) => {
    const values = [
      ...texts.filter((text) => /^[\t\u0020-\u007e]*$/.test(text)),
      `Bearer oidc~${canary.word}`,
      '*/*;q=x',
    ];
    for (const value of values) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer oidc~${token}`, [name]: value };
      const payload = JSON.stringify({ query: viewer });
      await expectNoFailure({ method: 'POST', url: '/graphql', payload, headers });
      await expectNoFailure({ method: 'GET', url: '/', headers: { [name]: value } });
    }
  });
});

describe('the provider', () => {
  const form = (fields: Record<string, string>) => ({
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const tokenForms = (text: string): Record<string, string>[] => [
    { grant_type: text, client_id: 'noa-cli' },
    { grant_type: 'password', client_id: text, username: 'a', password: 'b' },
    { grant_type: 'password', client_id: 'noa-cli', username: text, password: text, scope: 'openid' },
    { grant_type: 'password', client_id: 'noa-cli', username: demoUsers[0]?.email ?? '', password: text, scope: text },
    {
      grant_type: 'authorization_code',
      client_id: 'noa-frontend',
      code: text,
      code_verifier: text,
      redirect_uri: text,
    },
    { grant_type: 'refresh_token', client_id: 'noa-frontend', refresh_token: text },
    { grant_type: 'client_credentials', client_id: 'noa-gateway', client_secret: text, scope: text },
  ];

  /** A wrong password costs tens of milliseconds on purpose: texts that differ in what may go wrong. */
  const few = texts.filter((text) => text.includes('\0') || !text.isWellFormed() || text.length > 5_000 || text === '');

  it('takes any form for a token', async () => {
    for (const text of texts) {
      for (const fields of tokenForms(text)) {
        if (fields['grant_type'] !== 'password' || few.includes(text)) {
          await expectNoFailure({ method: 'POST', url: endpoint('token'), ...form(fields) });
        }
      }
      for (const name of ['revocation', 'userinfo', 'end_session'] as const) {
        await expectNoFailure({ method: 'POST', url: endpoint(name), ...form({ token: text, access_token: text }) });
      }
    }
  });

  it.each(Object.keys(bodies))('takes a body that is %s', async (name) => {
    for (const type of types) {
      const request = { method: 'POST' as const, payload: bodies[name] ?? '', headers: { 'content-type': type } };
      await expectNoFailure({ ...request, url: endpoint('token') });
      await expectNoFailure({ ...request, url: `/realms/dev/login/${randomUUID()}` });
    }
  });

  it('takes any address that begins a sign-in, and any name and password', async () => {
    const browser = new Browser(app);
    const started = await browser.authorize();
    for (const text of texts) {
      for (const over of [
        { state: text },
        { client_id: text },
        { redirect_uri: text },
        { prompt: text, login_hint: text },
      ]) {
        expect((await new Browser(app).authorize(over)).statusCode).toBeLessThan(500);
      }
    }
    for (const text of few) {
      const { statusCode } = await browser.post(String(started.headers.location), { email: text, password: text });
      expect(statusCode).toBeLessThan(500);
    }
  });
});

describe('a message over MQTT', () => {
  it.each(requestKinds)('of %s may be anything', async (kind) => {
    const { id: org_id } = await anOrg();
    const { id: containerId } = await aContainer({ org_id });
    const clientId = `gateway-${randomUUID()}`;
    const gateway = await signInGateway([org_id], clientId);
    const answer = createAnswer(api);
    const at = new Date().toISOString();
    const usual: Readonly<Record<string, object>> = {
      'card-events': { containerId, eventNumber: 1, kind: 'access_denied', at, serialNumber: 'AABBCCDD' },
      'status-updates': { containerId, updateNumber: 1, kind: 'servicing', at, value: 'x' },
      'cards-to-sync': { containerId, after: '1', first: 10 },
      acknowledge: { containerId, version: '1', checksum: 'a', count: 1, outcome: 'failed', reason: 'x' },
    };
    const list = { 'card-events': 'events', 'status-updates': 'updates' }[kind as string];
    const keys = Object.keys(usual[kind] ?? {});
    const values = [...texts, ...Object.values(hostileMoments), ...hostileNumbers];
    const payloads = [
      ...Object.values(bodies).map(String),
      ...values.map((value) => JSON.stringify({ [list ?? 'containerId']: value })),
      ...values.flatMap((value, index) =>
        [index, index + 1].map((round) => {
          const message = { ...usual[kind], [keys[round % keys.length] ?? '']: value };
          return JSON.stringify(list ? { [list]: [message] } : message);
        }),
      ),
    ];

    for (const payload of payloads) {
      const authorization = `Bearer oidc~${gateway.token}`;
      expect(await answer({ kind, clientId, authorization, payload }), payload.slice(0, 300)).not.toContain(
        '"Internal"',
      );
    }
  });
});

describe('after all that', () => {
  it('nothing failed in a way that nobody meant', () => {
    expect(internalErrors.map((error) => String(error).slice(0, 500))).toEqual([]);
  });

  it('no log holds anything of it', async () => {
    internalErrors.forEach((err) => log.logger.error({ err }, 'Internal error'));

    expect(canariesIn(log.text(), canary)).toEqual([]);
    expect(canariesIn((await postgresLog()) ?? '', canary)).toEqual([]);
  });
});
