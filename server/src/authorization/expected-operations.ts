import { freshSerial, type CallerLetter, type World } from './world.ts';

/** What an operation answers to a caller of the right role that asks for records out of its reach. */
export type Elsewhere =
  /** As for an absent record. */
  | 'NotFound'
  /** The input names a record that is, for this caller, not there: `ValidationFailed`. */
  | 'ValidationFailed'
  /** The answer holds nothing of the other org. */
  | 'nothing'
  /** The operation does not depend on where the caller belongs. */
  | 'same';

export interface ExpectedOperation {
  /** Letters of the callers, as in `expected-types.ts`; to the others it is `Forbidden`. */
  readonly who: string;
  readonly because: string;
  readonly elsewhere: Elsewhere;
  /** The root field as asked of a world's records: `card(id: "…")`. */
  readonly ask: (world: World, letter: CallerLetter) => string;
  /** What the right caller is answered who belongs nowhere at all, where it is not what `elsewhere` says. */
  readonly stranger?: Elsewhere;
  /** Set where the right caller is let through to a refusal that has nothing to do with who asks. */
  readonly judged?: true;
  /** Takes a file, as the variable `file`. */
  readonly upload?: true;
}

const text = JSON.stringify;
/** The id and version of a record, as arguments. */
const version = ({ id, row_id }: { id: string; row_id: string }) => `id: ${text(id)}, rowId: ${text(row_id)}`;
const id = (record: { id: string }) => `id: ${text(record.id)}`;

const people = 'RILMCA';
const day = 86_400_000;
const usage = () =>
  `{ from: ${text(new Date(Date.now() - day).toISOString())}, to: ${text(
    new Date(Date.now() + day).toISOString(),
  )}, groupBy: [entrance], metrics: [event_count] }`;

const one = (
  name: string,
  who: string,
  because: string,
  pick: (world: World) => { id: string },
): [string, ExpectedOperation] => [
  name,
  { who, because, elsewhere: 'NotFound', ask: (world) => `${name}(${id(pick(world))})` },
];
const many = (name: string, who: string, because: string): [string, ExpectedOperation] => [
  name,
  { who, because, elsewhere: 'nothing', ask: () => `${name}(first: 20)` },
];

const bulk = { who: 'RIMC', because: 'Bulk jobs: whoever may make the same change to one record' } as const;
/** What the caller may do to many: container administrators keep no cards. */
const bulkOf = ({ card, container }: World, letter: CallerLetter) =>
  letter === 'C'
    ? `{ action: change_container_access_mode, values: { accessMode: open }, selection: [{ ${version(container)} }] }`
    : `{ action: block_cards, selection: [{ ${version(card)} }] }`;
const bulkJobOf = ({ bulkJobIds }: World, letter: CallerLetter) =>
  `id: ${text(letter === 'C' ? bulkJobIds.container : bulkJobIds.card)}`;

