import { ErrorTimeout, UserManager, type SigninSilentArgs, type SignoutRedirectArgs, type User } from 'oidc-client-ts';
import { forgetAccountStates } from './account-state.ts';
import { pause } from '../pause.ts';
import { renewalLeadSeconds } from './kept-user.ts';

/** Renewals that timed out are tried again after 5 s (specification §4), this often; then the session counts as lost. */
export const maxRenewalRetries = 3;
/** Milliseconds between two tries: a little less than the library waits, so that none of its tries is lost. */
const retryMs = 4_500;

/** How renewing one token goes. */
interface Renewal {
  readonly token: string;
  tries: number;
  /** Milliseconds since the epoch before which it is not tried again. */
  notBefore: number;
  failure?: unknown;
}

/**
 * Renews each token once. The library asks for more: a token that lives shorter than its lead it would renew every second,
 * and whenever the user is read within the lead it asks again, however often the provider has failed to answer.
 */
export class RenewingUserManager extends UserManager {
  private lifetime: { readonly token: string; readonly seconds: number } | undefined;
  private renewal: Renewal | undefined;
  private running: Promise<User | null> | undefined;

  /** Remembers how long a token lives that has just come. */
  readonly noteToken = ({ access_token: token, expires_in: seconds }: User): void => {
    this.lifetime = seconds === undefined ? undefined : { token, seconds };
  };

  /** @returns the user with the token that there is when it is not the time for another one. */
  override signinSilent(args?: SigninSilentArgs): Promise<User | null> {
    this.running ??= this.renew(args).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Whoever comes next at this browser finds nothing of the day of who leaves; a session that ends by itself leaves it. */
  override signoutRedirect(args?: SignoutRedirectArgs): Promise<void> {
    forgetAccountStates();
    return super.signoutRedirect(args);
  }

  private async renew(args: SigninSilentArgs | undefined): Promise<User | null> {
    const user = await this.getUser();
    if (!user) {
      return super.signinSilent(args);
    }
    const { access_token: token } = user;
    if (this.renewal?.token !== token) {
      this.renewal = { token, tries: 0, notBefore: 0 };
      await pause(this.secondsUntilDue(user) * 1000);
    }
    const { renewal } = this;
    if (renewal.tries > 0 && Date.now() < renewal.notBefore) {
      return user;
    }
    if (renewal.tries > maxRenewalRetries) {
      throw new Error('The session could not be renewed', { cause: renewal.failure });
    }
    renewal.tries += 1;
    try {
      return await super.signinSilent(args);
    } catch (error) {
      renewal.failure = error;
      renewal.notBefore = error instanceof ErrorTimeout ? Date.now() + retryMs : Infinity;
      throw error;
    }
  }

  private secondsUntilDue({ access_token: token, expires_in: left = 0 }: User): number {
    const seconds = this.lifetime?.token === token ? this.lifetime.seconds : Infinity;
    return Math.max(0, left - Math.min(renewalLeadSeconds, seconds / 2));
  }
}
