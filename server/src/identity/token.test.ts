import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeysUnavailable, localKeys, type KeySource } from './key-source.ts';
import { audience, forged, issuer, keys, now, rsa, token } from './token.fixture.ts';
import { createTokenVerifier, readBearer } from './token.ts';

const verify = createTokenVerifier({ issuer, audience, keys });
const verifyRemote = createTokenVerifier({ issuer, audience, keys: { ...keys, remote: true } });

describe('createTokenVerifier', () => {
  it('reads who bears a good token', async () => {
    const verified = await verify(token());

    expect(verified).toEqual({
      issuer,
      subject: 'person-1',
      clientId: 'noa-frontend',
      isPerson: true,
      email: 'ana@noa.test',
      emailVerified: true,
      name: 'Ana',
      roles: ['manager'],
      scopes: ['openid', 'api'],
    });
  });

  it.each([
    ['signed with RSA', { header: { alg: 'RS256', kid: 'rsa' }, key: rsa.key, as: 'RS256' }],
    ['with one of several audiences', { claims: { aud: ['account', audience] } }],
    ['of a provider whose clock is half a minute ahead', { claims: { iat: now() + 30 } }],
    ['without a time of issue', { claims: { iat: undefined } }],
    ['valid since a second ago', { claims: { nbf: now() - 1 } }],
    ['with the long form of its type', { header: { typ: 'application/at+jwt' } }],
  ])('admits a token %s', async (_name, parameters) => {
    await expect(verify(token(parameters))).resolves.toMatchObject({ subject: 'person-1' });
  });

  it.each(Object.entries(forged))('refuses %s', async (_name, create) => {
    await expect(verify(create())).rejects.toMatchObject({ name: 'AppError', code: 'AuthenticationMalformed' });
  });

  it.each(Object.entries(forged).filter(([name]) => name !== 'type JWT'))(
    'refuses %s from a remote provider, too',
    async (_name, create) => {
      await expect(verifyRemote(create())).rejects.toMatchObject({ code: 'AuthenticationMalformed' });
    },
  );

  it('keeps the cause of a refusal', async () => {
    const refusal: unknown = await verify(token({ claims: { exp: 1 } })).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ message: 'The access token has expired.', cause: { code: 'ERR_JWT_EXPIRED' } });
  });

  describe('a token that was verified before', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it('is not verified again', async () => {
      const text = token();
      const first = await verify(text);

      await expect(verify(text)).resolves.toBe(first);
    });

    it('is refused once it has expired', async () => {
      const text = token({ claims: { exp: now() + 60 } });
      await verify(text);
      vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });

      await expect(verify(text)).rejects.toMatchObject({ cause: { code: 'ERR_JWT_EXPIRED' } });
    });

    it('is refused once its key is given up', async () => {
      let current = keys;
      const verifyNow = createTokenVerifier({
        issuer,
        audience,
        keys: { remote: false, find: (...asked) => current.find(...asked) },
      });
      const text = token();
      await verifyNow(text);
      current = localKeys({ keys: [rsa.jwk] });

      await expect(verifyNow(text)).rejects.toMatchObject({ code: 'AuthenticationMalformed' });
    });

    it('is refused with another signature', async () => {
      const text = token();
      await verify(text);
      const other = `${text.slice(0, -10)}${text.slice(-10).split('').toReversed().join('')}`;

      await expect(verify(other)).rejects.toMatchObject({ code: 'AuthenticationMalformed' });
    });
  });

  it('does not blame the token when the keys cannot be fetched', async () => {
    const dead: KeySource = { remote: true, find: () => Promise.reject(new KeysUnavailable('down')) };

    await expect(createTokenVerifier({ issuer, audience, keys: dead })(token())).rejects.toBeInstanceOf(
      KeysUnavailable,
    );
  });
});

