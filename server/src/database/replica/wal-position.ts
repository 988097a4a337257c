import { CompiledQuery } from 'kysely';
import { preparedMark } from '../connection/prepared.ts';
import { named } from '../connection/statement-names.ts';
import type { Db } from '../database.ts';

/** How far a PostgreSQL has come in what it writes, or replays. */
export interface WalPosition {
  /** Cluster, timeline and number of the database: positions of one history can be compared. */
  readonly history: string;
  /** Bytes of the log. */
  readonly bytes: bigint;
}

/** What a standby says of itself. */
export interface StandbyState extends WalPosition {
  /** Whether it still follows another: one that was promoted takes writes, and may go ways of its own. */
  readonly follows: boolean;
}

interface Row {
  readonly history: string;
  readonly bytes: string | null;
}

const cluster = '(select system_identifier from pg_control_system())';
const database = '(select oid from pg_database where datname = current_database())';

/** What does not change while a connection lasts. */
export const primaryIdentity = `select ${cluster}::text as cluster, ${database}::text as database`;

/**
 * Behind every commit that anybody can have seen or been told of: PostgreSQL shows and acknowledges one when it has been flushed, or, where
 * commits are not waited for, when it has been inserted. What runs and is not committed need not be waited for.
 */
export const primaryPosition = `${preparedMark} select left(pg_walfile_name(at), 8) as timeline, (at - '0/0'::pg_lsn)::text as bytes
  from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as at) as p`;

/** The timeline is that of the last restart point: behind what is replayed, for some minutes after a failover, and never ahead of it. */
export const standbyState = `${preparedMark} select concat_ws('/', ${cluster}, upper(lpad(to_hex(timeline_id), 8, '0')), ${database}) as history,
  (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as bytes, pg_is_in_recovery() as follows from pg_control_checkpoint()`;

export async function askStandby(standby: Db): Promise<StandbyState> {
  const { rows } = await standby.executeQuery<Row & { readonly follows: boolean }>(
    CompiledQuery.raw(named(standbyState)),
  );
  return stateOf(rows[0]);
}

/** @param row - what {@link standbyState} gave. */
export const stateOf = (row: (Row & { readonly follows: boolean }) | undefined): StandbyState => ({
  ...positionOf(row),
  follows: row?.follows ?? false,
});

/** @param history - of the parts that {@link standbyState} puts together. */
export const historyOf = (...history: readonly [cluster: string, timeline: string, database: string]): string =>
  history.join('/');

const positionOf = (row: Row | undefined): WalPosition => ({
  history: row?.history ?? '',
  bytes: BigInt(row?.bytes ?? -1), // what has never followed has replayed nothing
});

/** Whether whoever reads there sees everything that had been committed at a position. */
export const shows = ({ follows, history, bytes }: StandbyState, position: WalPosition): boolean =>
  follows && history === position.history && bytes >= position.bytes;
