import { alertMutations } from './expected-alerts.ts';
import { cardMutations } from './expected-card-mutations.ts';
import { mapMutations } from './expected-map.ts';
import {
  bulk,
  bulkJobOf,
  bulkOf,
  freshSerial,
  savedViews,
  scheduleOf,
  kept,
  keptOf,
  schedules,
  text,
  usage,
  version,
  type ExpectedOperation,
} from './expected-operation.ts';
import { householdMutations, recordMutations } from './expected-registry-mutations.ts';

const people = 'RILMCA';
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
  ...Object.fromEntries(
    ['blockAccount', 'unblockAccount', 'endAccountSessions'].map((name) => [
      name,
      {
        who: 'R',
        because: 'Accounts: root alone says who may use theirs',
        elsewhere: 'same',
        ask: ({ memberId }) => `${name}(id: ${text(memberId)})`,
      } satisfies ExpectedOperation,
    ]),
  ),
  ...recordMutations,
  ...cardMutations,
  ...householdMutations,
  createExport: {
    who: 'RIL',
    because: 'Reports: yes, yes, yes, –, –, –',
    elsewhere: 'same',
    ask: () => `createExport(input: { format: CSV, report: "usage", input: ${usage()} })`,
  },
  createOrgArchive: {
    who: 'R',
    because: 'Orgs, their members: all, read, read, –, read, –; an archive is of everything in one',
    elsewhere: 'NotFound',
    ask: ({ org }) => `createOrgArchive(orgId: ${text(org.id)}, purpose: "o mutare")`,
  },
  createListExport: {
    who: people,
    because: 'A list as a file: whoever reads the list, here containers',
    elsewhere: 'same',
    ask: () =>
      `createListExport(input: { list: "containers", title: "list", columns: [{ label: "id", paths: ["id"] }], format: CSV })`,
  },
  keepReport: {
    ...kept,
    elsewhere: 'same',
    stranger: 'ValidationFailed',
    ask: () => `keepReport(name: "usage", title: "kept", input: ${usage()})`,
  },
  deleteKeptReport: {
    who: implementers,
    own: 'L',
    because: 'What others kept is for implementers to delete',
    elsewhere: 'NotFound',
    ask: (world) => `deleteKeptReport(${keptOf(world)})`,
  },
  exportKeptReport: {
    ...kept,
    elsewhere: 'NotFound',
    ask: (world) => `exportKeptReport(${keptOf(world)}, format: CSV)`,
  },
  createReportSchedule: {
    ...schedules,
    elsewhere: 'NotFound',
    ask: ({ org }) => `createReportSchedule(input: { orgId: ${text(org.id)}, report: "usage", period: last_month,
      groupBy: [month], metrics: [event_count], frequency: daily, hour: 8, format: CSV, recipients: ["a@noa.test"] })`,
  },
  updateReportSchedule: {
    ...schedules,
    elsewhere: 'NotFound',
    ask: (world) => `updateReportSchedule(${scheduleOf(world)}, input: { hour: 9 })`,
  },
  deleteReportSchedule: {
    ...schedules,
    elsewhere: 'NotFound',
    ask: (world) => `deleteReportSchedule(${scheduleOf(world)})`,
  },
  sendTestReport: {
    ...schedules,
    elsewhere: 'NotFound',
    ask: (world) => `sendTestReport(${scheduleOf(world)})`,
    judged: true,
  },
  recordCardEvents: {
    who: 'G',
    because: 'Only the gateway records, for its orgs',
    elsewhere: 'nothing',
    ask: ({ container, card }) => `recordCardEvents(events: [{ containerId: ${text(container.id)}, eventNumber: 7,
      kind: access_granted, at: ${text(new Date().toISOString())}, serialNumber: ${text(card.serial_number)} }])`,
  },
  acknowledgeSync: {
    who: 'G',
    because: 'Only the lock says what it made of its list, through its gateway',
    elsewhere: 'NotFound',
    ask: ({ container }) =>
      `acknowledgeSync(containerId: ${text(container.id)}, version: "1", checksum: "", count: 0, outcome: applied)`,
  },
  recordStatusUpdates: {
    who: 'G',
    because: 'Only the gateway records, for its orgs',
    elsewhere: 'nothing',
    ask: ({ container }) => `recordStatusUpdates(updates: [{ containerId: ${text(container.id)}, updateNumber: 7,
      kind: battery_life_pct, value: "50", at: ${text(new Date().toISOString())} }])`,
  },
  createStatusUpdate: {
    who: 'RIC',
    because: 'Status updates: root, implementers and container administrators create',
    elsewhere: 'NotFound',
    ask: ({ container }) => `createStatusUpdate(input: { containerId: ${text(container.id)}, kind: servicing })`,
  },
  ...mapMutations,
  startImport: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
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
  decideImportMatches: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `decideImportMatches(id: ${text(importJobId)}, rows: [2])`,
    judged: true,
  },
  cancelImport: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `cancelImport(id: ${text(importJobId)})`,
    judged: true,
  },
  undoImport: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `undoImport(id: ${text(importJobId)})`,
    judged: true,
  },
  createSavedView: {
    ...savedViews,
    elsewhere: 'same',
    ask: () =>
      `createSavedView(input: { kind: "container", name: ${text(freshSerial())}, search: "", hiddenColumns: [] })`,
  },
  updateSavedView: {
    who: implementers,
    own: 'LMC',
    because: 'Implementers keep the views that their org shares',
    elsewhere: 'NotFound',
    ask: ({ sharedView }) => `updateSavedView(id: ${text(sharedView.id)}, input: { search: "q=1" })`,
  },
  deleteSavedView: {
    who: implementers,
    own: 'LMC',
    because: 'Implementers keep the views that their org shares',
    elsewhere: 'NotFound',
    ask: ({ unused }) => `deleteSavedView(id: ${text(unused.sharedView.id)})`,
  },
  setDefaultSavedView: {
    ...savedViews,
    elsewhere: 'NotFound',
    ask: ({ sharedView }) => `setDefaultSavedView(kind: "container", id: ${text(sharedView.id)})`,
  },
  ...alertMutations,
  startBulkJob: {
    ...bulk,
    elsewhere: 'ValidationFailed',
    ask: (world, label) => `startBulkJob(input: ${bulkOf(world, label)})`,
  },
  cancelBulkJob: {
    ...bulk,
    elsewhere: 'NotFound',
    ask: (world, label) => `cancelBulkJob(${bulkJobOf(world, label)})`,
  },
};