describe('a remote provider', () => {
  const plain = { typ: 'JWT' };

  it.each([
    ['without a typ claim', { header: plain }],
    [
      'of Keycloak',
      { header: plain, claims: { typ: 'Bearer', azp: 'noa-frontend', sid: 's', realm_access: { roles: ['root'] } } },
    ],
  ])('may mark an access token as JWT: %s', async (_name, parameters) => {
    await expect(verifyRemote(token(parameters))).resolves.toMatchObject({ subject: 'person-1', isPerson: true });
  });

  it.each([
    ['its typ claim', { header: plain, claims: { typ: 'ID' } }],
    ['its hash of an access token', { header: plain, claims: { at_hash: 'x' } }],
    ['its hash of a code', { header: plain, claims: { c_hash: 'x' } }],
    ['a typ claim of another type', { header: plain, claims: { typ: ['Bearer'] } }],
    ['a lower-case bearer', { header: plain, claims: { typ: 'bearer' } }],
  ])('is recognised to have sent no access token by %s', async (_name, parameters) => {
    await expect(verifyRemote(token(parameters))).rejects.toMatchObject({ code: 'AuthenticationMalformed' });
  });
});

describe('roles', () => {
  it.each([
    ['claim roles', { roles: ['root', 'ara_user'] }, ['ara_user', 'root']],
    [
      "Keycloak's realm_access",
      { roles: undefined, realm_access: { roles: ['manager', 'offline_access'] } },
      ['manager'],
    ],
    ['claim roles before realm_access', { roles: ['manager'], realm_access: { roles: ['root'] } }, ['manager']],
    ['unknown names', { roles: ['Root', 'admin', 'root '] }, []],
    ['text instead of a list', { roles: 'root' }, []],
    ['an object instead of a list', { roles: { root: true } }, []],
    ['nested lists', { roles: [['root']] }, []],
    ['null', { roles: null, realm_access: null }, []],
    ['none', { roles: undefined }, []],
  ])('from %s', async (_name, claims, expected) => {
    await expect(verify(token({ claims }))).resolves.toMatchObject({ roles: expected });
  });
});

describe('a client that speaks for itself', () => {
  const alone = { email: undefined, name: undefined, roles: undefined, scope: 'locks', client_id: 'noa-gateway' };

  it('is its own subject', async () => {
    await expect(verify(token({ claims: { ...alone, sub: 'noa-gateway' } }))).resolves.toMatchObject({
      isPerson: false,
      scopes: ['locks'],
    });
  });

  it("is Keycloak's service account", async () => {
    await expect(verify(token({ claims: { ...alone, sub: 'a-uuid' } }))).resolves.toMatchObject({ isPerson: false });
  });

  it.each([
    ['a session', { sid: 's' }],
    ['a role', { roles: ['ara_user'] }],
    ['an e-mail', { email: 'ana@noa.test' }],
  ])('is not assumed where there is %s', async (_name, claims) => {
    await expect(verify(token({ claims: { ...alone, sub: 'a-uuid', ...claims } }))).resolves.toMatchObject({
      isPerson: true,
    });
  });
});

it.each([true, 'true', 1, null, undefined].map((claim) => [claim, claim === true]))(
  'takes email_verified %s as %s',
  async (claim, expected) => {
    await expect(verify(token({ claims: { email_verified: claim } }))).resolves.toMatchObject({
      emailVerified: expected,
    });
  },
);

describe('readBearer', () => {
  it.each(['Bearer oidc~abc', 'bearer oidc~abc', 'BEARER  oidc~abc'])('reads %s', (header) => {
    expect(readBearer(header)).toBe('abc');
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer abc',
    'Bearer OIDC~abc',
    'oidc~abc',
    'Basic oidc~abc',
    'Bearer oidc~',
    'Bearer oidc~a b',
    'Bearer oidc~abc, Bearer oidc~def',
    ` Bearer oidc~abc`,
    `Bearer oidc~${'x'.repeat(9000)}`,
  ])('refuses %s', (header) => {
    expect(() => readBearer(header)).toThrow(expect.objectContaining({ code: 'AuthenticationMalformed' }));
  });
});
