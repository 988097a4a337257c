import type { Permission } from '@noa/domain/permissions.ts';

/** The variables by which documents leave out what a viewer may not read, each with the permission that it stands for. */
export const visibility = {
  seesOrgs: 'org:read',
  seesGateways: 'org:write',
  seesManagers: 'manager:read',
  seesTowerBlocks: 'towerBlock:read',
  seesAccessGroups: 'accessGroup:read',
  seesContainerGroups: 'containerGroup:read',
  seesSync: 'sync:read',
  seesOccupiers: 'apartment:readOccupier',
  seesOccupierKinds: 'apartment:readOccupierKind',
  seesCards: 'card:read',
  seesHolders: 'araCard:readHolder',
  seesCardCounts: 'card:count',
  seesWho: 'cardEvent:readWho',
  seesActors: 'cardEvent:readActor',
  seesApartmentOrgs: 'apartmentOrg:read',
  seesCardRequests: 'cardRequest:read',
  keepsEntrances: 'entrance:write',
  runsImports: 'import:run',
} as const satisfies Record<string, Permission>;
