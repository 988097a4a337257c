import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { db } from '../../testing/harness.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from './embedded-provider.ts';
import {
  audience,
  Browser,
  claimsIn,
  endpoint,
  formBody,
  publicUrl,
  requestToken,
  startProvider,
} from './provider.fixture.ts';
import { realmPath, sessionFramePath } from './paths.ts';

let app: FastifyInstance;
let provider: EmbeddedProvider;

beforeAll(async () => {
  ({ app, provider } = await startProvider(db));
  return () => app.close();
});

const asCli = (over: Record<string, string> = {}) =>
  requestToken(app, {
    grant_type: 'password',
    client_id: 'noa-cli',
    username: 'root@noa.test',
    password: 'noa-demo',
    scope: 'openid',
    ...over,
  });
const asGateway = (over: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  requestToken(
    app,
    { grant_type: 'client_credentials', client_id: 'noa-gateway', client_secret: 'noa-demo', scope: 'locks', ...over },
    headers,
  );
const refresh = (refreshToken: string, clientId = 'noa-frontend') =>
  requestToken(app, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });

it('does not start in production', async () => {
  await expect(createEmbeddedProvider({ db, publicUrl, audience, production: true })).rejects.toThrow(/OIDC_AUTHORITY/);
});

it('tells where everything is, under the public address, whatever host was asked', async () => {
  const response = await app.inject({
    url: `${realmPath}/.well-known/openid-configuration`,
    headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
  });

  const document = response.json<Record<string, unknown>>();
  expect(document).toMatchObject({
    issuer: `${publicUrl}/realms/dev`,
    authorization_endpoint: publicUrl + endpoint('authorization'),
    token_endpoint: publicUrl + endpoint('token'),
    check_session_iframe: publicUrl + realmPath + sessionFramePath,
    code_challenge_methods_supported: ['S256'],
  });
  expect(response.body).not.toContain('evil.test');
});

it('publishes no private key', async () => {
  const { keys } = (await app.inject(endpoint('jwks'))).json<{ keys: object[] }>();

  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty('d');
});

