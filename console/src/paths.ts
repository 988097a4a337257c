import { recordRoots } from './api/kinds/generated/record-roots.ts';

const record = (root: string) => ({
  list: root,
  create: `${root}/create`,
  view: (id: string) => `${root}/${id}`,
  update: (id: string) => `${root}/${id}/update`,
});

export type RecordPaths = ReturnType<typeof record>;

/** The addresses of each declared kind's records, under its plural; each declaration says its own (`address`). */
const records = Object.fromEntries(
  Object.entries(recordRoots).map(([kinds, root]) => [kinds, record(root)]),
) as Readonly<Record<keyof typeof recordRoots, RecordPaths>>;

/** Every address of the console (specification §2). Nobody writes one by hand. */
export const paths = {
  ...records,
  home: '/home',
  entrances: {
    ...records.entrances,
    handover: (id: string) => `/entrances/${id}/handover`,
    letters: (id: string) => `/entrances/${id}/letters`,
  },
  apartments: {
    ...records.apartments,
    /** A new one behind this entrance. */
    createAt: (entranceId: string) => `${records.apartments.create}?entranceId=${entranceId}`,
  },
  cards: { ...records.cards, requests: '/card/requests' },
  /** The letter of one apartment, among those of its entrance. */
  letter: (entranceId: string, apartmentId: string) => `/entrances/${entranceId}/letters?apartment=${apartmentId}`,
  /** Where a resident redeems a code; it is behind the `#`, which no server and no log gets to see. */
  claim: (code: string) => `/home#claim=${code}`,
  containers: {
    ...records.containers,
    status: '/containers/status',
    incidents: '/containers/incidents',
    route: '/containers/route',
    statusUpdate: '/containers/status_update',
    statusUpdateOf: (id: string) => `/containers/status_update?container=${id}`,
  },
  managers: { ...records.managers, addMember: (id: string) => `/managers/${id}/member/add` },
  reports: {
    list: '/reports',
    view: (name: string) => `/reports/${name}`,
    /** Of a report that is sent by e-mail. */
    updateSchedule: (id: string) => `/reports/schedules/${id}/update`,
  },
  orgs: { ...records.orgs, addMember: (id: string) => `/orgs/${id}/member/add` },
  accounts: '/accounts',
  import: '/import',
  settings: '/settings',
  help: { index: '/help', page: (page: string) => `/help/${page}` },
  playground: {
    cardEvent: '/playground/card-event/create',
    containerStatus: '/playground/container-status/create',
    cardInputs: '/playground/test/card-inputs',
    cardsToSync: '/playground/test/cards-to-sync',
  },
  orgSettings: (orgId: string) => `/settings?orgId=${orgId}`,
  /** What an org's settings come to, to be printed: the register of processing and the impact assessment. */
  privacyDocuments: { register: '/settings/register', assessment: '/settings/assessment' },
  privacyDocument: (document: 'register' | 'assessment', orgId: string) => `/settings/${document}?orgId=${orgId}`,
} as const;

/** Where the records of a kind are, by the API's name of it: of `towerBlock`, under `towerBlocks`; undefined for kinds that have none. */
export function recordPaths(kind: string): RecordPaths | undefined {
  const addresses = new Map<string, unknown>(Object.entries(paths)).get(`${kind}s`);
  const isRecord = typeof addresses === 'object' && addresses !== null && 'view' in addresses && 'update' in addresses;
  return isRecord ? (addresses as RecordPaths) : undefined;
}

/** The page of a record, by the API's name of its kind; undefined for kinds that have none. */
export const recordPath = (kind: string, id: string): string | undefined => recordPaths(kind)?.view(id);
