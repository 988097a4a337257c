import { errors, type Client, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { apiResource, apiServer, claimsOf, personScopes } from './configuration.ts';
import type { CheckPassword } from '../sign-in/sign-in.ts';
import type { ProviderUser } from '../accounts/user.queries.ts';

const grantType = 'password';

interface PasswordParameters {
  username?: string;
  password?: string;
}

/**
 * Lets the client `noa-cli` exchange an e-mail address and a password for tokens (RFC 6749, 4.3). OAuth has given this
 * grant up for good reasons; it is here for scripts and outside tests, and never where the embedded provider is refused.
 */
export function registerPasswordGrant(provider: Provider, check: CheckPassword, audience: string): void {
  const parameters = ['username', 'password', 'scope'];
  provider.registerGrantType<PasswordParameters>(
    grantType,
    async (ctx) => {
      const { username, password } = ctx.oidc.params;
      if (typeof username !== 'string' || typeof password !== 'string') {
        throw new errors.InvalidRequest('username and password are required');
      }
      const result = await check({ email: username, password, from: { address: ctx.ip } });
      if (result.outcome === 'throttled') {
        ctx.set('retry-after', String(result.retryAfterSeconds));
        throw tooManyTries();
      }
      if (result.outcome !== 'right') {
        throw new errors.InvalidGrant(
          result.outcome === 'wrong' ? 'wrong username or password' : 'the account is blocked',
        );
      }
      ctx.body = await issueTokens(provider, ctx, result.user, audience);
    },
    parameters,
  );
}

function tooManyTries(): errors.OIDCProviderError {
  const error = new errors.CustomOIDCProviderError('slow_down', 'too many wrong passwords, try again in a few minutes');
  return Object.assign(error, { status: 429, statusCode: 429 });
}

async function issueTokens(
  provider: Provider,
  ctx: TokenEndpointGrantContext<PasswordParameters>,
  user: ProviderUser,
  audience: string,
) {
  const { client } = ctx.oidc;
  const scope = grantedScope(ctx.oidc.params.scope);
  const grant = new provider.Grant({ clientId: client.clientId, accountId: user.id });
  grant.addOIDCScope(scope);
  grant.addResourceScope(apiResource, scope);
  const grantId = await grant.save();

  const server = new provider.ResourceServer(apiResource, apiServer(audience, client.clientId));
  const common = { client, accountId: user.id, grantId, gty: grantType, scope, expiresWithSession: false };
  const accessToken = new provider.AccessToken({ ...common, resourceServer: server });
  const refreshToken = new provider.RefreshToken({ ...common, resource: apiResource });
  ctx.oidc.entity('Account', { accountId: user.id, claims: () => ({ sub: user.id, ...claimsOf(user) }) });
  ctx.oidc.entity('AccessToken', accessToken);
  ctx.oidc.entity('RefreshToken', refreshToken);

  return {
    access_token: await accessToken.save(),
    refresh_token: await refreshToken.save(),
    ...(scope.split(' ').includes('openid') ? { id_token: await issueIdToken(provider, client, user) } : {}),
    expires_in: accessToken.expiration,
    token_type: accessToken.tokenType,
    scope,
  };
}

function grantedScope(requested: string | undefined): string {
  const known = personScopes.split(' ');
  const granted = (requested ?? 'openid').split(' ').filter((scope) => known.includes(scope));
  if (granted.length === 0) {
    throw new errors.InvalidScope('none of the requested scopes can be granted', requested ?? '');
  }
  return [...new Set(granted)].join(' ');
}

async function issueIdToken(provider: Provider, client: Client, user: ProviderUser): Promise<string> {
  const token = new provider.IdToken({ sub: user.id, ...claimsOf(user) }, { client });
  for (const [claim, value] of Object.entries({ sub: user.id, ...claimsOf(user) })) {
    token.set(claim, value);
  }
  return token.issue({ use: 'idtoken' });
}
