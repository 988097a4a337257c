import type { Permission } from '@noa/domain/permissions.ts';
import type { LabelledTable } from '../../registry/kinds.ts';
import type { Count } from '../query/metrics.ts';
import type { ReportSource } from '../query/sources.ts';

/** One column to order by; never null. */
export interface RecordOrder {
  readonly by: string;
  readonly type: 'bigint' | 'text' | 'timestamp' | 'uuid';
  readonly direction: 'asc' | 'desc';
}

/** What leads to a record; the others are null. */
export interface RecordRef {
  readonly eventId?: string;
  readonly orgId?: string;
  readonly apartmentId?: string;
  readonly containerGroupId?: string;
  readonly containerId?: string;
  readonly cardId?: string;
  /** In UTC, to the microsecond: `2026-03-01 10:00:00.123456`; null for what did not happen but is there. */
  readonly at?: string | null;
}

/** A column as SQL, or the id of a record that its row is of. */
export type ShapeColumn = string | { readonly record: LabelledTable };

/** The records that a count is of: how they are found, ordered, and who may be told which they are. */
export interface RecordShape {
  /** Ends in what tells a record from another. */
  readonly order: readonly RecordOrder[];
  /** Columns that lead to the record. */
  readonly columns: Readonly<Partial<Record<keyof RecordRef, ShapeColumn>>>;
  readonly permission: Permission;
  /** What reading its past demands; absent for what does not change. */
  readonly pastPermission?: Permission;
  /** Whether its rows know a manager and an apartment, beside the org. */
  readonly hasHome: boolean;
}

const moment = (column: string) => `(${column} at time zone 'UTC')`;

/** A column to order by, ascending; of texts, unless it says otherwise. */
export const asc = (by: string, type: RecordOrder['type'] = 'text'): RecordOrder => ({ by, type, direction: 'asc' });
const desc = (by: string, type: RecordOrder['type']): RecordOrder => ({ by, type, direction: 'desc' });

const groupsOfContainers: RecordShape = {
  order: [asc('item_number_key'), asc('container_group_id', 'uuid')],
  columns: { containerGroupId: { record: 'container_group' } },
  permission: 'containerGroup:read',
  pastPermission: 'history:readContainer',
  hasHome: false,
};

const containers: RecordShape = {
  order: [asc('serial_number_key'), asc('container_id', 'uuid')],
  columns: { containerId: { record: 'container' } },
  permission: 'container:read',
  pastPermission: 'history:readContainer',
  hasHome: false,
};

/** By what is counted: a row of some sources stands for more than one record. */
export const recordShapes: Readonly<Record<ReportSource, (counted: Count) => RecordShape>> = {
  events: () => ({
    order: [desc('occurred_at', 'timestamp'), desc('id', 'bigint')],
    columns: { eventId: 'id', orgId: { record: 'org' }, at: 'occurred_at' },
    permission: 'cardEvent:read',
    hasHome: true,
  }),
  apartments: () => ({
    order: [asc('address_key'), asc('addr_ap_key'), asc('apartment_id', 'uuid')],
    columns: { apartmentId: { record: 'apartment' } },
    permission: 'apartment:read',
    pastPermission: 'history:read',
    hasHome: true,
  }),
  platforms: ({ distinct }) => (distinct === 'container_group_id' ? groupsOfContainers : containers),
  card_lives: () => ({
    order: [
      desc(`coalesce(${moment('at')}, 'epoch')`, 'timestamp'),
      asc('display_serial_number'),
      asc('card_id', 'uuid'),
    ],
    columns: { cardId: { record: 'card' }, at: moment('at') },
    permission: 'card:read',
    pastPermission: 'history:read',
    hasHome: false,
  }),
  fleet: () => containers,
  emptyings: () => ({
    order: [desc(moment('at'), 'timestamp'), asc('container_id', 'uuid')],
    columns: { containerId: { record: 'container' }, at: moment('at') },
    permission: 'container:read',
    pastPermission: 'history:readContainer',
    hasHome: false,
  }),
};

/** What a row says of a single record: to be told that it is among those counted, one must be allowed to read it there. */
const factPermissions: Readonly<Record<string, Permission>> = {
  fill_pct: 'statusUpdate:read',
  has_card: 'card:count',
  is_behind: 'statusUpdate:read',
  is_emptying: 'statusUpdate:read',
  is_low: 'statusUpdate:read',
  is_named: 'apartment:readOccupier',
  is_silent: 'statusUpdate:read',
  is_used: 'cardEvent:readWho',
  occupier_kind: 'apartment:readOccupierKind',
  seconds_over: 'statusUpdate:read',
};

/**
 * What one must be allowed, to be told which records are counted by these conditions: of an event whose household is told, as much as
 * to know who it was.
 */
export function permissionsFor(
  { permission, pastPermission }: RecordShape,
  conditions: readonly string[],
  { isPast, isOfHouseholds }: { readonly isPast: boolean; readonly isOfHouseholds: boolean },
): Permission[] {
  const facts = Object.entries(factPermissions)
    .filter(([fact]) => conditions.some((condition) => new RegExp(`\\b${fact}\\b`).test(condition)))
    .map(([, each]) => each);
  return [
    permission,
    ...facts,
    ...(isOfHouseholds && permission === 'cardEvent:read' ? (['cardEvent:readWho'] as const) : []),
    ...(isPast && pastPermission ? [pastPermission] : []),
  ];
}
