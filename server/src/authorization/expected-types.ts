import { alertTypes } from './expected-alerts.ts';
import { mapTypes } from './expected-map.ts';
import { lockTypes } from './expected-lock-types.ts';
import { reportTypes } from './expected-report-types.ts';
import {
  cards,
  containers,
  keepers,
  orgs,
  people,
  statusUpdates,
  who as householdEvents,
  type ExpectedType,
} from './expected-type.ts';

const everybody = 'RILMCAG';
const versioned = 'id rowId updatedAt updatedBy validFrom validTo';

const managers = { who: 'RILM', because: 'Managers: all, all, read, read own, –, –' };
const towerBlocks = { who: 'RILMC', because: 'Tower blocks: read by all but residents' };
const entrances = { who: people, because: 'Entrances: all, all, read, read, read, own' };
const apartments = {
  who: people,
  because: 'Apartments: all, all, address and kind, read, address only, own',
};
const occupierKind = {
  who: 'RILMA',
  because: 'Apartments: reporters see the kind, container administrators the address',
};
const occupier = {
  who: 'RIMA',
  because: 'Apartments: no names for reporters, address only for container administrators',
};
const accessGroups = { who: 'RILMC', because: 'Access groups: all, all, read, read, read, –' };
const cardCounts = { who: 'RILM', because: 'Cards: reporters see counts; residents count nothing' };
const claimCodes = { who: 'RIM', because: 'Apartments: managers have claim codes, residents only redeem them' };
const cardRequests = {
  who: 'RIM',
  because: 'Cards: managers, who register none, ask the org for them; the org registers',
};
const apartmentOrgs = { who: 'RIM', because: 'Apartments: who else serves one is not its address' };
const recentEvents = { who: people, because: 'Card events: read by all, here without who for everybody' };
const members = {
  who: 'RILMC',
  because: 'Orgs, managers, their members: whoever reads one of the two reads its members',
};
const settings = { who: 'RI', because: 'Settings of an org: root writes, implementers of the org read' };
const gisNodes = { who: 'RILMC', because: 'The address tree is shared by all who work with addresses' };
const bulk = { who: 'RIMC', because: 'Bulk jobs: whoever may make the same change to one record' };
const imports = { who: 'R', because: 'Import: root only' };

