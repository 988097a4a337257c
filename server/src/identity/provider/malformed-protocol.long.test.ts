import { beforeAll, describe, expect, it } from 'vitest';
import { providerDb } from '../../testing/harness.ts';
import { malformed, startWatched, type Watched } from './malformed.fixture.ts';
import { hashPassword } from './sign-in/password.ts';
import { Browser, endpoint, publicUrl, realmPath } from './provider.fixture.ts';
import { addUsers } from './accounts/user.queries.ts';

let watched: Watched;
/** One who is signed in, and what they got. */
let browser: Browser;
let tokens: { refresh_token: string; id_token: string };

beforeAll(async () => {
  watched = await startWatched();
  const password = 'trei pisici pe gard';
  const email = 'gina@primarie.test';
  const hash = await hashPassword(password);
  await addUsers(providerDb, [{ email, name: 'Gina Pop', roles: ['manager'], locale: 'ro', hash }]);
  browser = new Browser(watched.app);
  tokens = await browser.exchange((await browser.signIn(email, password)).get('code'));
  return () => watched.app.close();
});

const ofClient = { client_id: 'noa-frontend', redirect_uri: `${publicUrl}/` };

/** What the library answers, with everything that is sent where nothing is wrong, and what else it reads. */
const asked: Readonly<
  Record<string, { method: 'GET' | 'POST'; url: string; right: () => Record<string, string>; also?: readonly string[] }>
> = {
  'an authorization': {
    method: 'GET',
    url: endpoint('authorization'),
    right: () => ({
      ...ofClient,
      response_type: 'code',
      scope: 'openid profile email',
      state: 'state-1',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }),
    also: `acr_values claims claims_locales display id_token_hint login_hint max_age nonce prompt registration request request_uri resource response_mode ui_locales dpop_jkt __proto__`.split(
      ' ',
    ),
  },
  'a code for tokens': {
    method: 'POST',
    url: endpoint('token'),
    right: () => ({ ...ofClient, grant_type: 'authorization_code', code: 'x', code_verifier: 'y'.repeat(43) }),
    also: ['client_secret', 'client_assertion', 'client_assertion_type', 'resource', 'scope', '__proto__'],
  },
  'a refresh token for tokens': {
    method: 'POST',
    url: endpoint('token'),
    right: () => ({ ...ofClient, grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    also: ['resource', 'scope'],
  },
  'tokens for a gateway': {
    method: 'POST',
    url: endpoint('token'),
    right: () => ({ grant_type: 'client_credentials', client_id: 'lacate', client_secret: 'x', scope: 'locks' }),
    also: ['resource'],
  },
  'a revocation': {
    method: 'POST',
    url: endpoint('revocation'),
    right: () => ({ client_id: 'noa-frontend', token: 'x', token_type_hint: 'refresh_token' }),
  },
  'a sign-out': {
    method: 'GET',
    url: endpoint('end_session'),
    right: () => ({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${publicUrl}/`, state: 'bye' }),
    also: ['client_id', 'logout_hint', 'ui_locales'],
  },
  'a sign-out that is confirmed': {
    method: 'POST',
    url: `${endpoint('end_session')}/confirm`,
    right: () => ({ xsrf: 'x' }),
    also: ['logout'],
  },
  'the end of a sign-out': {
    method: 'GET',
    url: `${endpoint('end_session')}/success`,
    right: () => ({}),
    also: ['client_id'],
  },
  'a sign-in gone on with': {
    method: 'GET',
    url: `${endpoint('authorization')}/x`,
    right: () => ({}),
    also: ['prompt'],
  },
  keys: { method: 'GET', url: endpoint('jwks'), right: () => ({}), also: ['x'] },
  discovery: { method: 'GET', url: `${realmPath}/.well-known/openid-configuration`, right: () => ({}), also: ['x'] },
};

const expectNoFailure = (answer: { statusCode: number; body: string }, what: string) => {
  expect(answer.statusCode, what).toBeLessThan(500);
  expect(answer.body, what).not.toMatch(/server_error|internal (server )?error|\n\s+at |<script>alert/i);
  // Taken away, so that one failure is told once.
  expect(watched.failures.splice(0), what).toEqual([]);
};

describe.each(Object.entries(asked))('asked for %s, the provider', (_what, { method, url, right, also = [] }) => {
  const send = (form: Record<string, string>) =>
    method === 'POST' ? browser.post(url, form) : browser.get(`${url}?${new URLSearchParams(form)}`);

  it('answers whatever is sent, and fails at nothing', async () => {
    for (const field of [...Object.keys(right()), ...also]) {
      for (const [what, sent] of Object.entries(malformed)) {
        expectNoFailure(await send({ ...right(), [field]: sent }), `${field}: ${what}`);
      }
      const { [field]: _left, ...others } = right();
      expectNoFailure(await send(others), `${field} left out`);
      const twice = `${new URLSearchParams(right())}&${field}=a&${field}=b&${field}[]=c&%E0%A4%A=%00`;
      expectNoFailure(await watched.app.inject({ method: 'GET', url: `${url}?${twice}` }), `${field} twice`);
      expectNoFailure(await inject('application/x-www-form-urlencoded', twice), `${field} twice in a form`);
    }
  });

  const inject = (type: string, payload: string) =>
    watched.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });

  it('answers what is no form, and what is at no address of its own', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense', '']) {
      expectNoFailure(await inject(type, '{"client_id":["a"],"__proto__":{"x":1}}'), type);
    }
    for (const below of ['/%00', '/%C8%99', '/%E0%A4%A', `/${'x'.repeat(3_000)}`]) {
      expectNoFailure(await browser.get(url + below), below);
    }
    for (const headers of [
      { authorization: 'Basic \u00FF' },
      { authorization: `Basic ${Buffer.from('a\0:%E0%A4%A').toString('base64')}` },
      { authorization: 'Bearer ..' },
      { authorization: `Bearer ${Buffer.from('{"alg":"none","kid":"\\u0000"}').toString('base64url')}.e30.` },
      { cookie: 'noa_session=%00; noa_interaction=\u00FF; noa_session.sig=' },
    ]) {
      expectNoFailure(await watched.app.inject({ method, url, headers }), JSON.stringify(headers));
    }
  });
});
