import type { BulkAction, BulkKind, BulkValues } from '@noa/domain/bulk.ts';
import type { Condition } from '../records/record.ts';
import {
  accessGroupConditions,
  accessGroups,
  type AccessGroupFilter,
} from '../registry/access-groups/access-group.queries.ts';
import { changeAccessMode, type BulkChange } from '../registry/bulk-change.ts';
import { moveCards } from '../registry/cards/card.bulk.ts';
import { cardConditions, type CardFilter } from '../registry/cards/card.queries.ts';
import {
  containerGroupConditions,
  containerGroups,
  type ContainerGroupFilter,
} from '../registry/container-groups/container-group.queries.ts';
import { containerConditions, containers, type ContainerFilter } from '../registry/containers/container.queries.ts';
import { moveEntrances } from '../registry/entrances/entrance.bulk.ts';
import { entranceConditions, type EntranceFilter } from '../registry/entrances/entrance.queries.ts';
import { markEmptied } from '../telemetry/status-updates/emptied.bulk.ts';

export interface Asked {
  readonly action: BulkAction;
  /** What the action takes is there: the input was parsed, or was when the job was made. */
  readonly values: BulkValues;
  readonly reason: string | null;
}

function told<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error('A bulk job was kept without what its action takes');
  }
  return value;
}

/** What `action` does, by the rules of the kind it changes. */
export function changeOf({ action, values, reason }: Asked): BulkChange {
  switch (action) {
    case 'block_cards':
      return moveCards('block', reason);
    case 'unblock_cards':
      return moveCards('unblock', reason);
    case 'change_container_access_mode':
      return changeAccessMode(containers, told(values.accessMode));
    case 'mark_containers_emptied':
      return markEmptied(reason);
    case 'change_container_group_access_mode':
      return changeAccessMode(containerGroups, told(values.accessMode));
    case 'change_access_group_access_mode':
      return changeAccessMode(accessGroups, told(values.accessMode));
    case 'move_entrances_to_access_group':
      return moveEntrances('access_group_id', told(values.accessGroupId));
    case 'move_entrances_to_manager':
      return moveEntrances('manager_id', told(values.managerId));
  }
}

/** The lists' own filters, by the kind they are of. */
export interface BulkFilter {
  readonly card?: CardFilter | null | undefined;
  readonly container?: ContainerFilter | null | undefined;
  readonly containerGroup?: ContainerGroupFilter | null | undefined;
  readonly accessGroup?: AccessGroupFilter | null | undefined;
  readonly entrance?: EntranceFilter | null | undefined;
}

const conditions = {
  card: ({ card }) => cardConditions(card),
  container: ({ container }) => containerConditions(container),
  containerGroup: ({ containerGroup }) => containerGroupConditions(containerGroup),
  accessGroup: ({ accessGroup }) => accessGroupConditions(accessGroup),
  entrance: ({ entrance }) => entranceConditions(entrance),
} as const satisfies Record<BulkKind, (filter: BulkFilter) => Condition[]>;

/** What `filter` asks of records of `kind`: exactly what their list asks. */
export const conditionsOf = (kind: BulkKind, filter: BulkFilter): Condition[] => conditions[kind](filter);
