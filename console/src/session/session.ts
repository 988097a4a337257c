import type { UserManager } from 'oidc-client-ts';
import { createContext, use } from 'react';
import { Listeners, until } from '../listeners.ts';
import { fetchCode } from '../loading/fetch-code.ts';
import type { ConsoleConfig } from '@noa/domain/console-paths.ts';
import { isCallback } from './is-callback.ts';
import { canWaitForLibrary, keptUser, type KeptUser } from './kept-user.ts';
import { targetOf } from './sign-in.ts';

/** Where the session stands. */
interface Standing {
  readonly isSignedIn: boolean;
  /** Nobody knows yet: the library looks, and takes the provider's answer. */
  readonly isLooking: boolean;
  /** On the way out: nobody is sent to sign in meanwhile. */
  readonly isLeaving: boolean;
  readonly error?: Error | undefined;
}

const loadLibrary = () => import('./user-manager.ts');

/**
 * Who is signed in here. The library that signs in, renews, watches and signs out is 16 KB, so whoever is known from before waits for it only
 * when one of these is due: it comes behind the first screen (`app/start/Behind.tsx`), and none is drawn anew for it.
 */
export class Session {
  readonly #config: Pick<ConsoleConfig, 'authority' | 'clientId'>;
  readonly #listeners = new Listeners();
  #manager: UserManager | undefined;
  #standing: Standing;

  constructor(config: Pick<ConsoleConfig, 'authority' | 'clientId'>) {
    this.#config = config;
    const isSignedIn = canWaitForLibrary(keptUser(config));
    this.#standing = { isSignedIn, isLooking: !isSignedIn, isLeaving: false };
  }

  /** Calls back when it stands otherwise, until the returned function is called. */
  readonly follow = this.#listeners.add;
  readonly standing = (): Standing => this.#standing;

  /** Resolves when somebody is signed in: at once where that is known from before. */
  somebody(): Promise<void> {
    return until(this.follow, () => this.#standing.isSignedIn && !this.#standing.isLooking);
  }

  /** Whoever is signed in as the browser has it now. The library, once it is here, sets its clock by whose token that is. */
  async getUser(): Promise<KeptUser | null> {
    return this.#manager ? this.#manager.getUser() : keptUser(this.#config);
  }

  /**
   * The library, fetched unless it is here.
   *
   * @param isAwaited - somebody waits for what it is to do.
   * @throws {FilesMissing} if it does not come though the server answers.
   */
  async manager(isAwaited = true): Promise<UserManager> {
    const { createUserManager } = await fetchCode(loadLibrary, isAwaited);
    if (!this.#manager) {
      this.#manager = createUserManager(this.#config);
      this.#watch(this.#manager);
      void this.#look(this.#manager);
    }
    return this.#manager;
  }

  /** Signs out, of all tabs; what stands in the way is the session's failure, which the gate tells. */
  readonly signOut = async (): Promise<void> => {
    this.#set({ isLeaving: true });
    try {
      await (await this.manager()).signoutRedirect();
    } catch (error) {
      this.fail(error);
    }
    this.#set({ isLeaving: false });
  };

  /** It cannot go on. */
  readonly fail = (cause: unknown): void => {
    const error = cause instanceof Error ? cause : new Error('The session has failed', { cause });
    this.#set({ error, isLooking: false });
  };

  #watch({ events }: UserManager): void {
    const end = () => this.#set({ isSignedIn: false });
    events.addUserLoaded(({ expired }) => this.#set({ isSignedIn: !expired, error: undefined }));
    events.addUserUnloaded(end);
    events.addUserSignedOut(end);
    events.addSilentRenewError(this.fail);
  }

  /** Takes the provider's answer, or looks who has been signed in before: in another tab, or until just now. */
  async #look(manager: UserManager): Promise<void> {
    try {
      let user: Awaited<ReturnType<UserManager['getUser']>> | undefined;
      if (isCallback(location)) {
        user = await manager.signinCallback();
        // The router is made after this and finds the page that was asked for, without the provider's parameters.
        history.replaceState(null, '', targetOf(user?.state));
      }
      user ??= await manager.getUser();
      this.#set({ isSignedIn: user !== null && !user.expired, isLooking: false });
    } catch (error) {
      this.fail(error);
    }
  }

  #set(change: Partial<Standing>): void {
    this.#standing = { ...this.#standing, ...change };
    this.#listeners.tell();
  }
}

export const SessionContext = createContext<Session | null>(null);

/** The session of this page. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) {
    throw new Error('useSession is for what is inside SessionContext');
  }
  return session;
}
