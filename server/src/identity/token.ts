import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import { AppError } from '@noa/domain/errors.ts';
import { type Role, roles as allRoles } from '@noa/domain/vocabulary.ts';
import { KeysUnavailable, type KeySource } from './key-source.ts';
import { VerifiedTokens } from './verified-tokens.ts';

/** Signature algorithms that are accepted, whatever a token or a key says. None of them takes a shared secret. */
const signatureAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA'];

/** Characters of a token at most; Keycloak's with many roles have about 3,000. */
export const maxTokenLength = 8192;

/** What a verified access token says of its bearer. Claims that are missing or of the wrong type give nothing. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly subject: string;
  /** The OAuth client it was issued to. */
  readonly clientId: string | null;
  /** True when it speaks for a person; false for a client of its own (client credentials). */
  readonly isPerson: boolean;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly roles: readonly Role[];
  readonly scopes: readonly string[];
}

/** @throws {AppError} AuthenticationMalformed, or `KeysUnavailable` while the provider does not answer. */
export type TokenVerifier = (token: string) => Promise<VerifiedToken>;

export interface TokenVerifierOptions {
  /** Must be the token's `iss`, to the letter; or as the source of the keys writes it. */
  issuer: string;
  /** Must be the token's `aud` or one of several. */
  audience: string;
  keys: KeySource;
}

/** Seconds by which the provider's clock may be ahead of ours. */
const clockTolerance = 60;

/** Verifies access tokens of one provider (reliability.md, control 6). */
export function createTokenVerifier({ issuer, audience, keys }: TokenVerifierOptions): TokenVerifier {
  const verified = new VerifiedTokens(keys);
  return async (token) => {
    const known = await verified.find(token);
    if (known) {
      return known;
    }
    checkForm(token);
    try {
      checkHeader(token, keys.remote);
      const { payload, protectedHeader, key } = await jwtVerify(token, keys.find, {
        audience,
        algorithms: signatureAlgorithms,
        requiredClaims: ['iss', 'aud', 'sub', 'exp'],
      });
      if (payload.iss !== (keys.issuer?.() ?? issuer)) {
        throw malformed(anotherIssuer);
      }
      checkIsAccessToken(payload, protectedHeader.typ);
      checkIsIssued(payload);
      const claims = readClaims(payload, issuer);
      verified.remember(token, { token: claims, header: protectedHeader, key, endsAt: payload.exp ?? 0 });
      return claims;
    } catch (error) {
      if (error instanceof AppError || error instanceof KeysUnavailable) {
        throw error;
      }
      throw malformed(reasonOf(error), error);
    }
  };
}

/**
 * The access token of an authorization header of the form `Bearer oidc~<token>` (specification §7).
 *
 * @throws {AppError} AuthenticationMalformed if there is none, or it has another form.
 */
export function readBearer(header: string | undefined): string {
  if (!header) {
    throw malformed('The request carries no access token.');
  }
  if (header.length > maxTokenLength + 20) {
    throw malformed('The access token is too long.');
  }
  const token = /^[Bb][Ee][Aa][Rr][Ee][Rr] +oidc~(\S+)$/.exec(header)?.[1];
  if (!token) {
    throw malformed('The authorization header is not of the form "Bearer oidc~<access token>".');
  }
  return token;
}

const malformed = (message: string, cause?: unknown) => new AppError('AuthenticationMalformed', message, { cause });

/** Whether a refusal is of a token that was good once: its signature was, and only its time is over. */
export const isExpired = (refusal: unknown): boolean =>
  refusal instanceof AppError && refusal.cause instanceof errors.JWTExpired;

function checkForm(token: string): void {
  if (token.length > maxTokenLength) {
    throw malformed('The access token is too long.');
  }
  const parts = token.split('.');
  // Decoders overlook padding, white space and spare bits of the last character; then many spellings are one token.
  if (
    parts.length !== 3 ||
    !parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  ) {
    throw malformed('The access token is not a signed JWT.');
  }
}

/** Header parameters by which a token would bring its own key, or rules we do not know. */
const forbiddenParameters = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip'];

