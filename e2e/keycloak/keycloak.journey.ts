import { expect, test } from '@playwright/test';
import { addPerson, administer, changeRole, type Person } from './admin.ts';
import { noaUrl, realmUrl } from './addresses.ts';
import { accessToken, partOf, renewed, requestToken, signIn, tokensOf, viewer } from './session.ts';

/** Seconds of an access token, in place of 300, so that renewals can be waited for. */
const lifespan = 24;

let ana: Person;

test.beforeAll(async () => {
  await administer('PUT', '', { accessTokenLifespan: lifespan });
  ana = await addPerson('root', 'root');
});

test('a deep link survives signing in, and the token carries what Noa reads', async ({ page }) => {
  await signIn(page, ana, '/entrances?sort=-updated_at');

  await expect(page).toHaveURL(/\/entrances\?sort=-updated_at$/);
  const token = await accessToken(page);
  expect(partOf(token, 1)).toMatchObject({
    iss: realmUrl,
    aud: 'urn:noa:api',
    sub: ana.id,
    azp: 'noa-frontend',
    email: ana.email,
    email_verified: true,
    name: 'Ana root',
    realm_access: { roles: ['root'] },
  });
  expect(await viewer(token)).toEqual({ status: 200, roles: ['root'], email: ana.email });
});

test('two tabs renew their token by themselves, more than once', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await signIn(one, ana);
  await other.goto('/tower-blocks');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Blocuri');

  let token = await accessToken(one);
  for (let round = 0; round < 3; round += 1) {
    token = await renewed(one, token);
    expect((await viewer(token)).status).toBe(200);
  }

  await expect(other.getByRole('heading', { level: 1 })).toContainText('Blocuri');
  await expect(one.locator('#main').getByRole('heading', { level: 1 })).toBeVisible();
});

test('signing out in one tab signs the other out, and ends what would renew', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await signIn(one, ana);
  await other.goto('/tower-blocks');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Blocuri');
  const refreshToken = (await tokensOf(one))?.refresh_token ?? '';

  await one.getByRole('button', { name: 'Ana root' }).click();
  await one.getByText('Deconectare', { exact: true }).click();

  await expect(one.locator('#username')).toBeVisible();
  await expect(other.locator('#username')).toBeVisible();
  expect(
    await requestToken({ grant_type: 'refresh_token', client_id: 'noa-frontend', refresh_token: refreshToken }),
  ).toMatchObject({ status: 400, error: 'invalid_grant' });
});

test('tokens signed with a new key are taken without a restart', async ({ page }) => {
  await signIn(page, ana);
  const before = await accessToken(page);

  await administer('POST', '/components', {
    name: 'rsa-new',
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    config: { priority: ['200'], keySize: ['2048'], algorithm: ['RS256'] },
  });
  const after = await renewed(page, before);

  expect(partOf(after, 0)['kid']).not.toBe(partOf(before, 0)['kid']);
  // An unknown key makes Noa fetch them anew, at most every 30 seconds.
  await expect.poll(async () => (await viewer(after)).status, { timeout: 20_000 }).toBe(200);
  await expect(page.locator('#main').getByRole('heading', { level: 1 })).toBeVisible();
});

test('a role that was taken is gone with the next token', async ({ page }) => {
  const bogdan = await addPerson('bogdan', 'local_reporter');
  await changeRole('POST', bogdan.id, 'root');
  await signIn(page, bogdan);
  const before = await accessToken(page);
  expect((await viewer(before)).roles).toEqual(['local_reporter', 'root']);

  await changeRole('DELETE', bogdan.id, 'root');

  expect((await viewer(await renewed(page, before))).roles).toEqual(['local_reporter']);
});

test('a session that an administrator ends leads to the sign-in page when its token ends', async ({ page }) => {
  const corina = await addPerson('corina', 'root');
  await signIn(page, corina);

  await administer('POST', `/users/${corina.id}/logout`);

  await expect(page.locator('#username')).toBeVisible({ timeout: 90_000 });
});

test('a gateway of its own secret is known by its client id', async () => {
  const [client] = await administer<{ id: string }[]>('GET', '/clients?clientId=noa-gateway');
  const path = `/clients/${client?.id}`;
  await administer('PUT', path, { ...client, enabled: true });
  const { value: secret } = await administer<{ value: string }>('POST', `${path}/client-secret`);

  const answer = await requestToken({
    grant_type: 'client_credentials',
    client_id: 'noa-gateway',
    client_secret: secret,
    scope: 'locks',
  });

  const token = answer.access_token ?? '';
  expect(partOf(token, 1)).toMatchObject({ aud: 'urn:noa:api', scope: 'locks' });
  expect(partOf(token, 1)).not.toHaveProperty('realm_access');
  // Known, and without a role: an answer, in which there is no e-mail address.
  expect(await viewer(token)).toEqual({ status: 200, roles: [], email: null });
});

test('what the console does not use is refused', async () => {
  const code = { client_id: 'noa-frontend', response_type: 'code', scope: 'openid api', redirect_uri: `${noaUrl}/` };
  const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
  const authorize = async (over: Record<string, string>): Promise<string> => {
    const address = `${realmUrl}/protocol/openid-connect/auth?${new URLSearchParams({ ...code, ...over })}`;
    const response = await fetch(address, { redirect: 'manual' });
    const location = response.headers.get('location');
    return location ? (new URL(location).searchParams.get('error') ?? 'redirect') : String(response.status);
  };

  expect(await authorize(pkce)).toBe('200');
  expect(await authorize({})).toBe('invalid_request');
  expect(await authorize({ ...pkce, code_challenge_method: 'plain' })).toBe('invalid_request');
  expect(await authorize({ ...pkce, redirect_uri: `${noaUrl}/elsewhere` })).toBe('400');
  expect(await authorize({ ...pkce, scope: 'openid locks' })).toBe('invalid_scope');
  const password = { grant_type: 'password', client_id: 'noa-frontend', username: ana.email, password: ana.password };
  expect(await requestToken(password)).toMatchObject({ error: 'unauthorized_client' });
});
