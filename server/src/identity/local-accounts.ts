import type { Role } from '@noa/domain/vocabulary.ts';
import { PerDatabase } from '../database/per-database.ts';

/** Somebody who is to have an account. */
export interface Invited {
  readonly email: string;
  /** What they are called until they say so themselves; their address when absent. */
  readonly name?: string;
  /** What they may do; none leaves what an account has, and makes none. */
  readonly roles: readonly Role[];
  readonly locale: 'ro' | 'en';
  /** Who invites, and to what, as the mail says it. */
  readonly inviter: string;
  readonly invitedTo: string;
  /** Whether no mail leaves, as so many have to this address: roles are given all the same. False when absent. */
  readonly isSilent?: boolean;
}

/** An account as the application knows it: by its subject, or by its address before anybody has signed in to it. */
export interface KnownBy {
  readonly subject: string | null;
  readonly email: string | null;
}

/** The accounts of an installation that keeps them itself (decision 42). */
export interface LocalAccounts {
  /**
   * Makes an account where there is none, gives it the roles, and sends an invitation to who has not accepted one.
   *
   * @returns false if there is no such account, and none was made without a role.
   */
  invite(invited: Invited): Promise<boolean>;
  /** Takes these roles away from an account, which keeps its others; for tokens that are given from then on. */
  takeRoles(account: KnownBy, roles: readonly Role[]): Promise<void>;
  /** The language in which the owner of an account reads; undefined if nobody has this address. */
  localeOf(email: string): Promise<Invited['locale'] | undefined>;
  /** Ends an account's sessions, takes back its links and lets nobody sign in to it; or lets them again. */
  setBlocked(account: KnownBy, blocked: boolean): Promise<void>;
  /** @returns how many of its sessions were ended. */
  endSessions(account: KnownBy): Promise<number>;
}

/** Who keeps the accounts of a database; undefined where another provider does. */
export const localAccounts = new PerDatabase<LocalAccounts | undefined>(() => undefined);