export const expectedTypes: Readonly<Record<string, ExpectedType>> = {
  SearchHit: {
    who: everybody,
    because: 'Each kind is found by whoever reads it, as far as that reaches; gateways find nothing',
    plain: 'kind id label description',
  },
  Org: {
    ...orgs,
    plain: `${versioned} name addr enabled timeZone members viewerCanDelete viewerCanUpdate`,
    guarded: { gisNode: gisNodes, gateways: { who: 'R', because: 'Orgs: root says which gateway serves one' } },
  },
  OrgSettings: {
    ...settings,
    plain: `${versioned} identityDays payByUse identityPurpose legalBasis eventRetentionMonths personalDataRetentionMonths claimCodeDays
      silenceWarningHours silenceErrorHours batteryWarningPct batteryErrorPct fillWarningPct fillErrorPct mailDomains
      viewerCanUpdate`,
    guarded: { org: orgs },
  },
  Manager: {
    ...managers,
    plain: `${versioned} orgId name members viewerCanDelete viewerCanUpdate`,
    guarded: { org: orgs, entranceCount: entrances },
  },
  Member: { ...members, plain: 'id email name lastSeenAt invited' },
  Account: {
    who: 'R',
    because: 'Accounts: root alone says who may use theirs',
    plain: 'id email name roles lastSeenAt invited blocked',
  },
  TowerBlock: {
    ...towerBlocks,
    plain: `${versioned} orgId addrBl addrNr addrStreet county label lat lng locality sourceRef`,
    guarded: { org: orgs, gisNode: gisNodes, entranceCount: entrances, entrances, apartmentCount: apartments },
  },
  Entrance: {
    ...entrances,
    plain: `${versioned} orgId addrSc label viewerCanDelete viewerCanUpdate`,
    guarded: {
      org: orgs,
      towerBlock: towerBlocks,
      towerBlockId: towerBlocks,
      accessGroup: accessGroups,
      accessGroupId: accessGroups,
      manager: managers,
      managerId: managers,
      apartments,
      apartmentCount: apartments,
      timeline: householdEvents,
    },
  },
  Apartment: {
    ...apartments,
    plain: `${versioned} orgId addrAp label viewerCanDelete viewerCanErase viewerCanReveal viewerCanUpdate
      viewerCanUpdateOccupier`,
    guarded: {
      org: orgs,
      entrance: entrances,
      entranceId: entrances,
      occupierKind,
      occupierName: occupier,
      occupierFirstName: occupier,
      occupierIdNumber: occupier,
      apartmentCards: cards,
      araCards: cards,
      cardCount: cardCounts,
      containerGroups: containers,
      claimCodes,
      liveClaimCode: claimCodes,
      apartmentOrgs,
      timeline: householdEvents,
      identityTerms: householdEvents,
    },
  },
  IdentityTerms: { ...householdEvents, plain: 'days payByUse purpose legalBasis' },
  ClaimCode: {
    ...claimCodes,
    plain: `${versioned} code createdAt expiresAt state viewerCanRevoke`,
    guarded: { apartment: apartments },
  },
  CardRequest: {
    ...cardRequests,
    plain: `${versioned} createdAt displaySerialNumber reason requestedBy serialNumber state viewerCanSettle`,
    guarded: { apartment: apartments, card: cards },
  },
  AuditEntry: {
    who: 'R',
    because: 'Personal data: who looked at it is for root to see',
    plain: 'action actor at hash kind number purpose recordId',
  },
  AuditChain: {
    who: 'R',
    because: 'Personal data: who looked at it is for root to see',
    plain: 'entries firstBroken lastHash sound',
  },
  ApartmentOrg: {
    ...apartmentOrgs,
    plain: `${versioned} label orgId viewerCanRemove`,
    guarded: { apartment: apartments },
  },
  ApartmentCard: {
    ...cards,
    plain: `${versioned} orgId active createdAt endedAt viewerCanUnassign`,
    guarded: { apartment: apartments, apartmentId: apartments, card: cards },
  },
  AraCard: {
    ...cards,
    plain: `${versioned} createdAt isOwn`,
    guarded: {
      card: cards,
      holder: {
        who: 'RIM',
        because: 'Whose phone it is: those who keep cards and read names, not neighbours in one apartment',
      },
    },
  },
  CardReplacement: { who: 'RIM', because: 'Cards: managers assign', plain: 'apartmentCard card outcome' },
  HandOut: {
    who: 'RIM',
    because: 'Cards: managers assign',
    plain: 'apartmentCard outcome',
  },
  AccessGroup: {
    ...accessGroups,
    plain: `${versioned} orgId accessMode label name viewerCanDelete viewerCanUpdate`,
    guarded: {
      org: orgs,
      containerGroups: containers,
      containerGroupCount: containers,
      entrances,
      entranceCount: entrances,
    },
  },
  ContainerGroup: {
    ...containers,
    plain: `${versioned} orgId accessMode addrBl addrNr addrStreet itemNumber label lat lng name viewerCanDelete viewerCanUpdate`,
    guarded: {
      org: orgs,
      gisNode: gisNodes,
      accessGroups,
      containers,
      containerCount: containers,
      timeline: recentEvents,
    },
  },
  Container: {
    ...containers,
    plain: `${versioned} orgId accessMode addrBl addrNr addrStreet cardCapacity fillErrorPct fillLevelAt fillLevelPct fillWarningPct label
      lat lng serialNumber sizeLitres volumeControlLitres wasteStream viewerCanDelete viewerCanUpdate`,
    guarded: {
      org: orgs,
      containerGroup: containers,
      containerGroupId: containers,
      sync: keepers,
      wantedVersion: keepers,
      appliedVersion: keepers,
      status: statusUpdates,
      readingHistory: statusUpdates,
    },
  },
  Card: {
    ...cards,
    plain: `${versioned} orgId deliveryNote displaySerialNumber kind label serialNumber status supplier apartmentCards onLocks viewerCanAssign
      viewerCanBlock viewerCanErase viewerCanUnblock`,
    guarded: { org: orgs, araCard: cards, identityTerms: householdEvents },
  },
  FirstSteps: {
    ...settings,
    plain: `activeMembers apartments containers done entrances entrancesWithoutContainers members orgId orgName towerBlocks
      unconfirmedContainers`,
  },
  Overview: { ...recentEvents, plain: 'today days' },
  EventsToday: { ...recentEvents, plain: 'events refused eventsWeekBefore refusedWeekBefore' },
  EventDay: { ...recentEvents, plain: 'date events refused' },
  TimelineDay: { ...recentEvents, plain: 'date from to openings refusals cardActions handovers emptyings' },
  GisNode: {
    ...gisNodes,
    plain: `${versioned} kind label lat lng name officialName path siruta parent childCount children`,
  },
  ...lockTypes,
  ...alertTypes,
  Version: {
    who: 'RIC',
    because: 'History: yes, yes, –, –, containers only, –',
    plain: 'change deletedBy fields rowId updatedBy validFrom validTo viewerCanRestore erasedFields',
  },
  FieldChange: {
    who: 'RIC',
    because: 'History: yes, yes, –, –, containers only, –',
    plain: 'name newLabel newValue oldLabel oldValue',
  },
  ...reportTypes,
  ...mapTypes,
  ImportJob: {
    ...imports,
    plain: `addressColumn badRows counts createMissing createdAt createdBy dryRun encoding failure fields fileName fillMerged finishedAt header
      headerRow id kind mapping matchCounts matches preview problems progress separator sheet sheets state timings undo undoableUntil`,
    guarded: { org: orgs },
  },
  ImportCounts: { ...imports, plain: 'changes problems rows warnings' },
  ImportChanges: { ...imports, plain: 'absent create fields kind same update' },
  ImportUndo: { ...imports, plain: 'kept records removed restored' },
  ImportKeptRecord: { ...imports, plain: 'id kind label reason' },
  ImportFieldChange: { ...imports, plain: 'count name' },
  ImportField: { ...imports, plain: 'name required' },
  ImportTemplate: { ...imports, plain: 'content fileName' },
  ImportProblem: { ...imports, plain: 'column field isWarning otherRow proposals reason rowNumber value' },
  ImportMatch: {
    ...imports,
    plain: 'addrBl addrNr addrStreet county decision locality outcome reason rowNumber score',
    guarded: { towerBlock: towerBlocks },
  },
  ImportMatchCounts: { ...imports, plain: 'new probably same undecided' },
  ImportProgress: { ...imports, plain: 'done secondsLeft total' },
  BulkJob: {
    ...bulk,
    plain: `accessMode action changed createdAt createdBy done failure finishedAt id kind reason refused results secondsLeft
      state total unchanged`,
    guarded: { org: orgs, accessGroup: accessGroups, manager: managers },
  },
  BulkResult: { ...bulk, plain: 'label outcome reason recordId' },
  BulkForecast: { ...bulk, plain: 'changed effect refused total unchanged' },
  SavedView: {
    who: 'RILMC',
    because: 'Saved views: of one’s own, and those of the org one belongs to',
    plain: 'hiddenColumns id isDefault kind name orgId orgName search viewerCanUpdate',
  },
  Viewer: {
    who: everybody,
    because: 'Everybody may know who they are',
    plain: 'disabledOrgs email id managers name orgs permissions roles timeZone',
    guarded: { apartments },
  },
  ViewerOrg: { who: everybody, because: 'The orgs a caller belongs to, by name', plain: 'id name' },
  ViewerManager: { who: everybody, because: 'The managers a caller belongs to, by name', plain: 'id name orgId' },
  CardsToSync: {
    who: 'RICG',
    because: 'The list of a container: its gateway, and those who keep containers (sync:read)',
    plain: 'cards checksum hasMore mode serverTime version',
  },
  CardToSync: {
    who: 'RICG',
    because: 'Serials and what to do with them; no names, no apartments',
    plain: 'action serialNumber',
  },
  RecordReceipt: { who: 'G', because: 'Only gateways record', plain: 'completeUpTo results' },
  RecordResult: { who: 'G', because: 'Only gateways record', plain: 'field index outcome reason' },
  Completeness: { who: 'G', because: 'Only gateways record', plain: 'bootNumber containerId number' },
};