function checkHeader(token: string, remote: boolean): void {
  const header = decodeProtectedHeader(token);
  if (forbiddenParameters.some((parameter) => parameter in header)) {
    throw malformed('The access token names a key or rule of its own.');
  }
  if (!allowedTypes(remote).includes(normalType(header.typ))) {
    throw malformed('The token is not an access token.');
  }
}

const allowedTypes = (remote: boolean) => (remote ? ['at+jwt', 'jwt'] : ['at+jwt']);

const normalType = (type: unknown) =>
  typeof type === 'string' ? type.toLowerCase().replace(/^application\//, '') : '';

/** A plain `JWT` may be an ID token: Keycloak tells by `typ`, others by the hashes that only ID tokens carry. */
function checkIsAccessToken(payload: JWTPayload, headerType: unknown): void {
  const kind = payload['typ'];
  const isMarked = normalType(headerType) === 'at+jwt';
  const isBearer = kind === undefined || kind === 'Bearer';
  if (!isBearer || (!isMarked && ('at_hash' in payload || 'c_hash' in payload))) {
    throw malformed('The token is not an access token.');
  }
  if ('cnf' in payload) {
    throw malformed('The access token is bound to a key whose proof is not checked here.');
  }
}

/** A token from the future was made by a wrong clock, or to outlive a key that has been given up. */
function checkIsIssued({ iat }: JWTPayload): void {
  if (iat !== undefined && iat > Date.now() / 1000 + clockTolerance) {
    throw malformed('The access token was issued in the future; compare the clocks of server and provider.');
  }
}

function readClaims(payload: JWTPayload, issuer: string): VerifiedToken {
  const subject = textOf(payload.sub, 255);
  if (!subject) {
    throw malformed('The access token has no subject.');
  }
  const clientId = textOf(payload['client_id'], 120) ?? textOf(payload['azp'], 120);
  const email = textOf(payload['email'], 254);
  const roles = rolesOf(payload);
  return {
    issuer,
    subject,
    clientId,
    isPerson: !isClientAlone(payload, subject, clientId, email !== null || roles.length > 0),
    email: email?.includes('@') ? email : null,
    emailVerified: payload['email_verified'] === true,
    name: textOf(payload['name'], 200) ?? textOf(payload['preferred_username'], 200),
    roles,
    scopes: typeof payload['scope'] === 'string' ? payload['scope'].split(' ').filter(Boolean) : [],
  };
}

/**
 * Whether a client speaks for itself. RFC 9068 makes it the subject; Keycloak gives it a user of its own, which has neither
 * a session nor anything personal.
 */
function isClientAlone(payload: JWTPayload, subject: string, clientId: string | null, isPersonal: boolean): boolean {
  if (clientId === null || isPersonal) {
    return false;
  }
  return subject === clientId || !('sid' in payload || 'session_state' in payload || 'auth_time' in payload);
}

/** Claim `roles`, or else Keycloak's `realm_access.roles`; what is no role of ours is left out. */
function rolesOf(payload: JWTPayload): Role[] {
  const realm: unknown = payload['realm_access'];
  const nested: unknown = typeof realm === 'object' && realm !== null && 'roles' in realm ? realm.roles : [];
  const named: unknown = payload['roles'] ?? nested;
  return Array.isArray(named) ? allRoles.filter((role) => named.includes(role)) : [];
}

const textOf = (value: unknown, maxLength: number): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= maxLength ? value : null;

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) {
    return 'The access token has expired.';
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return claimReasons[error.claim] ?? `The access token's claim "${error.claim}" is not right.`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return 'The access token is signed in a way that is not accepted.';
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return 'The signature of the access token is not right.';
  }
  return 'The access token cannot be read.';
}

const anotherIssuer = 'The access token comes from another issuer.';

const claimReasons: Readonly<Record<string, string>> = {
  iss: anotherIssuer,
  aud: 'The access token is meant for another audience.',
  nbf: 'The access token is not valid yet.',
  sub: 'The access token has no subject.',
};
