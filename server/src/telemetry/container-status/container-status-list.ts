import { sql, type SqlBool } from 'kysely';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import { type StatusLevel, statusUpdateKinds } from '@noa/domain/vocabulary.ts';
import type { Tx } from '../../database/database.ts';
import { defaultPageSize, type Page } from '../../records/page.ts';
import { listRecords } from '../../records/record-list.ts';
import {
  isUuid,
  type Condition,
  type ListArgs,
  allOf,
  inScope,
  searchCondition,
  type SearchCondition,
} from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';
import { containerConditions, containers } from '../../registry/containers/container.queries.ts';
import {
  findContainerStatuses,
  hasLevel,
  hasSomeLevel,
  hasSilence,
  levelSince,
  severity,
  standsWithin,
  worstFirst,
  type ContainerStatus,
  freshSince,
} from './container-status.queries.ts';
import type { ContainerStatusFilter } from './container-status.schema.ts';

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
  ...(typeof unknown === 'boolean' ? [unknown ? hasLevel(null) : hasSomeLevel] : []),
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
    since: { by: levelSince, type: 'timestamptz' },
  },
} as const;

export type ContainerStatusSort = keyof typeof containerStatusKind.sorts;

/** One page of the containers that `scope` reaches, with their status. */
export async function listContainerStatuses(
  tx: Tx,
  scope: Scope,
  filter: ContainerStatusFilter,
  args: ListArgs<ContainerStatusSort>,
): Promise<Page<ContainerStatus>> {
  const list = args.sort?.[0]?.field === 'level' ? listByLevel : listRecordsOf;
  const { edges, ...page } = await list(tx, scope, filter, args);
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

type ContainerPage = Page<Row<'container'>>;

const listRecordsOf = (
  tx: Tx,
  scope: Scope,
  filter: ContainerStatusFilter,
  args: ListArgs<ContainerStatusSort>,
): Promise<ContainerPage> => {
  const conditions = containerStatusConditions(filter);
  return listRecords(
    tx,
    containerStatusKind,
    scope,
    [...conditions, ...longestFirst(scope, filter, conditions, args)],
    args,
  );
};

/** The beginning of a list of what has been wrong for longest is found without a look at all that is wrong. */
function longestFirst(
  scope: Scope,
  { level }: ContainerStatusFilter,
  conditions: readonly Condition[],
  { sort, first, after, last, before }: ListArgs<ContainerStatusSort>,
): Condition[] {
  const [order] = sort ?? [];
  const isBeginning = !after && typeof last !== 'number' && typeof before !== 'string';
  return isBeginning && isWrong(level) && order?.field === 'since' && order.direction === 'asc'
    ? [longestAt(level, scope, conditions, (first ?? defaultPageSize) + 1)]
    : [];
}

/**
 * A list by level is the lists of each level, one behind the other. What a level is depends on now, so no index is in its
 * order; but each level's list has one for the order within it.
 */
async function listByLevel(
  tx: Tx,
  scope: Scope,
  { level, unknown, ...filter }: ContainerStatusFilter,
  { sort, first, after, last, before }: ListArgs<ContainerStatusSort>,
): Promise<ContainerPage> {
  const backward = typeof last === 'number' || typeof before === 'string';
  if (backward && (typeof first === 'number' || typeof after === 'string')) {
    throw validationFailed({ last: 'page.oneDirection' }, 'Ask for first/after or for last/before, not both');
  }
  const descending = sort?.[0]?.direction === 'desc';
  const levels = (descending === backward ? worstFirst.toReversed() : [...worstFirst]).filter(
    (each) => (!level || each === level) && (typeof unknown !== 'boolean' || (each === null) === unknown),
  );
  const cursor = readCursor((backward ? before : after) ?? null, levels, backward ? 'before' : 'after');
  const size = (backward ? last : first) ?? defaultPageSize;
  const edges: ContainerPage['edges'][number][] = [];
  let more = false;
  for (const each of levels.slice(cursor ? levels.indexOf(cursor.level) : 0)) {
    const from = cursor?.level === each ? cursor.within : null;
    // A page that is full already still has to know whether there is another.
    const wanted = edges.length === 0 ? size : size - edges.length || 1;
    const page = await listRecordsOf(
      tx,
      scope,
      { ...filter, ...(each ? { level: each } : { unknown: true }) },
      { sort: sort?.slice(1), ...(backward ? { last: wanted, before: from } : { first: wanted, after: from }) },
    );
    const found = page.edges.map(({ row, cursor: within }) => ({ row, cursor: `${each ?? 'unknown'} ${within}` }));
    if (edges.length === size) {
      more = found.length > 0;
    } else if (backward) {
      edges.unshift(...found);
      more = page.hasPreviousPage;
    } else {
      edges.push(...found);
      more = page.hasNextPage;
    }
    if (more) {
      break;
    }
  }
  return {
    edges,
    hasNextPage: backward ? cursor !== null : more,
    hasPreviousPage: backward ? more : cursor !== null,
  };
}

/** The level of a cursor's row, and the cursor within the list of that level. */
function readCursor(text: string | null, levels: readonly (StatusLevel | null)[], argument: string) {
  if (text === null) {
    return null;
  }
  const [name, within] = text.split(' ');
  const level = levels.find((each) => (each ?? 'unknown') === name);
  if (level === undefined || !within) {
    throw validationFailed({ [argument]: 'page.badCursor' }, 'The cursor does not belong to this list and order');
  }
  return { level, within };
}

/** Levels at which something is wrong, with the hours of a lock's silence that come to it. */
const silenceHours = {
  error: sql`o.silence_error_hours`,
  warning: sql`o.silence_warning_hours`,
} as const;

const isWrong = (level: StatusLevel | null | undefined): level is keyof typeof silenceHours =>
  level === 'error' || level === 'warning';

/** Rows that may speak of one container: one of each kind of reading. */
const readingsEach = statusUpdateKinds.length;

/**
 * Holds for all containers, `r`, and finds those that have been at a level for longest: where thousands are, an index gives the first
 * of them, by what makes them so. Who has been so for as long as the last of them is among them.
 *
 * @param conditions - what else the list asks of them, its level included.
 * @param count - how many are found at least, as far as there are so many.
 */
function longestAt(
  level: keyof typeof silenceHours,
  scope: Scope,
  conditions: readonly Condition[],
  count: number,
): SearchCondition {
  // One by one, in the order of the index: planned as a join, all containers would be read for each row.
  const container = (of: string) => sql`lateral (
    select r.id from container r where r.org_id = ${sql.ref(`${of}.org_id`)} and r.id = ${sql.ref(`${of}.container_id`)}
      and ${allOf([inScope(containers, scope), ...conditions])} offset 0) r`;
  const first = (rows: number) => sql`fetch first ${sql.lit(rows)} rows with ties`;
  return searchCondition(
    sql<SqlBool>`true`,
    (most) => sql`
      select distinct id from (
        select t.id, t.at from org_settings o cross join lateral (
          (select r.id, c.since as at from container_status c
            cross join ${container('c')}
            where c.org_id = o.org_id and c.level = ${sql.lit(level)} and c.since is not null
              and c.occurred_at >= ${freshSince}
            order by c.since ${first(count * readingsEach)})
          union all
          (select r.id, s.heard_at from container_status_summary s
            cross join ${container('s')}
            where s.org_id = o.org_id and s.heard_at < now() - make_interval(hours => ${silenceHours[level]})
            order by s.heard_at ${first(count)})) t
        order by t.at ${first(count * (readingsEach + 1))}) as found
      limit ${most}`,
  );
}
