import type { Readable } from 'node:stream';
import { ClickHouseError, ClickHouseLogLevel, createClient, type ClickHouseSettings } from '@clickhouse/client';
import { AppError } from '@noa/domain/errors.ts';
import { FairQueue } from '../../database/connection/fair-queue.ts';
import type { Cell } from '../engine/cell.ts';
import { tooMuch } from '../engine/too-much.ts';
import { BrokenStore } from '../source/broken-store.ts';
import type { EventsAddress } from './events-url.ts';

/** Questions that run at once, and files; more wait until one has ended. Each for so many seconds at most. */
const pools = { reports: { atOnce: 4, seconds: 30 }, files: { atOnce: 2, seconds: 600 } } as const;
type Pool = keyof typeof pools;

/** What is written takes longer only while everything is copied: piece by piece, each of which is answered for. */
const requestMs = 900_000;

/**
 * So that ClickHouse answers as SQL does: what a join does not find is null, null is a value among others, what is null stays so as another type,
 * a column is meant by its name before an alias is. `final`: of an event that came again, only what came last counts.
 */
const asSql: ClickHouseSettings = {
  final: 1,
  do_not_merge_across_partitions_select_final: 1,
  join_use_nulls: 1,
  transform_null_in: 1,
  cast_keep_nullable: 1,
  prefer_column_name_to_alias: 1,
  session_timezone: 'UTC',
  output_format_json_quote_64bit_integers: 0,
  max_query_size: '16000000', // of a country, cells of each day of each org are named
};

/** Newer than the client's list of settings. */
const newer: Record<string, number> = { enable_materialized_cte: 1 };

/** Of a cluster: what one replica was told another knows before it answers, and each shard joins with what all of them know. */
const inCluster: ClickHouseSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: '1',
  distributed_foreground_insert: 1,
  distributed_product_mode: 'global',
};

/** By its numbers: UNKNOWN_TABLE, UNKNOWN_DATABASE. What is left there is not what we left. */
const brokenCodes: readonly string[] = ['60', '81'];
/** TIMEOUT_EXCEEDED, TOO_SLOW, MEMORY_LIMIT_EXCEEDED. */
const tooMuchCodes: readonly string[] = ['159', '160', '241'];

/** Seconds after which it is worth asking again. */
const retryAfterSeconds = 2;

/** Of Node, as ECONNREFUSED: nobody answers. */
const unreachable = /^E[A-Z_]+$/;

/** Asks and writes over HTTP. Passwords go in headers: no address and no error holds one. */
export class EventDatabase {
  readonly address: EventsAddress;
  readonly #client;
  readonly #ofCluster: ClickHouseSettings;
  readonly #queues = {
    reports: new FairQueue({ atOnce: pools.reports.atOnce, perCaller: pools.reports.atOnce, waiting: Infinity }),
    files: new FairQueue({ atOnce: pools.files.atOnce, perCaller: pools.files.atOnce, waiting: Infinity }),
  } satisfies Record<Pool, FairQueue>;

  constructor(address: EventsAddress) {
    this.address = address;
    this.#ofCluster = address.cluster === null ? {} : inCluster;
    this.#client = createClient({
      url: address.origin,
      username: address.username,
      password: address.password,
      application: 'noa',
      request_timeout: requestMs,
      max_open_connections: 12,
      log: { level: ClickHouseLogLevel.OFF }, // whoever asked is told
    });
  }

  /**
   * One question, whose rows are few.
   *
   * @param signal - ends it when nobody waits for it any more.
   * @throws {AppError} `LimitExceeded` after 30 seconds. @throws the reason of `signal`.
   */
  async rows(sql: string, params: readonly unknown[] = [], signal?: AbortSignal): Promise<Cell[][]> {
    const found: Cell[][] = [];
    for await (const piece of this.#ask('reports', sql, params, signal)) {
      found.push(...piece);
    }
    return found;
  }

  /**
   * One question, its rows in pieces, at the pace of whoever takes them.
   *
   * @param signal - ends it when nobody waits for it any more.
   * @throws {AppError} `LimitExceeded` after 10 minutes.
   */
  pieces(sql: string, params: readonly unknown[], signal?: AbortSignal): AsyncGenerator<Cell[][]> {
    return this.#ask('files', sql, params, signal);
  }

  async *#ask(
    pool: Pool,
    sql: string,
    params: readonly unknown[],
    signal = new AbortController().signal,
  ): AsyncGenerator<Cell[][]> {
    const { seconds } = pools[pool];
    const releaseSlot = await this.#queues[pool].take('reader', signal);
    const late = AbortSignal.timeout(seconds * 1000);
    const left = new AbortController();
    try {
      const found = await this.#client.query({
        query: sql,
        format: 'JSONCompactEachRow',
        query_params: Object.fromEntries(params.map((value, index) => [`p${index + 1}`, value])),
        abort_signal: AbortSignal.any([signal, late, left.signal]),
        clickhouse_settings: {
          ...asSql,
          ...this.#ofCluster,
          ...newer,
          max_execution_time: seconds,
          // It writes nothing, and ends when whoever asked has gone.
          readonly: '2',
          cancel_http_readonly_queries_on_client_close: 1,
        },
      });
      for await (const piece of found.stream<Cell[]>()) {
        yield piece.map((row) => row.json());
        late.throwIfAborted();
      }
    } catch (cause) {
      signal.throwIfAborted();
      throw readFailure(cause, late);
    } finally {
      left.abort();
      releaseSlot();
    }
  }

  /** What changes tables, and is done when it is done everywhere. */
  async run(sql: string): Promise<void> {
    const clickhouse_settings: ClickHouseSettings = {
      ...this.#ofCluster,
      alter_sync: '2',
      mutations_sync: '2',
      distributed_ddl_task_timeout: '180',
      allow_nondeterministic_mutations: 1, // what is deleted may be said by another table
    };
    await this.#orBroken(() => this.#client.command({ query: sql, clickhouse_settings }));
  }

  /**
   * Writes rows.
   *
   * @param format - text as PostgreSQL copies it, which ClickHouse reads as it writes it itself; or a Parquet file.
   * @param signal - gives up.
   */
  async insert(
    table: string,
    columns: readonly string[],
    rows: Readable,
    { format = 'TabSeparated', signal }: { format?: 'TabSeparated' | 'Parquet'; signal?: AbortSignal } = {},
  ): Promise<void> {
    await this.#orBroken(() =>
      this.#client.insert({
        table,
        columns: columns as [string, ...string[]],
        values: rows,
        format,
        ...(signal && { abort_signal: signal }),
        clickhouse_settings: { ...this.#ofCluster, max_partitions_per_insert_block: '0', async_insert: 0 },
      }),
    );
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #orBroken<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw readFailure(cause);
    }
  }
}

function readFailure(cause: unknown, late?: AbortSignal): unknown {
  const code = cause instanceof ClickHouseError ? cause.code : '';
  if (late?.aborted || tooMuchCodes.includes(code)) {
    return tooMuch(cause);
  }
  if (unreachable.test(String((cause as { readonly code?: unknown } | undefined)?.code))) {
    const details = { retryAfterSeconds };
    return new AppError('LimitExceeded', 'ClickHouse does not answer; try again in a moment', { cause, details });
  }
  return brokenCodes.includes(code)
    ? new BrokenStore('What ClickHouse has is not what was left there', { cause })
    : cause;
}
