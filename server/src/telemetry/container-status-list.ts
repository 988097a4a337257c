import type { StatusLevel, WasteStream } from '@noa/domain/vocabulary.ts';
import type { Tx } from '../database/database.ts';
import type { Page } from '../database/page.ts';
import { listRecords } from '../database/record-list.ts';
import type { Condition, ListArgs } from '../database/record.ts';
import type { Scope } from '../database/scope.ts';
import { containerConditions, containers } from '../registry/containers/container.queries.ts';
import {
  findContainerStatuses,
  hasLevel,
  hasSilence,
  standsWithin,
  type BoundingBox,
  type ContainerStatus,
} from './container-status.queries.ts';

export interface ContainerStatusFilter {
  readonly level?: StatusLevel | null | undefined;
  readonly wasteStream?: WasteStream | null | undefined;
  readonly silent?: boolean | null | undefined;
  readonly bbox?: BoundingBox | null | undefined;
  readonly q?: string | null | undefined;
  readonly containerGroupId?: string | null | undefined;
}

export const containerStatusConditions = ({
  level,
  silent,
  bbox,
  ...ofContainer
}: ContainerStatusFilter = {}): Condition[] => [
  ...containerConditions(ofContainer),
  ...(level ? [hasLevel(level)] : []),
  ...(typeof silent === 'boolean' ? [hasSilence(silent)] : []),
  ...(bbox ? [standsWithin(bbox)] : []),
];

/** By what statuses are ordered; that of the containers themselves is as good as theirs. */
export const containerStatusKind = {
  ...containers,
  sorts: {
    id: containers.sorts.id,
    serial_number: containers.sorts.serial_number,
    waste_stream: containers.sorts.waste_stream,
    fill_level_pct: containers.sorts.fill_level_pct,
  },
} as const;

export type ContainerStatusSort = keyof typeof containerStatusKind.sorts;

/** One page of the containers that `scope` reaches, with their status. */
export async function listContainerStatuses(
  tx: Tx,
  scope: Scope,
  conditions: readonly Condition[],
  args: ListArgs<ContainerStatusSort>,
): Promise<Page<ContainerStatus>> {
  const { edges, ...page } = await listRecords(tx, containerStatusKind, scope, conditions, args);
  const found = await findContainerStatuses(
    tx,
    scope,
    edges.map(({ row }) => row.id),
  );
  const byId = new Map(found.map((status) => [status.container.id, status]));
  return {
    ...page,
    edges: edges.flatMap(({ row, cursor }) => {
      const status = byId.get(row.id);
      return status ? [{ row: status, cursor }] : [];
    }),
  };
}
