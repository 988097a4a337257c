import {
  interactionPolicy,
  type Account,
  type ClientMetadata,
  type Configuration,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider';
import type { Role } from '@noa/domain/vocabulary.ts';
import type { Db } from '../../../database/database.ts';
import type { Keyring } from '../../../database/keys/keyring.ts';
import { createAdapter } from './adapter.ts';
import { demoPassword } from '../demo-users.ts';
import { gatewayClient } from './gateway-clients.ts';
import type { ProviderKeys } from './keys.ts';
import { confirmLogoutPage, errorPage } from '../pages/pages.ts';
import { localeOf, sendPage } from '../pages/page.ts';
import { accountPath, loginPath, providerPaths, realmPathOf, sessionFramePath } from '../paths.ts';
import { findUser, type ProviderUser } from '../accounts/user.queries.ts';

/** Names our API inside the provider; what tokens carry as `aud` is the audience of the settings. */
export const apiResource = 'urn:noa:api';

/** Scopes a person may be given, and the only one of a gateway. */
export const personScopes = 'openid profile email api offline_access';
const gatewayScopes = 'locks';

export const gatewayClientId = 'noa-gateway';

/** By which one signs in to see one's account: a client of this server's own pages. */
export const accountClientId = 'noa-account';
/** Whether a client is a person's; all others are gateways. */
const isPersons = (clientId: string) => ['noa-frontend', 'noa-cli', accountClientId].includes(clientId);

// Seconds. Access tokens cannot be called back, so they are short; membership is read at each request anyway.
const accessTokenTtl = 300;
const sessionTtl = 12 * 3600;
const grantTtl = 14 * 86_400;

export interface ConfigurationOptions {
  db: Db;
  /** Opens the secrets of gateways. */
  keyring: Keyring;
  keys: ProviderKeys;
  /** <publicUrl>/realms/dev */
  issuer: string;
  publicUrl: string;
  /** What access tokens carry as `aud`. */
  audience: string;
  /** Without the clients whose secrets are public. */
  production: boolean;
  /** Whether somebody with these roles must have proved more than a password. */
  needsSecondFactor: (roles: readonly Role[]) => boolean;
}

/** The claims of a user, in ID tokens, access tokens and userinfo alike. Whoever is in our table proved their address. */
export const claimsOf = ({ email, name, roles }: ProviderUser) => ({
  name,
  email,
  email_verified: true,
  roles: [...roles],
});

/** What access tokens for our API look like; the client decides which scopes it can have at all. */
export const apiServer = (audience: string, clientId: string): ResourceServer => ({
  scope: isPersons(clientId) ? personScopes : gatewayScopes,
  audience,
  accessTokenFormat: 'jwt',
  accessTokenTTL: accessTokenTtl,
  jwt: { sign: { alg: 'ES256' } },
});

/** oidc-provider's settings. Whatever is not named here is off, or as that library's defaults have it. */
export function createConfiguration({
  db,
  keyring,
  keys,
  issuer,
  publicUrl,
  audience,
  production,
  needsSecondFactor,
}: ConfigurationOptions): Configuration {
  const origin = new URL(publicUrl).origin;
  const realmPath = realmPathOf(publicUrl);
  const cookie = cookieNames(publicUrl);
  const isProved: IsProved = ({ roles }, { sessionUid, amr } = {}) =>
    sessionUid === undefined || !needsSecondFactor(roles) || secondFactors.some((each) => amr?.includes(each) === true);
  return {
    adapter: createAdapter(db, keyring),
    jwks: { keys: [...keys.signing] },
    cookies: {
      keys: [keys.cookieSecret],
      names: { session: cookie('session'), interaction: cookie('interaction'), resume: cookie('resume') },
      short: { sameSite: 'lax', httpOnly: true },
      long: { sameSite: 'lax', httpOnly: true, path: realmPath },
    },
    clients: [consoleClient(publicUrl), accountClient(issuer), ...(production ? [] : publicClients)],
    clientBasedCORS: (_ctx, requestOrigin) => requestOrigin === origin,
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub'], profile: ['name', 'roles'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, id, token) =>
      findAccount(db, id, (user) => isProved(user, token?.kind === 'PreAuthorizedCode' ? undefined : token)),
    extraTokenClaims: async (_ctx, token) => {
      const user = 'accountId' in token && token.accountId ? await findUser(db, token.accountId) : undefined;
      return user && claimsOf(user);
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    loadExistingGrant,
    interactions: { url: (_ctx, { uid }) => realmPath + loginPath(uid), policy: signInPolicy(db, isProved) },
    routes: providerPaths,
    discovery: { check_session_iframe: issuer + sessionFramePath },
    ttl: {
      AccessToken: accessTokenTtl,
      AuthorizationCode: 60,
      ClientCredentials: accessTokenTtl,
      Grant: grantTtl,
      IdToken: accessTokenTtl,
      Interaction: 900,
      RefreshToken: sessionTtl,
      Session: sessionTtl,
    },
    features: {
      devInteractions: { enabled: false },
      // Our API takes plain bearer tokens: a token bound to a key would be bound to nothing there.
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      userinfo: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => sendPage(ctx, confirmLogoutPage(localeOf(ctx), form, isOwnSignOut(ctx))),
        postLogoutSuccessSource: (ctx) => ctx.redirect(`${publicUrl}/`),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, _resource, client) => apiServer(audience, client.clientId),
      },
    },
    renderError: (ctx, { error }) => sendPage(ctx, errorPage(localeOf(ctx), error, `${publicUrl}/`)),
  };
}