export const expectedQueries: Readonly<Record<string, ExpectedOperation>> = {
  ...Object.fromEntries([
    one('org', 'RILC', 'Orgs: all, read, read, –, read, –', ({ org }) => org),
    many('orgs', 'RILC', 'Orgs: all, read, read, –, read, –'),
    [
      'orgSettings',
      {
        who: 'RI',
        because: 'Settings of an org: root writes, implementers of the org read',
        elsewhere: 'NotFound',
        ask: ({ org }) => `orgSettings(orgId: ${text(org.id)})`,
      },
    ] as [string, ExpectedOperation],
    one('manager', 'RILM', 'Managers: all, all, read, read own, –, –', ({ manager }) => manager),
    many('managers', 'RILM', 'Managers: all, all, read, read own, –, –'),
    one('towerBlock', 'RILMC', 'Tower blocks: read by all but residents', ({ towerBlock }) => towerBlock),
    many('towerBlocks', 'RILMC', 'Tower blocks: read by all but residents'),
    one('entrance', people, 'Entrances: read by all, residents their own', ({ entrance }) => entrance),
    many('entrances', people, 'Entrances: read by all, residents their own'),
    one('apartment', people, 'Apartments: read by all, in part', ({ apartment }) => apartment),
    many('apartments', people, 'Apartments: read by all, in part'),
    one('accessGroup', 'RILMC', 'Access groups: read by all but residents', ({ accessGroup }) => accessGroup),
    many('accessGroups', 'RILMC', 'Access groups: read by all but residents'),
    one(
      'containerGroup',
      people,
      'Container groups: residents those that open',
      ({ containerGroup }) => containerGroup,
    ),
    many('containerGroups', people, 'Container groups: residents those that open'),
    one('container', people, 'Containers: residents those that open', ({ container }) => container),
    many('containers', people, 'Containers: residents those that open'),
    one('card', 'RIMA', 'Cards: all, all, counts, read, –, own', ({ card }) => card),
    many('cards', 'RIMA', 'Cards: all, all, counts, read, –, own'),
    one('apartmentCard', 'RIMA', 'Apartment cards: as cards', ({ apartmentCard }) => apartmentCard),
    many('apartmentCards', 'RIMA', 'Apartment cards: as cards'),
    many('cardEvents', people, 'Card events: read, read, without who, read, without who, own'),
  ]),
  gisNode: {
    who: 'RILMC',
    because: 'The address tree is shared by all who work with addresses',
    elsewhere: 'same',
    stranger: 'NotFound',
    ask: () => 'gisNode(id: "authorization")',
  },
  gisNodes: {
    who: 'RILMC',
    because: 'The address tree is shared by all who work with addresses',
    elsewhere: 'same',
    ask: () => 'gisNodes(first: 5)',
  },
  history: {
    who: 'RIC',
    because: 'History: yes, yes, –, –, containers only, –',
    elsewhere: 'NotFound',
    ask: ({ container }) => `history(kind: "container", id: ${text(container.id)})`,
  },
  mayOpen: {
    who: 'RIMA',
    because: 'Whoever reads a card may ask what it opens',
    elsewhere: 'NotFound',
    ask: ({ card, container }) => `mayOpen(cardId: ${text(card.id)}, containerId: ${text(container.id)})`,
  },
  reports: { who: 'RIL', because: 'Reports: yes, yes, yes, –, –, –', elsewhere: 'same', ask: () => 'reports' },
  report: {
    who: 'RIL',
    because: 'Reports: yes, yes, yes, –, –, –',
    elsewhere: 'nothing',
    ask: () => `report(name: "usage", input: ${usage()})`,
  },
  importJob: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `importJob(id: ${text(importJobId)})`,
  },
  bulkForecast: {
    ...bulk,
    elsewhere: 'ValidationFailed',
    ask: (world, letter) => `bulkForecast(input: ${bulkOf(world, letter)})`,
  },
  bulkJob: { ...bulk, elsewhere: 'NotFound', ask: (world, letter) => `bulkJob(${bulkJobOf(world, letter)})` },
  bulkJobs: { ...bulk, elsewhere: 'nothing', ask: () => 'bulkJobs(first: 20)' },
  importJobs: { who: 'R', because: 'Import: root only', elsewhere: 'nothing', ask: () => 'importJobs(first: 20)' },
  auditEntries: {
    who: 'R',
    because: 'Personal data: who looked at it is for root to see',
    elsewhere: 'nothing',
    ask: () => 'auditEntries(first: 20)',
  },
  auditChain: {
    who: 'R',
    because: 'Personal data: who looked at it is for root to see',
    elsewhere: 'same',
    ask: () => 'auditChain',
  },
  viewer: { who: 'RILMCAG', because: 'Everybody may know who they are', elsewhere: 'same', ask: () => 'viewer' },
};

const implementers = 'RI';
const containerKeepers = 'RIC';

