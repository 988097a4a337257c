/**
 * Who reads which type and field, written down from domain.md ("Who may do what") and from nowhere else: the tests set the
 * running API against it. A field that is missing here fails them.
 *
 * Callers are letters: R root, I local implementer, L local reporter, M manager, C container administrator, A ara user
 * (resident), G gateway.
 */
export interface ExpectedType {
  /** Who can come to hold a value of the type, and why. */
  readonly who: string;
  readonly because: string;
  /** Fields that everybody who holds the value reads. */
  readonly plain: string;
  /** Fields that only some of them read; to the others the field is `Forbidden`. */
  readonly guarded?: Readonly<Record<string, { readonly who: string; readonly because: string }>>;
}

const everybody = 'RILMCAG';
const people = 'RILMCA';
const versioned = 'id rowId updatedAt updatedBy validFrom validTo';

const orgs = { who: 'RILC', because: 'Orgs: all, read, read, –, read, –' };
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
const gaps = { who: 'RILMC', because: 'What a lock has not delivered: whoever reads its status updates' };
const accessGroups = { who: 'RILMC', because: 'Access groups: all, all, read, read, read, –' };
const containers = { who: people, because: 'Container groups, containers: residents read those that open' };
const cards = { who: 'RIMA', because: 'Cards, apartment cards: all, all, counts, read …, –, own' };
const cardCounts = { who: 'RILM', because: 'Cards: reporters see counts; residents count nothing' };
const who = { who: 'RIMA', because: 'Card events: without who for reporters and container administrators' };
const actor = { who: 'RIM', because: 'Card events: who of the staff acted is for those who keep the cards' };
const claimCodes = { who: 'RIM', because: 'Apartments: managers have claim codes, residents only redeem them' };
const cardRequests = {
  who: 'RIM',
  because: 'Cards: managers, who register none, ask the org for them; the org registers',
};
const apartmentOrgs = { who: 'RIM', because: 'Apartments: who else serves one is not its address' };
const recentEvents = { who: people, because: 'Card events: read by all, here without who for everybody' };
const statusUpdates = { who: 'RILMC', because: 'Status updates: read by all but residents, who see the fill level' };
const reports = { who: 'RIL', because: 'Reports: yes, yes, yes, –, –, –' };
const schedules = { who: 'RIL', because: 'Reports by e-mail: whoever reads reports, within what they read' };
const members = {
  who: 'RILMC',
  because: 'Orgs, managers, their members: whoever reads one of the two reads its members',
};
const settings = { who: 'RI', because: 'Settings of an org: root writes, implementers of the org read' };
const gisNodes = { who: 'RILMC', because: 'The address tree is shared by all who work with addresses' };
const keepers = { who: 'RIC', because: 'How far a lock is with its list: those who keep containers (sync:read)' };
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
    plain: `${versioned} identityDays payByUse legalBasis eventRetentionMonths personalDataRetentionMonths claimCodeDays
      silenceWarningHours silenceErrorHours batteryWarningPct batteryErrorPct fillWarningPct fillErrorPct mailDomains
      viewerCanUpdate`,
    guarded: { org: orgs },
  },
  Manager: {
    ...managers,
    plain: `${versioned} name members viewerCanDelete viewerCanUpdate`,
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
    plain: `${versioned} addrBl addrNr addrStreet county label lat lng locality sourceRef`,
    guarded: { org: orgs, gisNode: gisNodes, entranceCount: entrances, entrances, apartmentCount: apartments },
  },
  Entrance: {
    ...entrances,
    plain: `${versioned} addrSc label viewerCanDelete viewerCanUpdate`,
    guarded: {
      org: orgs,
      towerBlock: towerBlocks,
      accessGroup: accessGroups,
      manager: managers,
      apartments,
      apartmentCount: apartments,
    },
  },
  Apartment: {
    ...apartments,
    plain: `${versioned} addrAp label viewerCanDelete viewerCanErase viewerCanReveal viewerCanUpdate
      viewerCanUpdateOccupier`,
    guarded: {
      org: orgs,
      entrance: entrances,
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
    },
  },
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
    plain: `${versioned} active createdAt endedAt viewerCanUnassign`,
    guarded: { apartment: apartments, card: cards },
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
    plain: `${versioned} accessMode label name viewerCanDelete viewerCanUpdate`,
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
    plain: `${versioned} accessMode addrBl addrNr addrStreet itemNumber label lat lng name viewerCanDelete viewerCanUpdate`,
    guarded: { org: orgs, gisNode: gisNodes, accessGroups, containers, containerCount: containers },
  },
  Container: {
    ...containers,
    plain: `${versioned} accessMode addrBl addrNr addrStreet cardCapacity fillLevelAt fillLevelPct label lat lng serialNumber sizeLitres
      volumeControlLitres wasteStream viewerCanDelete viewerCanUpdate`,
    guarded: {
      org: orgs,
      containerGroup: containers,
      sync: keepers,
      wantedVersion: keepers,
      appliedVersion: keepers,
      status: statusUpdates,
    },
  },
  Card: {
    ...cards,
    plain: `${versioned} deliveryNote displaySerialNumber kind label serialNumber status supplier apartmentCards onLocks viewerCanAssign
      viewerCanBlock viewerCanErase viewerCanUnblock`,
    guarded: { org: orgs, araCard: cards },
  },
  FirstSteps: {
    ...settings,
    plain: `activeMembers apartments containers done entrances entrancesWithoutContainers members orgId orgName towerBlocks
      unconfirmedContainers`,
  },
  Overview: { ...recentEvents, plain: 'today days' },
  EventsToday: { ...recentEvents, plain: 'events refused eventsWeekBefore refusedWeekBefore' },
  EventDay: { ...recentEvents, plain: 'date events refused' },
  GisNode: {
    ...gisNodes,
    plain: `${versioned} kind label lat lng name officialName path siruta parent childCount children`,
  },
  CardEvent: {
    who: people,
    because: 'Card events: read, read, without who, read, without who, own',
    plain: 'id clockCorrected deviceAt kind litres occurredAt receivedAt unauthorised reason',
    guarded: { actor, apartment: who, card: who, serialNumber: who, container: containers },
  },
  StatusUpdate: {
    ...statusUpdates,
    plain: 'id actor clockCorrected deviceAt kind level note occurredAt receivedAt value',
    guarded: { container: containers },
  },
  StatusReading: { ...statusUpdates, plain: 'at isStale kind level value' },
  ContainerStatus: {
    ...statusUpdates,
    plain: 'id heardAt isSilent level readings',
    guarded: { container: containers, wantedVersion: keepers, appliedVersion: keepers },
  },
  ContainerStatusPoint: {
    ...statusUpdates,
    plain: 'id fillLevelPct isSilent label latitude level longitude wasteStream',
  },
  ContainerStatusCounts: { ...statusUpdates, plain: 'error info ok silent total unknown warning' },
  AccessDecision: { ...cards, plain: 'allowed decisive onLock reasons' },
  OnLock: { ...cards, plain: 'askedAt current failure state version waitingSince' },
  CardOnLocks: { ...cards, plain: 'admitting behind changedAt removing' },
  LockCount: { ...cards, plain: 'confirmed total' },
  LockBehind: { ...cards, plain: 'admits askedAt containerId failure heardAt isSilent label since state' },
  Effect: {
    who: 'RIMC',
    because: 'Whoever may make a change may ask what it would do',
    plain: `closingContainers gainedContainers gainingCards losingCards lostContainers openingContainers overCapacityCount
      overCapacity`,
  },
  ContainerSync: {
    ...keepers,
    plain: `appliedAt appliedVersion askedAt failedAt failure failureReason overBy phase waitingCards waitingSince
      wantedVersion`,
  },
  CardEventSetAside: {
    who: 'RILMC',
    because: 'What a lock said twice and differently: whoever reads its status updates',
    plain: 'id bootNumber deviceAt eventNumber keptDeviceAt keptKind kind listVersion receivedAt',
    guarded: { serialNumber: who },
  },
  StatusUpdateSetAside: {
    who: 'RILMC',
    because: 'What a lock said twice and differently: whoever reads its status updates',
    plain: 'id bootNumber deviceAt keptKind keptLevel keptValue kind level receivedAt updateNumber value',
  },
  CardEventGaps: { ...gaps, plain: 'count missing gaps' },
  CardEventGap: { ...gaps, plain: 'bootNumber first last' },
  AccessReason: { ...cards, plain: 'holds matters rule via' },
  AccessVia: { ...cards, plain: 'id kind label' },
  Version: {
    who: 'RIC',
    because: 'History: yes, yes, –, –, containers only, –',
    plain: 'change deletedBy fields rowId updatedBy validFrom validTo viewerCanRestore',
  },
  FieldChange: {
    who: 'RIC',
    because: 'History: yes, yes, –, –, containers only, –',
    plain: 'name newLabel newValue oldLabel oldValue',
  },
  Report: {
    ...reports,
    plain: 'arrivedReportsPct columns completeness cursor freshAsOf heardContainersPct labels rowCount rows totals',
  },
  ReportColumn: { ...reports, plain: 'grouping key metric type' },
  ReportLabel: { ...reports, plain: 'grouping text value' },
  ReportProgress: { ...reports, plain: 'share' },
  ReportRecords: { ...reports, plain: 'cursor freshAsOf labels recordCount records withheldCount' },
  ReportRecord: {
    ...reports,
    plain: 'apartment at cardEvent container containerGroup',
    guarded: { card: cards },
  },
  ReportDefinition: { ...reports, plain: 'countsEvents filters groupings metrics name startsWith' },
  ReportFilterDefinition: { ...reports, plain: 'field operators type' },
  ReportSchedule: {
    ...schedules,
    plain: `active createdAt filters format frequency groupBy hour id lastRun locale metrics monthDay nextRunAt ownerName period
      recipients report runs sort viewerCanUpdate weekday`,
    guarded: { org: orgs },
  },
  ReportScheduleFilter: { ...schedules, plain: 'field operator value' },
  ReportScheduleSort: { ...schedules, plain: 'direction field' },
  ReportScheduleRun: {
    ...schedules,
    plain: 'accepted attempts dueAt failure finishedAt freshAsOf from pending refused retryAt smtpCode state to',
  },
  KeptReport: {
    ...reports,
    plain: 'completeness content forgottenAt hash id keptAt keptBy report rowCount title viewerCanDelete',
  },
  ExportTicket: {
    who: people,
    because: 'A file of what one reads: a report, or any list',
    plain: 'expiresAt fileName url',
  },
  ImportJob: {
    ...imports,
    plain: `addressColumn badRows counts createMissing createdAt createdBy encoding failure fields fileName fillMerged finishedAt header
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
    plain: 'disabledOrgs email id managers name orgs permissions roles',
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
