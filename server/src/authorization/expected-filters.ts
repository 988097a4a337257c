import type { CallerLabel } from './world.ts';

const everybody = 'RILMCA';
const staff = 'RILMC';
/** Whom domain.md's table tells who opened what; behind which entrance somebody lives is part of who. */
const who = 'RIMA';
const orgs = 'RILC';
const occupier = 'RIMA';

const open = (keys: string, readers: string) => Object.fromEntries(keys.split(' ').map((key) => [key, readers]));

/**
 * Who may filter each list by what: those who may read what the filter looks at ("Who may do what" of domain.md), whatever the list
 * itself shows. What a list demands of everybody is not said again.
 */
export const expectedFilters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AccountFilter: { q: 'R' },
  AccessGroupFilter: { ...open('accessMode containerGroupId q updatedAt', staff), orgId: orgs },
  ApartmentCardFilter: open('active apartmentId cardId createdAt updatedAt', who),
  AraCardFilter: open('apartmentId cardId createdAt updatedAt', who),
  ApartmentFilter: {
    ...open('entranceId q updatedAt', everybody),
    orgId: orgs,
    occupierName: occupier,
    // Found by the whole of it, which is revealed to fewer than see the masked one.
    occupierIdNumber: 'RIM',
    occupierKind: 'RILMA',
  },
  CardEventFilter: {
    ...open('containerGroupId containerId from kind to', everybody),
    ...open('apartmentId cardId entranceId serialNumber', who),
  },
  CardFilter: { ...open('apartmentId kind q status updatedAt withoutApartment', who), orgId: orgs },
  CardRequestFilter: open('apartmentId state', 'RIM'),
  ContainerFilter: {
    ...open(
      'accessMode cardCapacity containerGroupId fillLevelPct full nearlyFull q sizeLitres updatedAt volumeControlLitres wasteStream',
      everybody,
    ),
    orgId: orgs,
    silent: staff,
    unsynced: 'RIC',
  },
  ContainerGroupFilter: {
    ...open('accessMode apartmentId q updatedAt', everybody),
    accessGroupId: staff,
    orgId: orgs,
  },
  ContainerStatusFilter: open('bbox containerGroupId ids level q silent unknown wasteStream', staff),
  EntranceFilter: {
    ...open('q updatedAt', everybody),
    orgId: orgs,
    ...open('towerBlockId accessGroupId withoutAccessGroup', staff),
    ...open('managerId withoutManager', 'RILM'),
  },
  GisNodeFilter: open('kind parentId q updatedAt', staff),
  IncidentFilter: { ...open('containerGroupId state unresolved', staff), orgId: orgs },
  ManagerFilter: { ...open('q updatedAt', 'RILM'), orgId: orgs },
  OrgFilter: open('enabled q updatedAt', orgs),
  StatusUpdateFilter: open('containerId from kind level to', 'RILMCA'),
  TowerBlockFilter: { ...open('addrStreet q updatedAt', staff), orgId: orgs },
};

/** Who may order a list by what; whoever reads the list by everything else. */
export const expectedOrders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ApartmentSortField: {
    occupier_kind: 'RILMA',
    ...open('occupier_name occupier_first_name occupier_id_number', occupier),
  },
  EntranceSortField: { access_group_id: staff, manager_id: 'RILM' },
};

/** The callers that this table is about: a gateway reads no list. */
export const people: readonly Exclude<CallerLabel, 'G'>[] = ['R', 'I', 'L', 'M', 'C', 'A'];
