import { createHmac, createPublicKey, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { localKeys } from './key-source.ts';
import { maxTokenLength } from './token.ts';

export const issuer = 'https://noa.test/realms/dev';
export const audience = 'noa-api';

interface Pair {
  key: KeyObject;
  jwk: JWK;
}

async function createPair(alg: string, kid: string): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const key = createPrivateKey({ key: await exportJWK(privateKey), format: 'jwk' });
  return { key, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

const ours = await createPair('ES256', 'ours');
export const rsa = await createPair('RS256', 'rsa');
const theirs = await createPair('ES256', 'ours'); // another key that calls itself ours
/** Such a key would verify with any algorithm of its type: only our own list bounds them. */
function withoutAlgorithm({ alg: _alg, ...jwk }: JWK): JWK {
  return jwk;
}

/** Our provider's public keys. */
export const keys = localKeys({ keys: [ours.jwk, withoutAlgorithm(rsa.jwk)] });
const ourPem = createPublicKey(ours.key).export({ type: 'spki', format: 'pem' }).toString();

type Json = Record<string, unknown>;

export const now = () => Math.floor(Date.now() / 1000);
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const goodHeader = { alg: 'ES256', typ: 'at+jwt', kid: 'ours' };
const goodClaims = (): Json => ({
  iss: issuer,
  aud: audience,
  sub: 'person-1',
  client_id: 'noa-frontend',
  iat: now(),
  exp: now() + 300,
  email: 'ana@noa.test',
  email_verified: true,
  name: 'Ana',
  roles: ['manager'],
  scope: 'openid api',
});

const signatures: Record<string, (input: string, key: KeyObject) => Buffer> = {
  ES256: (input, key) => sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }),
  RS256: (input, key) => sign('sha256', Buffer.from(input), key),
  RS512: (input, key) => sign('sha512', Buffer.from(input), key),
};

/** A token that is right in everything but what it is told. */
export function token({
  header = {},
  claims = {},
  key = ours.key,
  as = 'ES256',
}: { header?: Json; claims?: Json; key?: KeyObject; as?: string } = {}): string {
  const input = `${encode({ ...goodHeader, ...header })}.${encode({ ...goodClaims(), ...claims })}`;
  return `${input}.${signatures[as]?.(input, key).toString('base64url') ?? ''}`;
}

