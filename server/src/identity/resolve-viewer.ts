import type { Role } from '@noa/domain/vocabulary.ts';
import type { Db } from '../database/database.ts';
import type { SentStatement } from '../database/connection/statements-together.ts';
import {
  confirmAccount,
  findAccount,
  findIdentity,
  listGatewayOrgs,
  recordSignIn,
  type AccountRow,
} from './account.queries.ts';
import type { VerifiedToken } from './token.ts';
import { belongingNowhere, Viewer } from './viewer.ts';

/** The OAuth scope of the lock network (domain.md, "Words"). */
const gatewayOAuthScope = 'locks';

/** Milliseconds after which a request counts as a new visit, and name and e-mail are compared with the provider's. */
const visitMs = 5 * 60_000;

/**
 * Finds out who bears a verified token: one statement for whoever was here in the last five minutes. Membership and the
 * state of orgs are read each time, so that a removed member or a disabled org is noticed at the next request.
 */
export async function resolveViewer(db: Db, token: VerifiedToken, assumed?: AssumedViewers): Promise<Viewer> {
  return token.isPerson ? resolvePerson(db, token, assumed) : resolveClient(db, token);
}

/** A viewer as a token's last request found them, for what confirms it before it tells anything. */
export interface AssumedViewer {
  readonly viewer: Viewer;
  /** To be asked before anything is read; see `confirmAccount`. */
  readonly confirm: (tell: (isSame: boolean) => void) => SentStatement;
}

interface Known {
  readonly account: AccountRow;
  readonly viewer: Viewer;
}

/** Who the bearers of tokens were at their last requests, for as long as the tokens are remembered. */
export class AssumedViewers {
  readonly #known = new WeakMap<VerifiedToken, Known>();

  /** The viewer that a token has with an account: the same one for as long as nothing of the account changes. */
  of(token: VerifiedToken, account: AccountRow): Viewer {
    const known = this.#known.get(token);
    if (known?.account.text === account.text) {
      return known.viewer;
    }
    const viewer = viewerOf(account, token);
    this.#known.set(token, { account, viewer });
    return viewer;
  }

  /** @returns undefined for a token without a request before, and when it is time to note that its bearer is here. */
  find(token: VerifiedToken): AssumedViewer | undefined {
    const known = this.#known.get(token);
    return known && isVisiting(known.account)
      ? { viewer: known.viewer, confirm: (tell) => confirmAccount(token, known.account, tell) }
      : undefined;
  }
}

/**
 * The bearer of an account when nobody is there to ask: where they belong now, with those of the roles that a token vouched for earlier which their
 * last one does too.
 *
 * @returns undefined for an account that is gone, or blocked.
 */
export async function resolveAccount(db: Db, accountId: string, roles: readonly Role[]): Promise<Viewer | undefined> {
  const identity = await findIdentity(db, accountId);
  const account = identity && (await findAccount(db, identity));
  return account && !account.blocked
    ? viewerOf(account, { roles: roles.filter((role) => account.roles.includes(role)) })
    : undefined;
}

/** Days that nobody has been seen for, after which nothing more is done in their name: their roles are too old to be believed. */
const believedDays = 90;

/**
 * The bearer of an account in whose name something is done time and again: where they belong now, with the roles that their
 * last token vouched for.
 *
 * @param now - the moment it is done at.
 * @returns undefined for an account that is gone or blocked, and for one that was not seen for 90 days.
 */
export async function resolveAbsent(db: Db, accountId: string, now: Date): Promise<Viewer | undefined> {
  const identity = await findIdentity(db, accountId);
  const account = identity && (await findAccount(db, identity));
  const believedSince = now.getTime() - believedDays * 86_400_000;
  return account?.last_seen_at && !account.blocked && account.last_seen_at.getTime() >= believedSince
    ? viewerOf(account, account)
    : undefined;
}

async function resolvePerson(db: Db, token: VerifiedToken, assumed: AssumedViewers | undefined): Promise<Viewer> {
  const known = await findAccount(db, token);
  if (known && isVisiting(known) && haveSameRoles(known, token)) {
    return assumed?.of(token, known) ?? viewerOf(known, token);
  }
  await recordSignIn(db, token);
  const account = await findAccount(db, token);
  if (!account) {
    throw new Error('An account vanished while it was signing in');
  }
  return viewerOf(account, token);
}

const isVisiting = ({ last_seen_at: seen }: AccountRow) => seen !== null && Date.now() - seen.getTime() < visitMs;

const haveSameRoles = (known: Pick<AccountRow, 'roles'>, { roles }: Pick<VerifiedToken, 'roles'>) =>
  known.roles.length === roles.length && roles.every((role) => known.roles.includes(role));

async function resolveClient(db: Db, { clientId, subject, scopes }: VerifiedToken): Promise<Viewer> {
  const id = clientId ?? subject;
  const gatewayOrgIds = scopes.includes(gatewayOAuthScope) ? await listGatewayOrgs(db, id) : null;
  return new Viewer({ ...belongingNowhere, actor: id, name: id, gatewayOrgIds });
}

/** Who is blocked is known, and may do nothing: they are told so as anybody is who has no role. */
const powerless = { roles: [], orgs: [], managers: [], apartments: [] } as const;

function viewerOf(account: AccountRow, token: Pick<VerifiedToken, 'roles'>): Viewer {
  const { id, email, name } = account;
  const { orgs, managers, apartments, roles } = {
    ...account,
    roles: token.roles,
    ...(account.blocked && powerless),
  };
  const owners = [...managers, ...apartments].map((owned) => ({
    id: owned.orgId,
    name: owned.orgName,
    enabled: owned.enabled,
  }));
  const disabled = new Map(
    [...orgs, ...owners].filter(({ enabled }) => !enabled).map((org) => [org.id, { id: org.id, name: org.name }]),
  );
  return new Viewer({
    accountId: id,
    actor: email ?? id,
    name,
    email,
    roles,
    orgs: orgs.filter(({ enabled }) => enabled).map((org) => ({ id: org.id, name: org.name })),
    managers: managers
      .filter(({ enabled }) => enabled)
      .map((manager) => ({ id: manager.id, name: manager.name, orgId: manager.orgId })),
    apartmentIds: apartments.filter(({ enabled }) => enabled).map((apartment) => apartment.id),
    disabledOrgs: [...disabled.values()],
    gatewayOrgIds: null,
  });
}
