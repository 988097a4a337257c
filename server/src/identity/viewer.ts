import { AppError } from '@noa/domain/errors.ts';
import {
  may,
  permissions,
  reachOf,
  rolesWith,
  type GatewayPermission,
  type Permission,
  type Reach,
} from '@noa/domain/permissions.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import type { Db } from '../database/database.ts';
import type { FirstStatement } from '../database/connection/pipelined.ts';
import { everything, nothing, ofOrgs, type Scope } from '../database/scope.ts';
import {
  confirmAccount,
  findAccount,
  findIdentity,
  listGatewayOrgs,
  recordSignIn,
  type AccountRow,
  type OrgRef,
} from './account.queries.ts';
import type { VerifiedToken } from './token.ts';

/** The OAuth scope of the lock network (domain.md, "Words"). */
const gatewayOAuthScope = 'locks';

/** Milliseconds after which a request counts as a new visit, and name and e-mail are compared with the provider's. */
const visitMs = 5 * 60_000;

export interface ManagerRef extends OrgRef {
  readonly orgId: string;
}

interface ViewerParts {
  accountId: string | null;
  actor: string;
  name: string;
  email: string | null;
  roles: readonly Role[];
  orgs: readonly OrgRef[];
  managers: readonly ManagerRef[];
  apartmentIds: readonly string[];
  disabledOrgs: readonly OrgRef[];
  gatewayOrgIds: readonly string[] | null;
}

/** Who is asking: what they may do comes from their token, where from our tables. Made anew for each request. */
export class Viewer {
  /** Null for a gateway. */
  readonly accountId: string | null;
  /** Who acts, as history shows it: an e-mail address, a gateway's client id, or the account's id when no address is known. */
  readonly actor: string;
  readonly name: string;
  /** Null when the provider vouches for none. */
  readonly email: string | null;
  readonly roles: readonly Role[];
  /** Enabled orgs the viewer is a member of. */
  readonly orgs: readonly OrgRef[];
  /** Managers, of enabled orgs, that the viewer is a member of. */
  readonly managers: readonly ManagerRef[];
  /** Apartments, of enabled orgs, that the viewer lives in. */
  readonly apartmentIds: readonly string[];
  /** Orgs the viewer would reach if they were not disabled. */
  readonly disabledOrgs: readonly OrgRef[];
  readonly #gatewayOrgIds: readonly string[] | null;
  readonly #parts: ViewerParts;

  constructor(parts: ViewerParts) {
    this.#parts = parts;
    this.accountId = parts.accountId;
    this.actor = parts.actor;
    this.name = parts.name;
    this.email = parts.email;
    this.roles = parts.roles;
    this.orgs = parts.orgs;
    this.managers = parts.managers;
    this.apartmentIds = parts.apartmentIds;
    this.disabledOrgs = parts.disabledOrgs;
    this.#gatewayOrgIds = parts.gatewayOrgIds;
  }

  /** True for the lock network's own account, which has no roles and uses `gatewayScope`. */
  get isGateway(): boolean {
    return this.#gatewayOrgIds !== null;
  }

  /** Everything the viewer may do somewhere; what the console hides and shows by. */
  get permissions(): readonly Permission[] {
    return permissions.filter((permission) => this.may(permission));
  }

  /** What the viewer is and where: equal for two viewers who reach the same. */
  get standing(): string {
    const ids = (refs: readonly { readonly id: string }[]) => refs.map(({ id }) => id).toSorted();
    return JSON.stringify([this.roles.toSorted(), ids(this.orgs), ids(this.managers), this.apartmentIds.toSorted()]);
  }

  /** Whether one of the roles allows it, be it in an empty scope. */
  may(permission: Permission): boolean {
    return may(this.roles, permission);
  }

  /**
   * How far the viewer reaches for `permission`: the union of the reaches of exactly those roles that have it.
   *
   * @returns perhaps an empty scope: a role without a membership reaches nothing.
   * @throws {AppError} Forbidden if no role has the permission.
   */
  scope(permission: Permission): Scope {
    const having = this.roles.filter((role) => rolesWith(permission).includes(role));
    if (having.length === 0) {
      throw forbidden(permission);
    }
    const reaches = new Set<Reach>(having.map((role) => reachOf[role]));
    if (reaches.has('all')) {
      return everything;
    }
    return {
      ...nothing,
      orgIds: reaches.has('orgs') ? this.orgs.map(({ id }) => id) : [],
      managerIds: reaches.has('managers') ? this.managers.map(({ id }) => id) : [],
      apartmentIds: reaches.has('apartments') ? this.apartmentIds : [],
    };
  }

  /** The viewer, living in one more apartment. */
  withApartment(id: string): Viewer {
    return new Viewer({ ...this.#parts, apartmentIds: [...this.apartmentIds, id] });
  }

  /** Whether the viewer is a gateway, or a person with a permission of the same name. */
  mayAsGateway(permission: GatewayPermission): boolean {
    return this.isGateway || (isPermission(permission) && this.may(permission));
  }

  /**
   * How far the viewer reaches for what gateways do: the orgs a gateway serves, or the scope of a person with a permission
   * of the same name.
   *
   * @throws {AppError} Forbidden if the viewer is neither.
   */
  gatewayScope(permission: GatewayPermission): Scope {
    if (this.#gatewayOrgIds !== null) {
      return ofOrgs(this.#gatewayOrgIds);
    }
    if (isPermission(permission)) {
      return this.scope(permission);
    }
    throw forbidden(permission);
  }
}

const isPermission = (permission: Permission | GatewayPermission): permission is Permission =>
  permissions.some((known) => known === permission);

const forbidden = (permission: Permission | GatewayPermission) =>
  new AppError('Forbidden', `The caller's roles do not allow ${permission}`, { details: { permission } });

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
  readonly confirm: (tell: (isSame: boolean) => void) => FirstStatement;
}

interface Known {
  readonly account: AccountRow;
  readonly viewer: Viewer;
}

/** Who the bearers of tokens were at their last requests, for as long as the tokens are remembered. */
export class AssumedViewers {
  readonly #known = new WeakMap<VerifiedToken, Known>();

  remember(token: VerifiedToken, account: AccountRow, viewer: Viewer): void {
    this.#known.set(token, { account, viewer });
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
 * The bearer of an account when nobody is there to ask: where they belong now, with roles that a token vouched for earlier.
 *
 * @returns undefined for an account that is gone, or blocked.
 */
export async function resolveAccount(db: Db, accountId: string, roles: readonly Role[]): Promise<Viewer | undefined> {
  const identity = await findIdentity(db, accountId);
  const account = identity && (await findAccount(db, identity));
  return account && !account.blocked ? viewerOf(account, { roles }) : undefined;
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
    const viewer = viewerOf(known, token);
    assumed?.remember(token, known, viewer);
    return viewer;
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
  return new Viewer({
    accountId: null,
    actor: id,
    name: id,
    email: null,
    roles: [],
    orgs: [],
    managers: [],
    apartmentIds: [],
    disabledOrgs: [],
    gatewayOrgIds: scopes.includes(gatewayOAuthScope) ? await listGatewayOrgs(db, id) : null,
  });
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