const parts = (text: string) => text.split('.') as [string, string, string];
const withMac = (header: Json, secret: string | Buffer) => {
  const input = `${encode({ ...goodHeader, ...header })}.${encode(goodClaims())}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};
const changed = (index: 0 | 1 | 2, change: (part: string) => string) => {
  const all = parts(token());
  all[index] = change(all[index]);
  return all.join('.');
};
const rewritten = (claims: Json) =>
  changed(1, (part) => encode({ ...(JSON.parse(Buffer.from(part, 'base64url').toString()) as Json), ...claims }));
const lastCharacterTurned = (text: string) =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) ^ 1);

/** Tokens nobody may get in with, each wrong in one thing. */
export const forged: Record<string, () => string> = {
  'alg none, no signature': () => `${encode({ ...goodHeader, alg: 'none' })}.${encode(goodClaims())}.`,
  'alg None': () => `${encode({ ...goodHeader, alg: 'None' })}.${encode(goodClaims())}.AA`,
  'alg nOnE with a good signature': () => token({ header: { alg: 'nOnE' } }),
  'no alg': () => token({ header: { alg: undefined } }),
  'alg as a number': () => token({ header: { alg: 256 } }),
  'alg as a list': () => token({ header: { alg: ['ES256'] } }),
  'HS256 keyed with the public key as PEM': () => withMac({ alg: 'HS256' }, ourPem),
  'HS256 keyed with the public key as JWK': () => withMac({ alg: 'HS256' }, JSON.stringify(ours.jwk)),
  'HS256 keyed with the public x coordinate': () =>
    withMac({ alg: 'HS256' }, Buffer.from(ours.jwk.x ?? '', 'base64url')),
  'HS256 keyed with nothing': () => withMac({ alg: 'HS256' }, ''),
  HS512: () => withMac({ alg: 'HS512' }, ourPem),
  'ES384 claimed': () => token({ header: { alg: 'ES384' } }),
  'RS256 claimed for an EC key': () => token({ header: { alg: 'RS256' } }),
  'RS512 with our RSA key': () => token({ header: { alg: 'RS512', kid: 'rsa' }, key: rsa.key, as: 'RS512' }),
  'an EC signature under the RSA key id': () => token({ header: { kid: 'rsa' } }),
  'another key under our key id': () => token({ key: theirs.key }),
  'another key under no key id': () => token({ header: { kid: undefined }, key: theirs.key }),
  'an unknown key id': () => token({ header: { kid: 'nobody' } }),
  'a key id that is a path': () => token({ header: { kid: '../../../dev/null' }, key: theirs.key }),
  'a key id that is a number': () => token({ header: { kid: 7 } }),
  'its own key as jwk': () => token({ header: { jwk: theirs.jwk }, key: theirs.key }),
  'our own key as jwk': () => token({ header: { jwk: ours.jwk } }),
  'a jku': () => token({ header: { jku: 'https://evil.test/keys' }, key: theirs.key }),
  'a jku beside a good signature': () => token({ header: { jku: `${issuer}/certs` } }),
  'an x5u': () => token({ header: { x5u: 'https://evil.test/cert' } }),
  'an x5c': () => token({ header: { x5c: ['MIIB'] } }),
  'a critical extension': () => token({ header: { crit: ['exp'], exp: 1 } }),
  'an unencoded payload': () => token({ header: { b64: false, crit: ['b64'] } }),
  'a compressed payload': () => token({ header: { zip: 'DEF' } }),
  'no issuer': () => token({ claims: { iss: undefined } }),
  'another issuer': () => token({ claims: { iss: 'https://evil.test/realms/dev' } }),
  'the issuer with a slash': () => token({ claims: { iss: `${issuer}/` } }),
  'the issuer in capitals': () => token({ claims: { iss: issuer.toUpperCase() } }),
  'the issuer in a list': () => token({ claims: { iss: [issuer] } }),
  'no audience': () => token({ claims: { aud: undefined } }),
  'another audience': () => token({ claims: { aud: 'noa-frontend' } }),
  'an empty list of audiences': () => token({ claims: { aud: [] } }),
  'a list of other audiences': () => token({ claims: { aud: ['account', 'noa-api-2'] } }),
  'an audience that begins like ours': () => token({ claims: { aud: `${audience} x` } }),
  'an audience that is an object': () => token({ claims: { aud: { [audience]: true } } }),
  'expired a second ago': () => token({ claims: { exp: now() - 1 } }),
  'expired long ago': () => token({ claims: { exp: 1 } }),
  'no expiry': () => token({ claims: { exp: undefined } }),
  'an expiry as text': () => token({ claims: { exp: String(now() + 300) } }),
  'an expiry of null': () => token({ claims: { exp: null } }),
  'not valid before a minute from now': () => token({ claims: { nbf: now() + 60 } }),
  'issued two minutes from now': () => token({ claims: { iat: now() + 120 } }),
  'issued in another century': () => token({ claims: { iat: 4_102_444_800, exp: 4_102_444_900 } }),
  'a time of issue as text': () => token({ claims: { iat: 'now' } }),
  'a not-before as text': () => token({ claims: { nbf: 'now' } }),
  'no subject': () => token({ claims: { sub: undefined } }),
  'an empty subject': () => token({ claims: { sub: '' } }),
  'a subject that is a number': () => token({ claims: { sub: 1 } }),
  'a subject of 300 characters': () => token({ claims: { sub: 'x'.repeat(300) } }),
  'no type': () => token({ header: { typ: undefined } }),
  'type JWT': () => token({ header: { typ: 'JWT' } }),
  'type of a logout token': () => token({ header: { typ: 'logout+jwt' } }),
  'type of a DPoP proof': () => token({ header: { typ: 'dpop+jwt' } }),
  'a type that is a list': () => token({ header: { typ: ['at+jwt'] } }),
  'an ID token by its typ claim': () => token({ claims: { typ: 'ID' } }),
  'a refresh token by its typ claim': () => token({ claims: { typ: 'Refresh' } }),
  'bound to a key (cnf)': () => token({ claims: { cnf: { jkt: 'x' } } }),
  'roles changed after signing': () => rewritten({ roles: ['root'] }),
  'subject changed after signing': () => rewritten({ sub: 'person-2' }),
  'expiry changed after signing': () => rewritten({ exp: now() + 9_999_999 }),
  'header changed after signing': () => changed(0, () => encode({ ...goodHeader, extra: 1 })),
  'signature of another token': () => changed(2, () => parts(token({ claims: { sub: 'person-2' } }))[2]),
  'signature stripped': () => changed(2, () => ''),
  'signature and its dot stripped': () => parts(token()).slice(0, 2).join('.'),
  'signature cut short': () => changed(2, (part) => part.slice(0, -4)),
  'signature prolonged': () => changed(2, (part) => `${part}AAAA`),
  'signature of zeros': () => changed(2, () => Buffer.alloc(64).toString('base64url')),
  'signature in DER': () => {
    const [header, claims] = parts(token());
    return `${header}.${claims}.${sign('sha256', Buffer.from(`${header}.${claims}`), ours.key).toString('base64url')}`;
  },
  'last character of the signature turned': () => lastCharacterTurned(token()),
  'spare bits of the signature set': () =>
    changed(2, (part) => part.slice(0, -1) + ({ A: 'B', Q: 'R', g: 'h', w: 'x' }[part.slice(-1)] ?? 'x')),
  'padding appended': () => `${token()}==`,
  'white space appended': () => `${token()} `,
  'a line break inside': () => changed(1, (part) => `${part.slice(0, 8)}\n${part.slice(8)}`),
  'plain base64 alphabet': () => changed(2, () => `+/${'A'.repeat(84)}`),
  'a fourth part': () => `${token()}.AAAA`,
  'five parts, as encrypted tokens have': () => [...parts(token()), 'AAAA', 'AAAA'].join('.'),
  'claims that are a list': () => {
    const input = `${encode(goodHeader)}.${encode([goodClaims()])}`;
    return `${input}.${signatures['ES256']?.(input, ours.key).toString('base64url')}`;
  },
  'claims that are no JSON': () => {
    const input = `${encode(goodHeader)}.${encode('not json')}`;
    return `${input}.${signatures['ES256']?.(input, ours.key).toString('base64url')}`;
  },
  'a header that is no JSON': () => changed(0, () => encode('not json')),
  'a header that is null': () => changed(0, () => encode('null')),
  'empty text': () => '',
  'two dots': () => '..',
  'an opaque token': () => 'tFRhhifTpMUTDbgKHHT0zc3_Wm9HI3kbjp_rwvc4pTq',
  'longer than any token': () => token({ claims: { padding: 'x'.repeat(maxTokenLength) } }),
};
