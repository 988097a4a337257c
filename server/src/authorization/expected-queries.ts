import { alertQueries } from './expected-alerts.ts';
import {
  bulk,
  bulkJobOf,
  bulkOf,
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
import type { World } from './world.ts';

const id = (record: { id: string }) => `id: ${text(record.id)}`;
const people = 'RILMCA';

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
    one('araCard', 'RIMA', 'Cards: all, all, counts, read, –, own', ({ araCard }) => araCard),
    many('araCards', 'RIMA', 'Cards: all, all, counts, read, –, own'),
    many('cardRequests', 'RIM', 'Cards: managers ask the org for those that are not registered'),
    many('statusUpdates', people, 'Status updates: residents read the fill level of those that open'),
    many('containerStatuses', 'RILMC', 'Status updates: read by all but residents'),
    many('cardEvents', people, 'Card events: read, read, without who, read, without who, own'),
  ]),
  cardEventsFrom: {
    who: people,
    because: 'Card events: read, read, without who, read, without who, own',
    elsewhere: 'same',
    ask: () => 'cardEventsFrom',
  },
  containerStatusPoints: {
    who: 'RILMC',
    because: 'Status updates: read by all but residents',
    elsewhere: 'nothing',
    ask: ({ mark }) => `containerStatusPoints(filter: { q: ${text(mark)} })`,
  },
  containerStatusCounts: {
    who: 'RILMC',
    because: 'Status updates: read by all but residents',
    elsewhere: 'nothing',
    ask: ({ mark }) => `containerStatusCounts(filter: { q: ${text(mark)} })`,
  },
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
  cardEventGaps: {
    who: 'RILMC',
    because: 'What a lock has not delivered: whoever reads its status updates',
    elsewhere: 'NotFound',
    ask: ({ container }) => `cardEventGaps(containerId: ${text(container.id)})`,
  },
  cardEventsSetAside: {
    who: 'RILMC',
    because: 'What a lock said twice and differently: whoever reads its status updates',
    elsewhere: 'NotFound',
    ask: ({ container }) => `cardEventsSetAside(containerId: ${text(container.id)}, first: 20)`,
  },
  statusUpdatesSetAside: {
    who: 'RILMC',
    because: 'What a lock said twice and differently: whoever reads its status updates',
    elsewhere: 'NotFound',
    ask: ({ container }) => `statusUpdatesSetAside(containerId: ${text(container.id)}, first: 20)`,
  },
  cardsToSync: {
    who: 'RICG',
    because: 'The list of a container: its gateway, and those who keep containers (sync:read)',
    elsewhere: 'NotFound',
    ask: ({ container }) => `cardsToSync(containerId: ${text(container.id)})`,
  },
  previewEffect: {
    who: 'RIMC',
    because: 'Whoever may make a change may ask what it would do',
    elsewhere: 'NotFound',
    ask: ({ apartmentCard, container }, label) =>
      label === 'C'
        ? `previewEffect(change: { updateContainer: { ${version(container)}, input: { accessMode: open } } })`
        : `previewEffect(change: { unassignCard: { ${version(apartmentCard)} } })`,
  },
  mayOpen: {
    who: 'RIMA',
    because: 'Whoever reads a card may ask what it opens',
    elsewhere: 'NotFound',
    ask: ({ card, container }) => `mayOpen(cardId: ${text(card.id)}, containerId: ${text(container.id)})`,
  },
  reports: { who: 'RIL', because: 'Reports: yes, yes, yes, –, –, –', elsewhere: 'same', ask: () => 'reports' },
  reportProgress: {
    who: 'RIL',
    because: 'Reports: yes, yes, yes, –, –, –',
    elsewhere: 'same',
    ask: () => 'reportProgress',
  },
  report: {
    who: 'RIL',
    because: 'Reports: yes, yes, yes, –, –, –',
    elsewhere: 'nothing',
    ask: () => `report(name: "usage", input: ${usage()})`,
  },
  reportRecords: {
    who: 'RIL',
    because: 'Reports: yes, yes, yes, –, –, –; the records within what each may read',
    elsewhere: 'nothing',
    ask: () => `reportRecords(name: "controlled-coverage", metric: total_container_groups,
      input: ${usage('groupBy: [], metrics: [total_container_groups]')})`,
  },
  keptReport: { ...kept, elsewhere: 'NotFound', ask: (world) => `keptReport(${keptOf(world)})` },
  keptReports: { ...kept, elsewhere: 'nothing', ask: () => 'keptReports(first: 20)' },
  reportSchedule: { ...schedules, elsewhere: 'NotFound', ask: (world) => `reportSchedule(${scheduleOf(world)})` },
  reportSchedules: { ...schedules, elsewhere: 'nothing', ask: () => 'reportSchedules(first: 20)' },
  reportMailIsSetUp: { ...schedules, elsewhere: 'same', ask: () => 'reportMailIsSetUp' },
  ...alertQueries,
  mapSettings: {
    who: 'R',
    because: 'The map is of the whole installation',
    elsewhere: 'same',
    ask: () => 'mapSettings',
  },
  importJob: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ importJobId }) => `importJob(id: ${text(importJobId)})`,
  },
  importTemplate: {
    who: 'R',
    because: 'Import: root only',
    elsewhere: 'NotFound',
    ask: ({ org }) => `importTemplate(kind: "managers", orgId: ${text(org.id)})`,
  },
  bulkForecast: {
    ...bulk,
    elsewhere: 'ValidationFailed',
    ask: (world, label) => `bulkForecast(input: ${bulkOf(world, label)})`,
  },
  bulkJob: { ...bulk, elsewhere: 'NotFound', ask: (world, label) => `bulkJob(${bulkJobOf(world, label)})` },
  savedViews: { ...savedViews, elsewhere: 'nothing', ask: () => 'savedViews(kind: "container")' },
  bulkJobs: { ...bulk, elsewhere: 'nothing', ask: () => 'bulkJobs(first: 20)' },
  importJobs: { who: 'R', because: 'Import: root only', elsewhere: 'nothing', ask: () => 'importJobs(first: 20)' },
  accounts: {
    who: 'R',
    because: 'Accounts: root alone says who may use theirs',
    elsewhere: 'same',
    ask: () => 'accounts(first: 20)',
  },
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
  overview: {
    who: people,
    because: 'Card events: read by all, here without who for everybody',
    elsewhere: 'same',
    ask: () => 'overview',
  },
  firstSteps: {
    who: 'RI',
    because: 'What is left to set up in an org: those who read its settings, of an org of theirs',
    elsewhere: 'same',
    ask: ({ org }) => `firstSteps(orgId: ${text(org.id)})`,
  },
  search: {
    who: people,
    because: 'Each kind is found by whoever reads it, as far as that reaches; gateways read none',
    elsewhere: 'nothing',
    ask: ({ towerBlock }) => `search(text: ${text(towerBlock.id)})`,
  },
  viewer: { who: 'RILMCAG', because: 'Everybody may know who they are', elsewhere: 'same', ask: () => 'viewer' },
};
