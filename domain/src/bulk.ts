import type { Permission } from './permissions.ts';
import type { AccessMode } from './vocabulary.ts';

/** Limits of a bulk job, shared by the console and the API; records. */
export const bulkLimits = {
  /** Picked one by one. */
  selection: 5_000,
  /** Matched by a filter. */
  filter: 100_000,
  /** Jobs of one person that have not ended. */
  unendedPerPerson: 20,
} as const;

interface BulkActionFacts {
  /** What it changes, as the API calls it. */
  readonly kind: 'card' | 'container' | 'containerGroup' | 'accessGroup' | 'entrance';
  /** That of the same change to a single record. */
  readonly permission: Permission;
  /** The one thing it has to be told, if any; `managerId` may be told to be nobody. */
  readonly takes: 'reason' | 'accessMode' | 'accessGroupId' | 'managerId' | 'nothing';
}

/** What may be done to many records at once. */
export const bulkActions = {
  block_cards: { kind: 'card', permission: 'card:block', takes: 'reason' },
  unblock_cards: { kind: 'card', permission: 'card:unblock', takes: 'reason' },
  change_container_access_mode: { kind: 'container', permission: 'container:write', takes: 'accessMode' },
  mark_containers_emptied: { kind: 'container', permission: 'statusUpdate:create', takes: 'nothing' },
  change_container_group_access_mode: {
    kind: 'containerGroup',
    permission: 'containerGroup:write',
    takes: 'accessMode',
  },
  change_access_group_access_mode: { kind: 'accessGroup', permission: 'accessGroup:write', takes: 'accessMode' },
  move_entrances_to_access_group: { kind: 'entrance', permission: 'entrance:write', takes: 'accessGroupId' },
  move_entrances_to_manager: { kind: 'entrance', permission: 'entrance:write', takes: 'managerId' },
} as const satisfies Record<string, BulkActionFacts>;

export type BulkAction = keyof typeof bulkActions;
export type BulkKind = BulkActionFacts['kind'];
export type BulkTakes = BulkActionFacts['takes'];

export const bulkActionNames = Object.keys(bulkActions) as readonly BulkAction[];

/** The life of a job: `queued → running → done`; `cancelled` and `failed` may end it earlier. */
export const bulkStates = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type BulkState = (typeof bulkStates)[number];

/** What became of one record: changed, as it was to be already, or refused for a reason. */
export const bulkOutcomes = ['changed', 'unchanged', 'refused'] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];

/** What a job writes into its records, as it is kept with the job. */
export interface BulkValues {
  readonly accessMode?: AccessMode | undefined;
  readonly accessGroupId?: string | undefined;
  readonly managerId?: string | null | undefined;
}
