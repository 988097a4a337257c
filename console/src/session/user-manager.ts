import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { ConsoleConfig } from '@noa/domain/console-paths.ts';
import { keepDrafts } from './drafts.ts';
import { renewalLeadSeconds } from './kept-user.ts';
import { maxRenewalRetries, RenewingUserManager } from './renewal.ts';

/** The sign-in of the specification (§4, §7, §9): code flow with PKCE, silent renewal, session monitoring. */
export function createUserManager({ authority, clientId }: Pick<ConsoleConfig, 'authority' | 'clientId'>): UserManager {
  const { origin } = location;
  const manager = new RenewingUserManager({
    authority,
    client_id: clientId,
    redirect_uri: `${origin}/`,
    silent_redirect_uri: `${origin}/silent`,
    post_logout_redirect_uri: `${origin}/`,
    response_type: 'code',
    scope: 'openid profile email api',
    loadUserInfo: true,
    automaticSilentRenew: true,
    validateSubOnSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: renewalLeadSeconds,
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
  manager.events.addUserLoaded(manager.noteToken);
  // Before anyone else hears of it: what is being written must be safe when the screens go away.
  manager.events.addUserUnloaded(keepDrafts);
  manager.events.addUserSignedOut(async () => {
    keepDrafts();
    await manager.removeUser();
  });
  manager.events.addSilentRenewError(keepDrafts);
  return manager;
}

/** Hands the provider's answer from the hidden frame to the page around it, which knows the settings and checks them. */
export async function completeSilentSignIn(): Promise<void> {
  const { origin } = location;
  const manager = new UserManager({ authority: origin, client_id: 'frame', redirect_uri: `${origin}/silent` });
  await manager.signinSilentCallback();
}