export const expectedMutations: Readonly<Record<string, ExpectedOperation>> = {
  restoreVersion: {
    who: containerKeepers,
    because: 'Whoever reads the history of a kind and writes the kind; container administrators containers only',
    elsewhere: 'NotFound',
    judged: true,
    ask: ({ container }) =>
      `restoreVersion(kind: "container", ${version(container)}, version: ${text(container.row_id)})`,
  },
  createOrg: {
    who: 'R',
    because: 'Orgs: root writes',
    elsewhere: 'same',
    ask: ({ mark }) => `createOrg(input: { name: ${text(`${mark} ${freshSerial()}`)} })`,
  },
  updateOrg: {
    who: 'R',
    because: 'Orgs: root writes',
    elsewhere: 'NotFound',
    ask: ({ org }) => `updateOrg(${version(org)}, input: { addr: "changed" })`,
  },
  bindGateway: {
    who: 'R',
    because: 'Orgs: root says which gateway serves one',
    elsewhere: 'NotFound',
    ask: ({ org }) => `bindGateway(orgId: ${text(org.id)}, clientId: "authorization")`,
  },
  unbindGateway: {
    who: 'R',
    because: 'Orgs: root says which gateway serves one',
    elsewhere: 'NotFound',
    ask: ({ org, mark }) => `unbindGateway(orgId: ${text(org.id)}, clientId: ${text(`${mark}-gateway`)})`,
  },
  deleteOrg: {
    who: 'R',
    because: 'Orgs: root writes',
    elsewhere: 'NotFound',
    ask: ({ org }) => `deleteOrg(${version(org)})`,
    judged: true,
  },
  updateOrgSettings: {
    who: 'R',
    because: 'Settings of an org: root writes',
    elsewhere: 'NotFound',
    ask: ({ settings }) => `updateOrgSettings(orgId: ${text(settings.id)}, rowId: ${text(settings.row_id)},
      input: { claimCodeDays: 30 })`,
  },
  addOrgMember: {
    who: 'R',
    because: 'Members of orgs: root alone says who they are',
    elsewhere: 'NotFound',
    ask: ({ org }) => `addOrgMember(orgId: ${text(org.id)}, email: "new@noa.test")`,
  },
  removeOrgMember: {
    who: 'R',
    because: 'Members of orgs: root alone says who they are',
    elsewhere: 'NotFound',
    ask: ({ org, memberId }) => `removeOrgMember(orgId: ${text(org.id)}, memberId: ${text(memberId)})`,
  },
  addManagerMember: {
    who: implementers,
    because: 'Members of managers: root and implementers say who they are',
    elsewhere: 'NotFound',
    ask: ({ manager }) => `addManagerMember(managerId: ${text(manager.id)}, email: "new@noa.test")`,
  },
  removeManagerMember: {
    who: implementers,
    because: 'Members of managers: root and implementers say who they are',
    elsewhere: 'NotFound',
    ask: ({ manager, memberId }) => `removeManagerMember(managerId: ${text(manager.id)}, memberId: ${text(memberId)})`,
  },
  createManager: {
    who: implementers,
    because: 'Managers: root and implementers write',
    elsewhere: 'ValidationFailed',
    ask: ({ org }) => `createManager(input: { orgId: ${text(org.id)}, name: "new" })`,
  },
  updateManager: {
    who: implementers,
    because: 'Managers: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ manager }) => `updateManager(${version(manager)}, input: { name: "changed" })`,
  },
  deleteManager: {
    who: implementers,
    because: 'Managers: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteManager(${version(unused.manager)})`,
  },
  createAccessGroup: {
    who: implementers,
    because: 'Access groups: root and implementers write',
    elsewhere: 'ValidationFailed',
    ask: ({ org }) => `createAccessGroup(input: { orgId: ${text(org.id)}, name: "new" })`,
  },
  updateAccessGroup: {
    who: implementers,
    because: 'Access groups: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ accessGroup }) => `updateAccessGroup(${version(accessGroup)}, input: { name: "changed" })`,
  },
  deleteAccessGroup: {
    who: implementers,
    because: 'Access groups: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteAccessGroup(${version(unused.accessGroup)})`,
  },
  joinContainerGroup: {
    who: implementers,
    because: 'Access groups: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ unused, containerGroup }) =>
      `joinContainerGroup(accessGroupId: ${text(unused.accessGroup.id)}, containerGroupId: ${text(containerGroup.id)})`,
  },
  leaveContainerGroup: {
    who: implementers,
    because: 'Access groups: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ unused, containerGroup }) =>
      `leaveContainerGroup(accessGroupId: ${text(unused.accessGroup.id)}, containerGroupId: ${text(containerGroup.id)})`,
  },
  createEntrance: {
    who: implementers,
    because: 'Entrances: root and implementers write',
    elsewhere: 'ValidationFailed',
    ask: ({ towerBlock }) => `createEntrance(input: { towerBlockId: ${text(towerBlock.id)}, addrSc: "new" })`,
  },
  updateEntrance: {
    who: implementers,
    because: 'Entrances: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ entrance }) => `updateEntrance(${version(entrance)}, input: { addrSc: "changed" })`,
  },
  deleteEntrance: {
    who: implementers,
    because: 'Entrances: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteEntrance(${version(unused.entrance)})`,
  },
  createApartment: {
    who: implementers,
    because: 'Apartments: root and implementers write',
    elsewhere: 'ValidationFailed',
    ask: ({ entrance }) => `createApartment(input: { entranceId: ${text(entrance.id)}, addrAp: "new" })`,
  },
  updateApartment: {
    who: 'RIM',
    because: 'Apartments: managers update the occupier',
    elsewhere: 'NotFound',
    ask: ({ apartment }) => `updateApartment(${version(apartment)}, input: { occupierName: "changed" })`,
  },
  deleteApartment: {
    who: implementers,
    because: 'Apartments: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteApartment(${version(unused.apartment)})`,
  },
  createContainerGroup: {
    who: containerKeepers,
    because: 'Container groups: container administrators write as well',
    elsewhere: 'ValidationFailed',
    ask: ({ org }) => `createContainerGroup(input: { orgId: ${text(org.id)}, itemNumber: "new" })`,
  },
  updateContainerGroup: {
    who: containerKeepers,
    because: 'Container groups: container administrators write as well',
    elsewhere: 'NotFound',
    ask: ({ containerGroup }) => `updateContainerGroup(${version(containerGroup)}, input: { name: "changed" })`,
  },
  deleteContainerGroup: {
    who: containerKeepers,
    because: 'Container groups: container administrators write as well',
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteContainerGroup(${version(unused.containerGroup)})`,
  },
  createContainer: {
    who: containerKeepers,
    because: 'Containers: container administrators write as well',
    elsewhere: 'ValidationFailed',
    ask: ({ containerGroup }) => `createContainer(input: { containerGroupId: ${text(containerGroup.id)},
      serialNumber: "new", wasteStream: residual, sizeLitres: 1100, volumeControlLitres: 30 })`,
  },
  updateContainer: {
    who: containerKeepers,
    because: 'Containers: container administrators write as well',
    elsewhere: 'NotFound',
    ask: ({ container }) => `updateContainer(${version(container)}, input: { sizeLitres: 240 })`,
  },
  deleteContainer: {
    who: containerKeepers,
    because: 'Containers: container administrators write as well',
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteContainer(${version(unused.container)})`,
  },
  createCard: {
    who: implementers,
    because: 'Cards: managers assign, block and unblock, but do not register',
    elsewhere: 'ValidationFailed',
    ask: ({ org }) =>
      `createCard(input: { orgId: ${text(org.id)}, kind: physical, serialNumber: ${text(freshSerial())} })`,
  },
  blockCard: {
    who: 'RIMA',
    because: 'Cards: residents block their own',
    elsewhere: 'NotFound',
    ask: ({ card }) => `blockCard(${version(card)}, reason: "lost")`,
  },
  unblockCard: {
    who: 'RIM',
    because: 'Cards: residents block, and do not unblock',
    elsewhere: 'NotFound',
    ask: ({ blockedCard }) => `unblockCard(${version(blockedCard)})`,
  },
  eraseCard: {
    who: implementers,
    because: 'Cards: root and implementers erase',
    elsewhere: 'NotFound',
    ask: ({ freeCard }) => `eraseCard(${version(freeCard)})`,
  },
  assignCard: {
    who: 'RIM',
    because: 'Cards: managers assign',
    elsewhere: 'NotFound',
    ask: ({ apartment, freeCard }) => `assignCard(apartmentId: ${text(apartment.id)}, cardId: ${text(freeCard.id)})`,
  },
  handOutCard: {
    who: 'RIM',
    because: 'Cards: managers assign',
    elsewhere: 'NotFound',
    ask: ({ apartment, freeCard }) =>
      `handOutCard(apartmentId: ${text(apartment.id)}, serialNumber: ${text(freeCard.serial_number)})`,
    judged: true,
  },
  unassignCard: {
    who: 'RIM',
    because: 'Cards: managers assign',
    elsewhere: 'NotFound',
    ask: ({ apartmentCard }) => `unassignCard(${version(apartmentCard)})`,
  },
  revealOccupierIdNumber: {
    who: 'RIM',
    because: 'Personal data: local reporters never reveal',
    elsewhere: 'NotFound',
    ask: ({ apartment }) => `revealOccupierIdNumber(apartmentId: ${text(apartment.id)}, purpose: "authorization")`,
  },
  eraseOccupier: {
    who: implementers,
    because: 'Personal data: erased on request by those who write apartments',
    elsewhere: 'NotFound',
    ask: ({ apartment }) => `eraseOccupier(${version(apartment)}, purpose: "authorization")`,
  },
  createClaimCode: {
    who: 'RIM',
    because: 'Apartments: managers have claim codes',
    elsewhere: 'NotFound',
    ask: ({ apartment }) => `createClaimCode(apartmentId: ${text(apartment.id)})`,
  },
  createMissingClaimCodes: {
    who: 'RIM',
    because: 'Apartments: managers have claim codes',
    elsewhere: 'NotFound',
    ask: ({ entrance }) => `createMissingClaimCodes(entranceId: ${text(entrance.id)})`,
  },
  revokeClaimCode: {
    who: 'RIM',
    because: 'Apartments: managers have claim codes',
    elsewhere: 'NotFound',
    ask: ({ claimCode }) => `revokeClaimCode(${version(claimCode)})`,
  },
  redeemClaimCode: {
    who: 'A',
    because: 'Cards: residents claim, with a code that says itself for which apartment',
    elsewhere: 'same',
    judged: true,
    ask: () => 'redeemClaimCode(code: "not a code")',
  },
  addApartmentOrg: {
    who: implementers,
    because: 'Apartments: root and implementers write; they name orgs they see',
    elsewhere: 'ValidationFailed',
    judged: true,
    ask: ({ apartment, operator }) =>
      `addApartmentOrg(apartmentId: ${text(apartment.id)}, orgId: ${text(operator.id)})`,
  },
  removeApartmentOrg: {
    who: implementers,
    because: 'Apartments: root and implementers write',
    elsewhere: 'NotFound',
    ask: ({ apartmentOrg }) => `removeApartmentOrg(${version(apartmentOrg)})`,
  },
  createExport: {
    who: 'RIL',
    because: 'Reports: yes, yes, yes, –, –, –',
    elsewhere: 'same',
    ask: () => `createExport(input: { format: CSV, report: "usage", input: ${usage()} })`,
  },
  recordCardEvents: {
    who: 'G',
    because: 'Only the gateway records, for its orgs',
    elsewhere: 'nothing',
    ask: ({ container, card }) => `recordCardEvents(events: [{ containerId: ${text(container.id)}, eventNumber: 7,
      kind: access_granted, at: ${text(new Date().toISOString())}, serialNumber: ${text(card.serial_number)} }])`,
  },
  startImport: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'ValidationFailed',
    ask: ({ org }) => `startImport(kind: "buildings", orgId: ${text(org.id)}, file: $file)`,
    upload: true,
  },
  rereadImport: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `rereadImport(id: ${text(importJobId)})`,
    judged: true,
  },
  mapImport: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `mapImport(id: ${text(importJobId)}, mapping: {})`,
    judged: true,
  },
  applyImport: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `applyImport(id: ${text(importJobId)})`,
    judged: true,
  },
  cancelImport: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `cancelImport(id: ${text(importJobId)})`,
    judged: true,
  },
  startBulkJob: {
    ...bulk,
    elsewhere: 'ValidationFailed',
    ask: (world, letter) => `startBulkJob(input: ${bulkOf(world, letter)})`,
  },
  cancelBulkJob: {
    ...bulk,
    elsewhere: 'NotFound',
    ask: (world, letter) => `cancelBulkJob(${bulkJobOf(world, letter)})`,
  },
};
