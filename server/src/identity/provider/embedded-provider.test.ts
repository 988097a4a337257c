import { beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { db, providerDb } from '../../testing/harness.ts';
import { resolveViewer } from '../resolve-viewer.ts';
import { findUserByEmail } from './accounts/user.queries.ts';
import { aProvider, endpoint, publicUrl, realmPath, requestToken, startProvider } from './provider.fixture.ts';
import { sessionFramePath } from './paths.ts';

let app: FastifyInstance;

beforeAll(async () => {
  ({ app } = await startProvider());
  return () => app.close();
});

it('does not start in production on a database with the accounts of the demonstration', async () => {
  await expect(aProvider({ production: true })).rejects.toThrow(/demonstration/);
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

it('names its cookies so that they come by TLS only, where it is reached by TLS', async () => {
  const secure = await startProvider({ publicUrl: 'https://noa.test' });
  const { headers } = await secure.app.inject(
    `${endpoint('authorization')}?client_id=noa-frontend&response_type=code&scope=openid&redirect_uri=https://noa.test/&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`,
  );
  await secure.app.close();

  const cookies = [headers['set-cookie']].flat().map(String);
  expect(cookies.length).toBeGreaterThan(1);
  expect(cookies.filter((cookie) => !/^__Secure-noa_.*; secure/i.test(cookie))).toEqual([]);
});

it('publishes no private key', async () => {
  const { keys } = (await app.inject(endpoint('jwks'))).json<{ keys: object[] }>();

  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty('d');
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

it('keeps the accounts of its users when the public address changes', async () => {
  const email = 'root@noa.test';
  const signInAt = async (address: string) => {
    const moved = await aProvider({ publicUrl: address });
    const { id = '' } = (await findUserByEmail(providerDb, email))?.user ?? {};
    return resolveViewer(db, {
      issuer: moved.issuer,
      subject: id,
      clientId: 'noa-frontend',
      isPerson: true,
      email,
      emailVerified: true,
      name: 'Root',
      roles: ['root'],
      scopes: [],
    });
  };

  const before = await signInAt('http://localhost:8080');
  const after = await signInAt('http://localhost:8090');

  expect(after.accountId).toBe(before.accountId);
});
