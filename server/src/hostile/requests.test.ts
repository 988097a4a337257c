import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { aConsoleFolder, httpOptions } from '../http/http.fixture.ts';
import { createHttp } from '../http/server.ts';
import { demoUsers } from '../identity/provider/demo-users.ts';
import { mountProvider } from '../identity/provider/mount.ts';
import { aProvider, Browser, endpoint, publicUrl } from '../identity/provider/provider.fixture.ts';
import { createAnswer, requestKinds } from '../mqtt/requests.ts';
import { reports } from '../reports/testing/events.ts';
import { aContainer, anOrg } from '../testing/factories.ts';
import { api, internalErrors, server, signIn, signInGateway } from '../testing/harness.ts';
import { rounds, someOf } from '../testing/rounds.ts';
import { contentTypes, file, hostileBodies, hostileForms, viewer } from './hostile-bodies.fixture.ts';
import { aCanary, hostileMoments, hostileNumbers, hostileTexts } from './hostile-values.fixture.ts';
import { aLog, canariesIn, postgresLog } from './logs.fixture.ts';

const canary = aCanary();
const texts = Object.values(hostileTexts(canary));
const bodies = hostileBodies(canary);
const types = contentTypes(canary);
const forms = hostileForms(canary);
/** What a body says it is: JSON, and one of all others in turn (decision 49). */
const typesOf = (name: string) => {
  const [json = '', ...others] = types;
  return [json, ...someOf(others, Object.keys(bodies).indexOf(name))];
};
const log = aLog();

const app = createHttp(
  httpOptions({
    logger: log.logger,
    consoleFolder: await aConsoleFolder(),
    consoleConfig: { authority: publicUrl, graphqlUrl: `${publicUrl}/graphql`, production: false },
    graphql: async (request, reply) => {
      reply.hijack();
      await server.handle(request.raw, reply.raw, {});
    },
    findDownload: (id) => reports.downloads.find(id),
  }),
);
mountProvider(app, await aProvider());
await app.ready();
afterAll(() => app.close());
const { token } = await signIn(['root']);

/** Sends a request; what it gets is no failure of the server, and says nothing of one. */
async function expectNoFailure(request: InjectOptions & { readonly url: string }): Promise<number> {
  const { statusCode, body } = await app.inject(request);
  const about = `${request.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.payload ?? '').slice(0, 200)}`;
  expect(statusCode, about).toBeLessThan(500);
  expect(body, about).not.toContain('"Internal"');
  return statusCode;
}

describe('a body', () => {
  it.each(Object.keys(bodies))('of the API may be %s, of any type', async (name) => {
    for (const type of typesOf(name)) {
      await expectNoFailure({
        method: 'POST',
        url: '/graphql',
        payload: bodies[name] ?? '',
        headers: { 'content-type': type, authorization: `Bearer oidc~${token}` },
      });
    }
  });

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
    for (const type of typesOf(name)) {
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
        [index, index + 1].slice(0, rounds(1, 2)).map((round) => {
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
