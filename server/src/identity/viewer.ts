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
import { everything, nothing, ofOrgs, type Scope } from '../database/scope.ts';
import type { OrgRef } from './account.queries.ts';

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

/** Of who belongs nowhere: a gateway, and whoever runs a command. */
export const belongingNowhere = {
  accountId: null,
  email: null,
  roles: [],
  orgs: [],
  managers: [],
  apartmentIds: [],
  disabledOrgs: [],
  gatewayOrgIds: null,
} as const;

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

  /** The account of a person. @throws {AppError} `Forbidden` for a gateway, which has none, with what is told of it. */
  demandAccount(refusal: string): string {
    if (this.accountId === null) {
      throw new AppError('Forbidden', refusal);
    }
    return this.accountId;
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

  /** The viewer as staff alone: of their own home residents are told at home, where it begins with who lives there now. */
  get asStaff(): Viewer {
    return this.#reachingBy(['all', 'orgs', 'managers']);
  }

  /** The viewer by roles of whole orgs alone: who learns of some of an org's rows learns what cannot be handed on to others in it. */
  get asMember(): Viewer {
    return this.#reachingBy(['all', 'orgs']);
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

  #reachingBy(reaches: readonly Reach[]): Viewer {
    return new Viewer({ ...this.#parts, roles: this.roles.filter((role) => reaches.includes(reachOf[role])) });
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
