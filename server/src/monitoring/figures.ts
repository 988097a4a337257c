import type { PoolUse } from '../database/database.ts';
import type { QueueUse } from '../database/connection/fair-queue.ts';
import type { DatabaseReachability } from '../database/connection/monitor.ts';
import type { ReplicaState } from '../database/replica/read-replica.ts';
import type { Progress } from '../reports/engine/engine.ts';
import { version } from '../process/version.ts';
import type { DatabaseFigures } from './database-figures.ts';

/** How things are at the moment when somebody asks. */
export interface Seen {
  readonly reachability: DatabaseReachability;
  /** Null where there is none. */
  readonly replica: ReplicaState | null;
  readonly pool: PoolUse;
  readonly slots: readonly { readonly of: string; readonly sharer: string; readonly use: QueueUse }[];
  readonly disk: { readonly free: number; readonly size: number };
  readonly projection: { readonly isThere: boolean; readonly progress: Progress | null };
  readonly downloads: { readonly count: number; readonly oldestSeconds: number };
  readonly isDraining: boolean;
  readonly backsUp: boolean;
  /** Null while the database cannot be asked. */
  readonly figures: DatabaseFigures | null;
}

/** One figure by labels of ours; none: there is nothing to say. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface Figure {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly read: (seen: Seen) => readonly Sample[];
}

/** @param read - null while there is nothing to say. */
const single = (name: string, help: string, read: (seen: Seen) => number | boolean | null): Figure => ({
  name,
  help,
  labelNames: [],
  read: (seen) => {
    const value = read(seen);
    return value === null ? [] : [[{}, Number(value)]];
  },
});

const several = (
  name: string,
  help: string,
  labelNames: readonly string[],
  read: (seen: Seen) => readonly Sample[],
): Figure => ({ name, help, labelNames, read });

/** Of this process. */
const ofServer: readonly Figure[] = [
  several('noa_build_info', 'Always 1; its labels say which version runs.', ['version', 'node'], () => [
    [{ version, node: process.version }, 1],
  ]),
  single('noa_draining', 'Whether the server was told to stop.', ({ isDraining }) => isDraining),
  single('noa_database_up', 'Whether the database answers.', ({ reachability }) => reachability.downSince === null),
  single('noa_database_latency_seconds', 'What its last answer took.', ({ reachability }) =>
    inSeconds(reachability.latencyMs),
  ),
  single(
    'noa_database_clock_skew_seconds',
    "How far the database's clock is ahead of this server's.",
    ({ reachability }) => inSeconds(reachability.clockSkewMs),
  ),
  single(
    'noa_replica_up',
    'Whether the replica of DATABASE_READ_URL answers.',
    ({ replica }) => replica?.isThere ?? null,
  ),
  single(
    'noa_replica_lag_seconds',
    'Since the first moment whose commits it does not show all.',
    ({ replica }) => replica?.lag?.seconds ?? null,
  ),
  single(
    'noa_replica_lag_bytes',
    'Of the log of the primary, what it has not replayed yet.',
    ({ replica }) => replica?.lag?.bytes ?? null,
  ),
  single(
    'noa_database_figures_up',
    'Whether what only the database knows could be read.',
    ({ figures }) => figures !== null,
  ),
  several('noa_pool_connections', 'Connections of this server to the database.', ['state'], ({ pool }) => [
    [{ state: 'in_use' }, pool.inUse],
    [{ state: 'idle' }, pool.idle],
  ]),
  single('noa_pool_connections_max', 'As many there may be.', ({ pool }) => pool.max),
  single('noa_pool_waiting', 'Work that waits for a connection.', ({ pool }) => pool.waiting),
  several(
    'noa_turns_taken',
    'Operations, and connections for them, that have their turn.',
    ['of', 'sharer'],
    ({ slots }) => slots.map(({ of, sharer, use }) => [{ of, sharer }, use.taken]),
  ),
  several(
    'noa_turns_waiting',
    'Operations, and connections for them, that wait for it.',
    ['of', 'sharer'],
    ({ slots }) => slots.map(({ of, sharer, use }) => [{ of, sharer }, use.waiting]),
  ),
  single('noa_disk_free_bytes', 'What is free where DATA_DIR is.', ({ disk }) => disk.free),
  single('noa_disk_size_bytes', 'As much it holds altogether.', ({ disk }) => disk.size),
  single('noa_projection_up', 'Whether reports can be counted.', ({ projection }) => projection.isThere),
  single(
    'noa_projection_build_ratio',
    'How much is done of building what reports are counted from.',
    ({ projection }) => {
      const { progress } = projection;
      return progress?.expected ? Math.min(progress.events / progress.expected, 1) : null;
    },
  ),
  single('noa_downloads', 'Files that are being made and sent.', ({ downloads }) => downloads.count),
  single(
    'noa_downloads_oldest_seconds',
    'For how long the first of them has been.',
    ({ downloads }) => downloads.oldestSeconds,
  ),
  single('noa_backup_scheduled', 'Whether backups are made by themselves (BACKUP_TO).', ({ backsUp }) => backsUp),
];

/** Of all servers and orgs: every server says the same, but for its own projection. */
const ofDatabase: readonly Figure[] = [
  single(
    'noa_projection_pending_events',
    'Events stored and not counted here yet; 10000 for as many or more.',
    ({ figures }) => (figures?.backlog ? figures.backlog.events : null),
  ),
  single('noa_projection_lag_seconds', 'Since the first of them was received.', ({ figures }) =>
    figures?.backlog ? figures.backlog.seconds : null,
  ),
  several('noa_queue_length', 'Work that waits or is being done.', ['queue'], ({ figures }) =>
    (figures?.queues ?? []).map(({ queue, length }) => [{ queue }, length]),
  ),
  several('noa_queue_oldest_seconds', 'For how long the first of it has been.', ['queue'], ({ figures }) =>
    (figures?.queues ?? []).map(({ queue, oldestSeconds }) => [{ queue }, oldestSeconds]),
  ),
  several(
    'noa_incidents',
    'Incidents that are not resolved, by whether somebody takes care of them.',
    ['state'],
    ({ figures }) =>
      figures === null ? [] : (['open', 'acknowledged'] as const).map((state) => [{ state }, figures.incidents[state]]),
  ),
  several(
    'noa_locks',
    'Locks, by whether they have confirmed the list that they should hold.',
    ['list'],
    ({ figures }) =>
      figures === null
        ? []
        : (['current', 'behind', 'unknown'] as const).map((list) => [{ list }, figures.lists[list]]),
  ),
  single(
    'noa_locks_behind_oldest_seconds',
    'Since the first change of a list that a lock has not confirmed.',
    ({ figures }) => (figures ? figures.lists.oldestSeconds : null),
  ),
  single('noa_backup_last_success_timestamp_seconds', 'When the last backup was made by schedule.', ({ figures }) =>
    figures?.backup.madeAt ? figures.backup.madeAt.getTime() / 1000 : null,
  ),
  single('noa_backup_last_failed', 'Whether the last attempt failed.', ({ figures }) =>
    figures ? figures.backup.hasFailed : null,
  ),
];

const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1000);

/** What `/metrics` says of how things are, beside what is counted as it happens (`instruments/meters.ts`). */
export const figures: readonly Figure[] = [...ofServer, ...ofDatabase];
