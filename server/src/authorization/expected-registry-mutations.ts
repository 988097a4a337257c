import { text, version, type ExpectedOperation } from './expected-operation.ts';

const implementers = 'RI';
const containerKeepers = 'RIC';
const managers = { who: implementers, because: 'Managers: root and implementers write' };
const accessGroups = { who: implementers, because: 'Access groups: root and implementers write' };
const entrances = { who: implementers, because: 'Entrances: root and implementers write' };
const apartments = { who: implementers, because: 'Apartments: root and implementers write' };
const containerGroups = { who: containerKeepers, because: 'Container groups: container administrators write as well' };
const containers = { who: containerKeepers, because: 'Containers: container administrators write as well' };
const claimCodes = { who: 'RIM', because: 'Apartments: managers have claim codes' };

/** Who makes, changes and deletes records, kind by kind. */
export const recordMutations: Readonly<Record<string, ExpectedOperation>> = {
  createManager: {
    ...managers,
    elsewhere: 'NotFound',
    ask: ({ org }) => `createManager(input: { orgId: ${text(org.id)}, name: "new" })`,
  },
  updateManager: {
    ...managers,
    elsewhere: 'NotFound',
    ask: ({ manager }) => `updateManager(${version(manager)}, input: { name: "changed" })`,
  },
  deleteManager: {
    ...managers,
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteManager(${version(unused.manager)})`,
  },
  createAccessGroup: {
    ...accessGroups,
    elsewhere: 'NotFound',
    ask: ({ org }) => `createAccessGroup(input: { orgId: ${text(org.id)}, name: "new" })`,
  },
  updateAccessGroup: {
    ...accessGroups,
    elsewhere: 'NotFound',
    ask: ({ accessGroup }) => `updateAccessGroup(${version(accessGroup)}, input: { name: "changed" })`,
  },
  deleteAccessGroup: {
    ...accessGroups,
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteAccessGroup(${version(unused.accessGroup)})`,
  },
  joinContainerGroup: {
    ...accessGroups,
    elsewhere: 'NotFound',
    ask: ({ unused, containerGroup }) =>
      `joinContainerGroup(accessGroupId: ${text(unused.accessGroup.id)}, containerGroupId: ${text(containerGroup.id)})`,
  },
  leaveContainerGroup: {
    ...accessGroups,
    elsewhere: 'NotFound',
    ask: ({ unused, containerGroup }) =>
      `leaveContainerGroup(accessGroupId: ${text(unused.accessGroup.id)}, containerGroupId: ${text(containerGroup.id)})`,
  },
  createEntrance: {
    ...entrances,
    elsewhere: 'NotFound',
    ask: ({ towerBlock }) => `createEntrance(input: { towerBlockId: ${text(towerBlock.id)}, addrSc: "new" })`,
  },
  updateEntrance: {
    ...entrances,
    elsewhere: 'NotFound',
    ask: ({ entrance }) => `updateEntrance(${version(entrance)}, input: { addrSc: "changed" })`,
  },
  deleteEntrance: {
    ...entrances,
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteEntrance(${version(unused.entrance)})`,
  },
  createApartment: {
    ...apartments,
    elsewhere: 'NotFound',
    ask: ({ entrance }) => `createApartment(input: { entranceId: ${text(entrance.id)}, addrAp: "new" })`,
  },
  updateApartment: {
    who: 'RIM',
    because: 'Apartments: managers update the occupier',
    elsewhere: 'NotFound',
    ask: ({ apartment }) => `updateApartment(${version(apartment)}, input: { occupierName: "changed" })`,
  },
  deleteApartment: {
    ...apartments,
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteApartment(${version(unused.apartment)})`,
  },
  createContainerGroup: {
    ...containerGroups,
    elsewhere: 'NotFound',
    ask: ({ org }) => `createContainerGroup(input: { orgId: ${text(org.id)}, itemNumber: "new" })`,
  },
  updateContainerGroup: {
    ...containerGroups,
    elsewhere: 'NotFound',
    ask: ({ containerGroup }) => `updateContainerGroup(${version(containerGroup)}, input: { name: "changed" })`,
  },
  deleteContainerGroup: {
    ...containerGroups,
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteContainerGroup(${version(unused.containerGroup)})`,
  },
  createContainer: {
    ...containers,
    elsewhere: 'NotFound',
    ask: ({ containerGroup }) => `createContainer(input: { containerGroupId: ${text(containerGroup.id)},
      serialNumber: "new", wasteStream: residual, sizeLitres: 1100, volumeControlLitres: 30 })`,
  },
  updateContainer: {
    ...containers,
    elsewhere: 'NotFound',
    ask: ({ container }) => `updateContainer(${version(container)}, input: { sizeLitres: 240 })`,
  },
  deleteContainer: {
    ...containers,
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteContainer(${version(unused.container)})`,
  },
};

/** What becomes of an apartment besides: who lives there, who claims it, who serves it. */
export const householdMutations: Readonly<Record<string, ExpectedOperation>> = {
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
  createResidentFile: {
    who: implementers,
    because: 'Personal data: all of an occupier, to those who write apartments, for a purpose',
    elsewhere: 'NotFound',
    ask: ({ apartment }) => `createResidentFile(apartmentId: ${text(apartment.id)}, purpose: "authorization")`,
  },
  createClaimCode: {
    ...claimCodes,
    elsewhere: 'NotFound',
    ask: ({ apartment }) => `createClaimCode(apartmentId: ${text(apartment.id)})`,
  },
  createMissingClaimCodes: {
    ...claimCodes,
    elsewhere: 'NotFound',
    ask: ({ entrance }) => `createMissingClaimCodes(entranceId: ${text(entrance.id)})`,
  },
  revokeClaimCode: {
    ...claimCodes,
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
    elsewhere: 'NotFound',
    judged: 'NotFound',
    ask: ({ apartment, operator }) =>
      `addApartmentOrg(apartmentId: ${text(apartment.id)}, orgId: ${text(operator.id)})`,
  },
  removeApartmentOrg: {
    ...apartments,
    elsewhere: 'NotFound',
    ask: ({ apartmentOrg }) => `removeApartmentOrg(${version(apartmentOrg)})`,
  },
};
