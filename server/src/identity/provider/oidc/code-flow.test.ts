import { beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { Browser, claimsIn, endpoint, publicUrl, requestToken, startProvider } from '../provider.fixture.ts';

let app: FastifyInstance;
let provider: EmbeddedProvider;

beforeAll(async () => {
  ({ app, provider } = await startProvider());
  return () => app.close();
});

const gatewayToken = async () => {
  const form = {
    grant_type: 'client_credentials',
    client_id: 'noa-gateway',
    client_secret: 'noa-demo',
    scope: 'locks',
  };
  return (await requestToken(app, form)).access_token;
};

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

  it.each(['email', 'password'])('refuses a null character as %s', async (field) => {
    const browser = new Browser(app);
    const started = await browser.authorize();

    const form = { email: 'root@noa.test', password: 'noa-demo', [field]: 'root\0@noa.test' };
    const refused = await browser.post(String(started.headers.location), form);

    expect(refused.statusCode).toBe(400);
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
    expect((await ask(await gatewayToken())).statusCode).toBe(401);
  });

  it('gives a person no scope of gateways', async () => {
    const browser = new Browser(app);
    await browser.signIn('root@noa.test');
    const again = await browser.authorize({ scope: 'openid locks', prompt: 'none' });

    const tokens = await browser.exchange(new URL(String(again.headers.location)).searchParams.get('code'));

    expect(claimsIn(tokens.access_token)['scope']).toBe('openid');
  });
});
