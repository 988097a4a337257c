import { beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { Browser, claimsIn, requestToken, startProvider } from '../provider.fixture.ts';

let app: FastifyInstance;
let provider: EmbeddedProvider;

beforeAll(async () => {
  ({ app, provider } = await startProvider());
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
    expect(
      (
        await requestToken(app, {
          grant_type: 'refresh_token',
          client_id: 'noa-cli',
          refresh_token: tokens.refresh_token,
        })
      ).status,
    ).toBe(200);
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
    const own = await startProvider();
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
    expect(right).toMatchObject({ status: 429, error: 'slow_down' });
    expect(Number(right.headers['retry-after'])).toSatisfy((seconds: number) => seconds > 240 && seconds <= 300);
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