const consoleClient = (publicUrl: string): ClientMetadata => ({
  client_id: 'noa-frontend',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  redirect_uris: [`${publicUrl}/`, `${publicUrl}/silent`],
  post_logout_redirect_uris: [`${publicUrl}/`],
  id_token_signed_response_alg: 'ES256',
});

const accountClient = (issuer: string): ClientMetadata => ({
  client_id: accountClientId,
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  redirect_uris: [`${issuer}${accountPath}/signed-in`],
  id_token_signed_response_alg: 'ES256',
});

/** Of the demonstration: what they need is public. */
const publicClients: readonly ClientMetadata[] = [
  {
    // For scripts and outside tests (specification §7, password exchange).
    client_id: 'noa-cli',
    token_endpoint_auth_method: 'none',
    grant_types: ['password', 'refresh_token'],
    response_types: [],
    redirect_uris: [],
    id_token_signed_response_alg: 'ES256',
  },
  gatewayClient(gatewayClientId, demoPassword),
];

/** Whether a sign-out shows an ID token of who is signed in, as the console does: one of somebody else's is in everybody's hands. */
const isOwnSignOut = ({ oidc: { entities, session } }: KoaContextWithOIDC): boolean =>
  session?.accountId !== undefined && entities.IdTokenHint?.payload['sub'] === session.accountId;

/** Browsers take `__Secure-` by TLS only. Cookies know no ports: two servers on one machine would sign each other's users out under one name. */
export function cookieNames(publicUrl: string): (name: string) => string {
  const { port, protocol } = new URL(publicUrl);
  const prefix = protocol === 'https:' ? '__Secure-' : '';
  return (name) => prefix + ['noa', name, port].filter(Boolean).join('_');
}

/** How it may have been proved who somebody is, beside a password (RFC 8176). */
const secondFactors = ['otp', 'pop'];

/** Whether a sign-in has proved as much as somebody's roles ask for: they may have got one since, or a setting may ask for more. */
type IsProved = (
  user: ProviderUser,
  signIn?: { readonly sessionUid?: string | undefined; readonly amr?: readonly string[] | undefined },
) => boolean;

async function findAccount(db: Db, id: string, isLetIn: (user: ProviderUser) => boolean): Promise<Account | undefined> {
  const user = await findUser(db, id);
  return user && isLetIn(user)
    ? { accountId: user.id, claims: () => ({ sub: user.id, ...claimsOf(user) }) }
    : undefined;
}

/**
 * When somebody is asked to sign in: as the library has it; once a session has lasted for two weeks, however often it is used; and where it
 * has proved less than is asked for by now.
 */
function signInPolicy(db: Db, isProved: IsProved): interactionPolicy.DefaultPolicy {
  const { base, Check } = interactionPolicy;
  const policy = base();
  const isOver = async ({ oidc: { session } }: KoaContextWithOIDC) => {
    if (session?.accountId === undefined || session.past(grantTtl)) {
      return session?.accountId !== undefined;
    }
    const user = await findUser(db, session.accountId);
    return user !== undefined && !isProved(user, { sessionUid: session.uid, amr: session.amr });
  };
  policy.get('login')?.checks.add(new Check('session_over', 'Sign in anew', 'login_required', isOver));
  return policy;
}

/** The only client with a browser is our own console, so nobody is asked for consent. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { provider, client, session } = ctx.oidc;
  if (!client || !session?.accountId) {
    return undefined;
  }
  const known = session.grantIdFor(client.clientId);
  const found = known ? await provider.Grant.find(known) : undefined;
  if (found) {
    return found;
  }
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(personScopes);
  grant.addResourceScope(apiResource, personScopes);
  await grant.save();
  return grant;
}
