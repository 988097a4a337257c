import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { ConsoleConfig } from './config.ts';
import { keepDrafts } from './drafts.ts';

/** Renewals that timed out are tried again every 5 s, this often; then the session counts as lost. */
const maxRenewalRetries = 3;

/** The sign-in of the specification (§4, §7, §9): code flow with PKCE, silent renewal, session monitoring. */
export function createUserManager({ authority, clientId }: Pick<ConsoleConfig, 'authority' | 'clientId'>): UserManager {
  const { origin } = location;
  const manager = new UserManager({
    authority,
    client_id: clientId,
    redirect_uri: `${origin}/`,
    silent_redirect_uri: `${origin}/silent`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    scope: 'openid profile email api offline_access',
    loadUserInfo: true,
    automaticSilentRenew: true,
    validateSubOnSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: 60,
    silentRequestTimeoutInSeconds: 10,
    maxSilentRenewTimeoutRetries: maxRenewalRetries,
    monitorSession: true,
    checkSessionIntervalInSeconds: 2,
    staleStateAgeInSeconds: 900,
    revokeTokensOnSignout: true,
    revokeTokenTypes: ['refresh_token'],
    popupWindowFeatures: { height: 640 },
    userStore: new WebStorageStateStore({ store: localStorage }),
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: 'oidc.' }),
  });
  // Before anyone else hears of it: what is being written must be safe when the screens go away.
  manager.events.addUserUnloaded(keepDrafts);
  manager.events.addUserSignedOut(async () => {
    keepDrafts();
    await manager.removeUser();
  });
  manager.events.addSilentRenewError(keepDrafts);
  return manager;
}