describe('the sign-in page', () => {
  it('says what is wrong, and keeps the address but not the password', async () => {
    const browser = new Browser(app);
    const started = await browser.authorize();

    const refused = await browser.post(String(started.headers.location), {
      email: '"><b>root@noa.test',
      password: 'secret-guess',
    });

    expect(refused.statusCode).toBe(401);
    expect(refused.body).toContain('E-mail sau parolă greșită');
    expect(refused.body).toContain('value="&quot;&gt;&lt;b&gt;root@noa.test"');
    expect(refused.body).not.toContain('secret-guess');
  });

  it('offers the six demonstration accounts under a policy without unsafe sources', async () => {
    const browser = new Browser(app);
    const page = await browser.get(String((await browser.authorize()).headers.location));

    expect(page.body.match(/data-email="[a-z]+@noa\.test"/g)).toHaveLength(6);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('is not for another browser', async () => {
    const page = String((await new Browser(app).authorize()).headers.location);

    const foreign = await new Browser(app).post(page, { email: 'root@noa.test', password: 'noa-demo' });

    expect(foreign.statusCode).toBe(400);
    expect(foreign.headers['set-cookie']).toBeUndefined();
  });

  it('refuses a form that is too long', async () => {
    const browser = new Browser(app);
    const page = String((await browser.authorize()).headers.location);

    expect((await browser.post(page, { email: 'a@b.c', password: 'x'.repeat(20_000) })).statusCode).toBe(413);
  });
});

describe('the code flow', () => {
  it('gives tokens our API admits', async () => {
    const browser = new Browser(app);
    const callback = await browser.signIn('REPORTER@noa.test');

    const tokens = await browser.exchange(callback.get('code'));

    expect(callback.get('state')).toBe('state-1');
    expect(tokens).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(claimsIn(tokens.id_token)).toMatchObject({
      aud: 'noa-frontend',
      email: 'reporter@noa.test',
      roles: ['local_reporter'],
    });
    await expect(provider.verify(tokens.access_token)).resolves.toMatchObject({
      clientId: 'noa-frontend',
      isPerson: true,
      email: 'reporter@noa.test',
      emailVerified: true,
      name: 'Ioana Țurcanu',
      roles: ['local_reporter'],
      scopes: ['openid', 'profile', 'email'],
    });
    await expect(provider.verify(tokens.id_token)).rejects.toMatchObject({ code: 'AuthenticationMalformed' });
  });

  it.each([
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['a challenge without its method', { code_challenge_method: '' }],
    ['no challenge', { code_challenge: '', code_challenge_method: '' }],
    ['the implicit flow', { response_type: 'token' }],
  ])('refuses %s', async (_name, over) => {
    const location = String((await new Browser(app).authorize(over)).headers.location);

    expect(location).toMatch(/[?#&]error=(invalid_request|unsupported_response_type)/);
    expect(location).not.toContain('code=');
  });

  it.each(['https://evil.test/', `${publicUrl}/other`, `${publicUrl}.evil.test/`])(
    'sends nobody to %s',
    async (uri) => {
      const answer = await new Browser(app).authorize({ redirect_uri: uri });

      expect(answer.statusCode).toBe(400);
      expect(answer.headers.location).toBeUndefined();
    },
  );

  it('gives nothing for a wrong verifier, and the code is still good for its owner', async () => {
    const browser = new Browser(app);
    const code = (await browser.signIn('root@noa.test')).get('code');

    expect(await browser.exchange(code, { code_verifier: 'x'.repeat(43) })).toMatchObject({
      status: 400,
      error: 'invalid_grant',
    });
    expect(await browser.exchange(code)).toMatchObject({ status: 200 });
  });

  it('takes a code once, also twice at the same moment', async () => {
    const browser = new Browser(app);
    const code = (await browser.signIn('root@noa.test')).get('code');

    const answers = await Promise.all([browser.exchange(code), browser.exchange(code)]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });

  it('answers userinfo for our access tokens and nothing else', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('manager@noa.test')).get('code'));
    const ask = (token: string) =>
      app.inject({ url: endpoint('userinfo'), headers: { authorization: `Bearer ${token}` } });

    expect((await ask(tokens.access_token)).json()).toMatchObject({
      sub: claimsIn(tokens.id_token)['sub'],
      email: 'manager@noa.test',
      roles: ['manager'],
    });
    expect((await ask(tokens.id_token)).statusCode).toBe(401);
    expect((await ask((await asGateway()).access_token)).statusCode).toBe(401);
  });

  it('gives a person no scope of gateways', async () => {
    const browser = new Browser(app);
    await browser.signIn('root@noa.test');
    const again = await browser.authorize({ scope: 'openid locks', prompt: 'none' });

    const tokens = await browser.exchange(new URL(String(again.headers.location)).searchParams.get('code'));

    expect(claimsIn(tokens.access_token)['scope']).toBe('openid');
  });
});

describe('refresh tokens', () => {
  it('rotate, and two tabs may use one at the same moment', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));

    const [first, second] = await Promise.all([refresh(tokens.refresh_token), refresh(tokens.refresh_token)]);

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new Set([tokens.refresh_token, first.refresh_token, second.refresh_token]).size).toBe(3);
  });

  it('end the whole grant when an old one comes back after ten seconds, which using it meanwhile does not prolong', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));
    const renewed = await refresh(tokens.refresh_token);
    const age = (seconds: number) =>
      sql`update provider_item set consumed_at = consumed_at - make_interval(secs => ${seconds})
        where id = ${tokens.refresh_token}`.execute(db);

    await age(6);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    await age(6);
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });

    expect((await refresh(renewed.refresh_token)).status).toBe(400);
  });

  it('are no good to another client', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));

    expect(await refresh(tokens.refresh_token, 'noa-cli')).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('survive a restart of the server', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));

    const restarted = await startProvider(db);
    const renewed = await requestToken(restarted.app, {
      grant_type: 'refresh_token',
      client_id: 'noa-frontend',
      refresh_token: tokens.refresh_token,
    });
    await restarted.app.close();

    expect(renewed.status).toBe(200);
    await expect(restarted.provider.verify(tokens.access_token)).resolves.toMatchObject({ email: 'root@noa.test' });
  });
});

