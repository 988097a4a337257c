import { sql, type SqlBool } from 'kysely';
import { AppError } from '@noa/domain/errors.ts';
import type { StatusLevel, WasteStream } from '@noa/domain/vocabulary.ts';
import type { Tx } from '../database/database.ts';
import type { Page } from '../database/page.ts';
import { listRecords } from '../database/record-list.ts';
import { isUuid, type Condition, type ListArgs } from '../database/record.ts';
import type { Scope } from '../database/scope.ts';
import { containerConditions, containers } from '../registry/containers/container.queries.ts';
import {
  findContainerStatuses,
  hasLevel,
  hasSilence,
  severity,
  standsWithin,
  type BoundingBox,
  type ContainerStatus,
} from './container-status.queries.ts';

export interface ContainerStatusFilter {
  readonly ids?: readonly string[] | null | undefined;
  /** Nothing is known of it. */
  readonly unknown?: boolean | null | undefined;
  readonly level?: StatusLevel | null | undefined;
  readonly wasteStream?: WasteStream | null | undefined;
  readonly silent?: boolean | null | undefined;
  readonly bbox?: BoundingBox | null | undefined;
  readonly q?: string | null | undefined;
  readonly containerGroupId?: string | null | undefined;
}

/** As many as a page may have. */
const maxIds = 200;

/** @throws {AppError} `LimitExceeded` for more than 200 ids. */
export const containerStatusConditions = ({
  ids,
  unknown,
  level,
  silent,
  bbox,
  ...ofContainer
}: ContainerStatusFilter = {}): Condition[] => [
  ...containerConditions(ofContainer),
  ...(ids ? [isOneOf(ids)] : []),
  ...(unknown ? [hasLevel(null)] : []),
  ...(level ? [hasLevel(level)] : []),
  ...(typeof silent === 'boolean' ? [hasSilence(silent)] : []),
  ...(bbox ? [standsWithin(bbox)] : []),
];

function isOneOf(ids: readonly string[]): Condition {
  if (ids.length > maxIds) {
    throw new AppError('LimitExceeded', `At most ${maxIds} containers are asked for by their ids`);
  }
  return sql<SqlBool>`r.id = any(${ids.filter(isUuid)}::uuid[])`;
}

/** By what statuses are ordered; that of the containers themselves is as good as theirs. */
export const containerStatusKind = {
  ...containers,
  sorts: {
    id: containers.sorts.id,
    serial_number: containers.sorts.serial_number,
    waste_stream: containers.sorts.waste_stream,
    fill_level_pct: containers.sorts.fill_level_pct,
    level: { by: severity, type: 'int4' },
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
