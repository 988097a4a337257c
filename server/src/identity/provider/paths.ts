/** Where all realms live under the public address; Keycloak's layout, so that scripts work against either. */
export const realmsPath = '/realms/';

/** Where the font of the pages lies: beside the realms, so that their style says the same whichever there is. */
export const fontPath = `${realmsPath}font/`;

/** Where the realm lives: `prod` on a host that ends in `.com`, `dev` on any other (specification §9). */
export const realmPathOf = (publicUrl: string): string =>
  `${realmsPath}${new URL(publicUrl).hostname.endsWith('.com') ? 'prod' : 'dev'}`;

/** Below the realm, as oidc-provider routes them. */
export const providerPaths = {
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  userinfo: '/protocol/openid-connect/userinfo',
  jwks: '/protocol/openid-connect/certs',
  revocation: '/protocol/openid-connect/revoke',
  end_session: '/protocol/openid-connect/logout',
} as const;

/** The frame in which the console watches the session (OpenID Connect Session Management 1.0). */
export const sessionFramePath = '/protocol/openid-connect/login-status-iframe.html';

/** The sign-in page of one interaction, below the realm. */
export const loginPath = (uid: string) => `/login/${uid}`;

/** Below the realm, the pages on which a link is asked for by mail: for who forgot a password, and for residents who have no account. */
export const askPaths = [
  { purpose: 'reset', path: '/forgot' },
  { purpose: 'sign_up', path: '/sign-up' },
] as const;

/** A page that a link leads to, below the realm. */
export const linkPath = (token: string) => `/link/${token}`;

/** The page of one's own account, below the realm. */
export const accountPath = '/account';