describe('the session', () => {
  const stateCookie = 'noa_session_state';

  it('is told to the console and kept in a cookie the frame reads', async () => {
    const browser = new Browser(app);
    const callback = await browser.signIn('root@noa.test');
    const frame = await app.inject(realmPath + sessionFramePath);

    expect(callback.get('session_state')).toBe(browser.cookie(stateCookie));
    expect(frame.body).toContain(stateCookie);
    expect(frame.headers['content-security-policy']).toContain(`frame-ancestors ${publicUrl}`);
  });

  it('signs in silently while it lasts', async () => {
    const browser = new Browser(app);
    const before = await browser.authorize({ prompt: 'none' });
    await browser.signIn('root@noa.test');
    const after = await browser.authorize({ prompt: 'none', redirect_uri: `${publicUrl}/silent` });

    expect(before.headers.location).toContain('error=login_required');
    expect(before.headers.location).toContain('session_state=none');
    expect(after.headers.location).toMatch(new RegExp(`^${publicUrl}/silent\\?code=`));
  });

  it('ends with sign-out: state, silent sign-in and refresh tokens', async () => {
    const browser = new Browser(app);
    const tokens = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));
    const revoked = await app.inject({
      method: 'POST',
      url: endpoint('revocation'),
      ...formBody({ token: tokens.refresh_token, token_type_hint: 'refresh_token', client_id: 'noa-frontend' }),
    });
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${publicUrl}/`,
      state: 'bye',
    });
    const page = await browser.get(`${endpoint('end_session')}?${query}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const done = await browser.post(`${endpoint('end_session')}/confirm`, { xsrf, logout: 'yes' });

    expect(revoked.json()).toEqual({});
    expect(done.headers.location).toBe(`${publicUrl}/?state=bye`);
    expect(browser.cookie(stateCookie)).toBeUndefined();
    expect((await browser.authorize({ prompt: 'none' })).headers.location).toContain('error=login_required');
    expect((await refresh(tokens.refresh_token)).status).toBe(400);
  });

  it('is not ended by a foreign page: without an ID token a person must confirm', async () => {
    const browser = new Browser(app);
    await browser.signIn('root@noa.test');

    const page = await browser.get(endpoint('end_session'));

    expect(page.body).not.toContain('<script>');
    expect(page.body).toContain('Doriți să închideți sesiunea?');
  });
});

describe('the password grant', () => {
  it('gives scripts tokens', async () => {
    const tokens = await asCli();

    await expect(provider.verify(tokens.access_token)).resolves.toMatchObject({
      clientId: 'noa-cli',
      isPerson: true,
      email: 'root@noa.test',
      roles: ['root'],
      scopes: ['openid'],
    });
    expect(claimsIn(tokens.id_token)).toMatchObject({ aud: 'noa-cli', email: 'root@noa.test' });
    expect((await refresh(tokens.refresh_token, 'noa-cli')).status).toBe(200);
  });

  it.each([
    ['a wrong password', { password: 'noa-Demo' }, 'invalid_grant'],
    ['an unknown account', { username: 'nobody@noa.test' }, 'invalid_grant'],
    ['an account without a password', { password: '' }, 'invalid_request'],
    ['the console', { client_id: 'noa-frontend' }, 'invalid_request'],
    ['a scope of gateways', { scope: 'locks' }, 'invalid_scope'],
  ])('refuses %s', async (_name, over, error) => {
    expect(await asCli(over)).toMatchObject({ status: 400, error });
  });

  it('stops guessing, and counts guesses at the sign-in page with it', async () => {
    const own = await startProvider(db);
    const guess = (password: string) =>
      requestToken(own.app, { grant_type: 'password', client_id: 'noa-cli', username: 'resident@noa.test', password });

    const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => guess(`guess-${i}`)));
    const right = await guess('noa-demo');
    const browser = new Browser(own.app);
    const page = await browser.post(String((await browser.authorize()).headers.location), {
      email: 'resident@noa.test',
      password: 'noa-demo',
    });
    await own.app.close();

    expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
    expect(right).toMatchObject({ status: 429, error: 'slow_down', headers: { 'retry-after': '300' } });
    expect(page.statusCode).toBe(429);
    expect(page.body).toContain('Prea multe încercări');
  });
});

describe('a gateway', () => {
  it.each([
    ['in the form', {}, {}],
    [
      'in the header',
      { client_id: undefined, client_secret: undefined },
      { authorization: `Basic ${btoa('noa-gateway:noa-demo')}` },
    ],
  ])('shows its secret %s', async (_name, without, headers) => {
    const form = {
      grant_type: 'client_credentials',
      client_id: 'noa-gateway',
      client_secret: 'noa-demo',
      scope: 'locks',
      ...without,
    };
    const present = Object.fromEntries(
      Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );

    const tokens = await requestToken(app, present, headers);

    await expect(provider.verify(tokens.access_token)).resolves.toMatchObject({
      clientId: 'noa-gateway',
      isPerson: false,
      roles: [],
      scopes: ['locks'],
    });
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('is given no scope of people', async () => {
    expect(claimsIn((await asGateway({ scope: 'locks openid api' })).access_token)['scope']).toBe('locks');
  });

  it('is refused with a wrong secret', async () => {
    expect(await asGateway({ client_secret: 'noa-demo2' })).toMatchObject({ status: 401, error: 'invalid_client' });
  });
});

it('lets only the console read token answers across origins', async () => {
  const own = await requestToken(
    app,
    { grant_type: 'refresh_token', client_id: 'noa-frontend', refresh_token: 'x' },
    { origin: publicUrl },
  );
  const foreign = await requestToken(
    app,
    { grant_type: 'refresh_token', client_id: 'noa-frontend', refresh_token: 'x' },
    { origin: 'https://evil.test' },
  );

  expect(own.headers['access-control-allow-origin']).toBe(publicUrl);
  expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
});
