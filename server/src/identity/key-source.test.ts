import { setTimeout as delay } from 'node:timers/promises';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, it, vi } from 'vitest';
import { KeysUnavailable, remoteKeys } from './key-source.ts';
import { createTokenVerifier } from './token.ts';

const authority = 'https://sso.test/realms/noa';
const audience = 'noa-api';

/** A provider that counts what it is asked, and can be switched off. */
async function createFakeProvider() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
  const provider = {
    asked: [] as string[],
    up: true,
    issuer: authority,
    clock: 0,
    sign: (kid = 'one', issuer = authority) =>
      new SignJWT({ typ: 'Bearer', azp: 'noa-frontend', sid: 's' })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject('person-1')
        .setExpirationTime('5m')
        .sign(privateKey),
    verifier: () =>
      createTokenVerifier({
        issuer: authority,
        audience,
        keys: remoteKeys(authority, { fetch: answer, now: () => provider.clock }),
      }),
  };
  const answer = async (input: string | URL | Request): Promise<Response> => {
    const url = input instanceof Request ? input.url : input.toString();
    provider.asked.push(url);
    if (!provider.up) {
      throw new TypeError('connection refused');
    }
    return url.endsWith('/.well-known/openid-configuration')
      ? Response.json({ issuer: provider.issuer, jwks_uri: `${authority}/certs` })
      : Response.json({ keys: [jwk] });
  };
  return provider;
}

it('discovers the keys once and keeps them', async () => {
  const provider = await createFakeProvider();
  const verify = provider.verifier();

  await Promise.all([provider.sign(), provider.sign(), provider.sign()].map(async (token) => verify(await token)));

  expect(provider.asked).toEqual([`${authority}/.well-known/openid-configuration`, `${authority}/certs`]);
});

it('does not ask again for each token with an unknown key', async () => {
  const provider = await createFakeProvider();
  const verify = provider.verifier();
  await verify(await provider.sign());

  for (let i = 0; i < 20; i += 1) {
    await expect(verify(await provider.sign(`forged-${i}`))).rejects.toMatchObject({ code: 'AuthenticationMalformed' });
  }

  expect(provider.asked).toHaveLength(2);
});

it('asks a provider that is down at most every five seconds, and blames no token', async () => {
  const provider = await createFakeProvider();
  provider.up = false;
  const verify = provider.verifier();

  for (let second = 0; second < 60; second += 1) {
    provider.clock = second * 1000;
    await expect(verify(await provider.sign())).rejects.toBeInstanceOf(KeysUnavailable);
  }

  expect(provider.asked).toHaveLength(12);
});

it('recovers with the provider', async () => {
  const provider = await createFakeProvider();
  provider.up = false;
  const verify = provider.verifier();
  await expect(verify(await provider.sign())).rejects.toBeInstanceOf(KeysUnavailable);

  provider.up = true;
  provider.clock = 5_000;

  await expect(verify(await provider.sign())).resolves.toMatchObject({ subject: 'person-1' });
});

it('asks again after its pause where the clock was set back meanwhile', async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError('connection refused')));
  const { find } = remoteKeys(authority, { fetch: asked, retryMs: 20 });
  const ask = () =>
    expect(find({ alg: 'ES256', kid: 'one' }, { payload: '', signature: '' })).rejects.toThrow(KeysUnavailable);
  await ask();

  vi.useFakeTimers({ now: Date.now() - 3_600_000, toFake: ['Date'] });
  try {
    await delay(40);
    await ask();
  } finally {
    vi.useRealTimers();
  }

  expect(asked).toHaveBeenCalledTimes(2);
});

it('follows no redirect: keys come from where the settings say', async () => {
  const asked = vi.fn(async () => Response.redirect('https://elsewhere.test/'));
  const { find } = remoteKeys(authority, { fetch: asked });

  await expect(find({ alg: 'ES256', kid: 'one' }, { payload: '', signature: '' })).rejects.toThrow(KeysUnavailable);

  expect(asked.mock.calls).toEqual([[expect.any(String), expect.objectContaining({ redirect: 'manual' })]]);
});

it('refuses a discovery document of another issuer', async () => {
  const provider = await createFakeProvider();
  provider.issuer = 'https://evil.test/realms/noa';

  await expect(provider.verifier()(await provider.sign())).rejects.toBeInstanceOf(KeysUnavailable);
});

it('takes the issuer as the provider writes it, with a slash at its end or without, and no other', async () => {
  const provider = await createFakeProvider();
  provider.issuer = `${authority}/`;
  const verify = provider.verifier();

  await expect(verify(await provider.sign('one', `${authority}/`))).resolves.toMatchObject({
    issuer: authority,
    subject: 'person-1',
  });
  await expect(verify(await provider.sign())).rejects.toMatchObject({
    code: 'AuthenticationMalformed',
  });
  provider.issuer = authority;
  const verifyOther = provider.verifier();
  await expect(verifyOther(await provider.sign('one', `${authority}/`))).rejects.toMatchObject({
    code: 'AuthenticationMalformed',
  });
});
