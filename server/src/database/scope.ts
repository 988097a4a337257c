/**
 * How far a caller reaches: the union of what its roles allow for one permission. Every query takes one, and every
 * transaction hands it to PostgreSQL's row-level security as well, so that a forgotten condition still leaks nothing.
 */
export interface Scope {
  /** True for root and for the system's own work; the lists are then empty and not looked at. */
  readonly all: boolean;
  readonly orgIds: readonly string[];
  readonly managerIds: readonly string[];
  readonly apartmentIds: readonly string[];
}

/** The system's own work (migration, seed, projection) and root. */
export const everything: Scope = { all: true, orgIds: [], managerIds: [], apartmentIds: [] };

/** What an unknown, null or missing claim gives. */
export const nothing: Scope = { all: false, orgIds: [], managerIds: [], apartmentIds: [] };

/** Everything the given orgs own. */
export const ofOrgs = (orgIds: readonly string[]): Scope => ({ ...nothing, orgIds });

/** Whether the scope holds all that the org owns, not merely some rows of it. */
export const reachesOrg = (scope: Scope, orgId: string): boolean => scope.all || scope.orgIds.includes(orgId);
