import type { Role } from './vocabulary.ts';

/**
 * Where a role reaches: everything, the orgs the user is a member of, the entrances of the managers the user is a
 * member of, or the user's own apartments.
 */
export type Reach = 'all' | 'orgs' | 'managers' | 'apartments';

export const reachOf: Readonly<Record<Role, Reach>> = {
  root: 'all',
  local_implementer: 'orgs',
  local_reporter: 'orgs',
  container_admin: 'orgs',
  manager: 'managers',
  ara_user: 'apartments',
};

const allRoles: readonly Role[] = [
  'root',
  'local_implementer',
  'local_reporter',
  'manager',
  'container_admin',
  'ara_user',
];
const staff: readonly Role[] = allRoles.filter((role) => role !== 'ara_user');
const implementers: readonly Role[] = ['root', 'local_implementer'];
const cardKeepers: readonly Role[] = [...implementers, 'manager'];

/**
 * The permission table of the domain ("Who may do what"): which roles may do an action, each within its own reach.
 * The server enforces it and the console hides by it; there is no other list of permissions.
 */
const table = {
  'org:read': ['root', 'local_implementer', 'local_reporter', 'container_admin'],
  'org:write': ['root'],
  'orgSettings:read': implementers,
  'orgSettings:write': ['root'],
  'manager:read': [...implementers, 'local_reporter', 'manager'],
  'manager:write': implementers,
  'towerBlock:read': staff,
  'entrance:read': allRoles,
  'entrance:write': implementers,
  'apartment:read': allRoles,
  'apartment:readOccupier': [...cardKeepers, 'ara_user'],
  'apartment:readOccupierKind': [...cardKeepers, 'local_reporter', 'ara_user'],
  'apartment:write': implementers,
  'apartment:updateOccupier': cardKeepers,
  'apartment:revealIdNumber': cardKeepers,
  'apartment:eraseOccupier': implementers,
  /** All that is kept of an occupier, for the occupier who asks. */
  'apartment:takeFile': implementers,
  'apartment:issueClaimCode': cardKeepers,
  'apartmentOrg:read': cardKeepers,
  'apartmentOrg:write': implementers,
  'accessGroup:read': staff,
  'accessGroup:write': implementers,
  'containerGroup:read': allRoles,
  'containerGroup:write': [...implementers, 'container_admin'],
  'container:read': allRoles,
  'container:write': [...implementers, 'container_admin'],
  'card:read': [...cardKeepers, 'ara_user'],
  'card:count': [...cardKeepers, 'local_reporter'],
  'card:write': implementers,
  'card:assign': cardKeepers,
  'card:block': [...cardKeepers, 'ara_user'],
  'card:unblock': cardKeepers,
  'card:erase': implementers,
  'card:claim': ['ara_user'],
  /** Which cards are on a phone, and since when. */
  'araCard:read': [...cardKeepers, 'ara_user'],
  /** Whose phone that is. */
  'araCard:readHolder': cardKeepers,
  /** Cards that are not registered, asked of the org at a hand-over. */
  'cardRequest:read': cardKeepers,
  /** For those who register none themselves. */
  'cardRequest:send': ['manager'],
  /** To accept one, which registers the card, or to refuse it. */
  'cardRequest:settle': implementers,
  'cardEvent:read': allRoles,
  'cardEvent:readWho': [...cardKeepers, 'ara_user'],
  'cardEvent:readActor': cardKeepers,
  'statusUpdate:read': staff,
  /** The list of them: residents are told how full the containers that they open were, and nothing else of it. */
  'statusUpdate:readFill': allRoles,
  'statusUpdate:create': [...implementers, 'container_admin'],
  /** What is told to whom when something is wrong with containers. */
  'alertRule:read': [...implementers, 'container_admin'],
  'alertRule:write': [...implementers, 'container_admin'],
  'incident:read': staff,
  /** To acknowledge one, and to plan a silence. */
  'incident:settle': [...implementers, 'container_admin'],
  'sync:read': [...implementers, 'container_admin'],
  'report:read': [...implementers, 'local_reporter'],
  'report:keep': [...implementers, 'local_reporter'],
  /** Runs that somebody else kept. */
  'report:deleteKept': implementers,
  /** To have reports sent by e-mail, as far as one reads them. */
  'reportSchedule:keep': [...implementers, 'local_reporter'],
  /** To see what others have sent out of an org, to pause it and to delete it. */
  'reportSchedule:oversee': implementers,
  'import:run': ['root'],
  /** The streets under the map, which all orgs of an installation share. */
  'mapFile:read': ['root'],
  'mapFile:write': ['root'],
  /** Whose accounts there are; to block one and to end its sessions. */
  'account:read': ['root'],
  'account:write': ['root'],
  'audit:read': ['root'],
  /** To ask what a change would do to who opens what; the permission of the change itself is asked for too. */
  'effect:preview': [...cardKeepers, 'container_admin'],
  'bulk:run': [...cardKeepers, 'container_admin'],
  /** Whoever has a role finds what it reads; a gateway reads nothing that is searched. */
  'search:read': allRoles,
  /** To have a list as a file: the list itself says who reads it. */
  'listExport:create': allRoles,
  /** Views of lists: to use them, and to keep those of one's own. */
  'savedView:keep': staff,
  /** To keep the views that an org shares. */
  'savedView:share': implementers,
  /** Who of the staff wrote a record. */
  'record:readAuthor': staff,
  'history:read': implementers,
  'history:readContainer': [...implementers, 'container_admin'],
  'gisNode:read': staff,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof table;

export const permissions = Object.keys(table) as readonly Permission[];

/** The roles that may do `permission`, each within its own reach. */
export const rolesWith = (permission: Permission): readonly Role[] => table[permission];

/** Whether any of `roles` may do `permission` somewhere; where, `reachOf` says. */
export const may = (roles: readonly Role[], permission: Permission): boolean =>
  roles.some((role) => rolesWith(permission).includes(role));

/** Whether a permission is for reading alone. */
export const isReading = (permission: Permission): boolean => /:(read|count)/.test(permission);

/** What containers are and what their locks tell: whoever looks after them knows how it came about. */
const ofContainers: readonly string[] = ['container', 'containerGroup', 'statusUpdate', 'sync'];

/**
 * What reading a record's past demands, be it as versions or as of a moment: what was changed or removed since, such as a
 * former occupier, is not everybody's to know.
 *
 * @param kind - as the API calls it: `entrance`.
 */
export const historyPermission = (kind: string): Permission =>
  ofContainers.includes(kind) ? 'history:readContainer' : 'history:read';

/**
 * What is demanded beside `permission` of whoever reads by it what was: the history of what it reads, whatever that hangs on, filters or is
 * counted in. Reports are of the past for whoever reads them.
 */
export function pastPermission(permission: Permission): Permission {
  const [subject = ''] = permission.split(':');
  return subject === 'history' || subject === 'report' ? permission : historyPermission(subject);
}

/** What the gateway's OAuth scope `locks` allows, within its orgs (domain.md, "Who may do what"). */
export const gatewayPermissions = ['sync:read', 'sync:acknowledge', 'cardEvent:record', 'statusUpdate:record'] as const;
export type GatewayPermission = (typeof gatewayPermissions)[number];
