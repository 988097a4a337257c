import pg from 'pg';
import { connecting, takeConnection } from '../../database/database.ts';
import { PreparingClient } from '../../database/connection/prepared.ts';
import { sessionOf } from '../../database/connection/session.ts';
import { readClocks, type ClockChange, type Clocks } from './clocks.ts';
import { CopiedRows } from './copied-rows.ts';
import { defaultZone, selectEvents } from './event-table.ts';

/**
 * Events that are read in one statement; more come as a copy does. They are a second's of a lock network that sends all it held
 * back, and keep the thread that answers everybody for some ten milliseconds.
 */
export const most = 8_000;

/** Clocks are asked for until a year from now, and again after half of it. */
const clocksKnownMs = 183 * 86_400_000;

/** What PostgreSQL holds at one moment. */
export interface SourceState {
  /** Which database this is: another one, or one that was set back or has forgotten whole months, has another. */
  readonly identity: string;
  /** `pg_snapshot` as text: exactly which transactions are included. */
  readonly snapshot: string;
  /** Everything committed before it is included. */
  readonly at: Date;
  /** Time zone by org, of past orgs too. */
  readonly zones: ReadonlyMap<string, string>;
}

/** What has come since, when it is little. */
export interface Recent {
  readonly state: SourceState;
  /** More than {@link most} are not among `bytes`. */
  readonly events: number;
  /** The lowest id of them. */
  readonly lowest: bigint;
  /** As `record_send` writes them. */
  readonly bytes: Buffer | null;
  /** Of every org's zone; null if they have to be asked for. */
  readonly clocks: Clocks | null;
}

export interface Reading {
  readonly state: SourceState;
  /**
   * Events as `COPY … (format binary)`, in pieces of whole rows: all, or those that a snapshot lacks and all of some orgs.
   */
  copy(since?: string, orgs?: readonly string[]): AsyncIterable<Buffer>;
  /** The clocks of every org's zone. */
  clocks(): Promise<Clocks>;
  /** How many events there are, about, as PostgreSQL's own statistics say; null before it has any. */
  expect(): Promise<number | null>;
}

/** A connection of its own, so that reports never take any from the lists. It cannot write. */
export class EventSource {
  readonly #pool: pg.Pool;
  #clocks = new Map<string, readonly ClockChange[]>();
  #clocksUntil = 0;

  constructor(databaseUrl: string, onIdleError: (error: Error) => void) {
    this.#pool = new pg.Pool({
      ...sessionOf(databaseUrl, 'application', {
        'noa.scope_all': 'on',
        default_transaction_read_only: 'on',
        // For `recent`: a plan for any snapshot would be a scan of everything, were that not forbidden.
        plan_cache_mode: 'force_generic_plan',
        enable_seqscan: 'off',
        max_parallel_workers_per_gather: 0,
      }),
      max: 1,
      Client: PreparingClient,
      ...connecting,
      application_name: 'noa reports',
    });
    this.#pool.on('error', onIdleError);
  }

  /**
   * What has been committed since, as a report must know before it answers: in one round trip, by a statement that is planned once.
   * Planning it for each month and its policies, as a copy is each time, takes ten times as long as running it.
   */
  async recent(snapshot: string): Promise<Recent> {
    const client = await takeConnection(this.#pool);
    const values = [parseSnapshot(snapshot).xmin, snapshot];
    const { rows } = await client
      .query<RecentRow>({ name: 'recent events', text: recentStatement, values })
      .finally(() => client.release());
    const { zones, events, lowest, bytes, ...state } = onlyRow(rows);
    const told = { ...state, zones: zonesOf(zones) };
    const clocks = this.#zonesWithoutClocks(told).length === 0 ? this.#clocks : null;
    return { state: told, events, lowest: BigInt(lowest ?? 0), bytes, clocks };
  }

  /** Reads at one moment: whatever `work` copies fits the state it is given. */
  async read<T>(work: (reading: Reading) => Promise<T>): Promise<T> {
    const client = await takeConnection(this.#pool);
    let failure: unknown;
    try {
      await client.query('begin isolation level repeatable read read only');
      await client.query('set local enable_seqscan = on');
      const state = await readState(client);
      const result = await work({
        state,
        copy: (since, orgs) =>
          client.query(new CopiedRows(`copy (${selectSince(since, orgs)}) to stdout (format binary)`)),
        clocks: () => this.#readClocks(client, state),
        expect: () => expect(client),
      });
      await client.query('commit');
      return result;
    } catch (cause) {
      failure = cause;
      throw cause;
    } finally {
      // A copy that was left half way cannot be rolled back politely: the connection goes.
      client.release(failure !== undefined);
    }
  }

  async #readClocks(client: pg.ClientBase, state: SourceState): Promise<Clocks> {
    const zones = this.#zonesWithoutClocks(state);
    const isAnew = state.at.getTime() > this.#clocksUntil;
    const read = zones.length > 0 ? await readClocks(client, zones) : [];
    this.#clocks = new Map([...(isAnew ? [] : this.#clocks), ...read]);
    this.#clocksUntil = isAnew ? state.at.getTime() + clocksKnownMs : this.#clocksUntil;
    return this.#clocks;
  }

  #zonesWithoutClocks({ at, zones }: SourceState): string[] {
    const isKnown = (zone: string) => at.getTime() <= this.#clocksUntil && this.#clocks.has(zone);
    return [...new Set([defaultZone, ...zones.values()])].filter((zone) => !isKnown(zone));
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Which database it is. The timeline is there for one that was set back to an earlier moment and went on from there, the generation for
 * one that was filled again where it was; what has been forgotten, because nothing tells of an event that is gone: a file without it
 * is built anew.
 */
const identityOfSource = `concat_ws('/',
  (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()),
  (select oid from pg_database where datname = current_database()), (select generation from database_whereabouts),
  (select md5(string_agg(org_id || ' ' || kept_from, ' ' order by org_id)) from event_forgetting where kept_from > '-infinity'))`;

interface ZoneRow {
  readonly id: string;
  readonly time_zone: string;
}

const zonesOf = (rows: readonly ZoneRow[] | null) => new Map(rows?.map(({ id, time_zone }) => [id, time_zone]));

const stateOfSource = `pg_current_snapshot()::text as snapshot, now() as at, ${identityOfSource} as identity,
  (select json_agg(z) from (select distinct on (id) id, time_zone from org_version order by id, row_id desc) z) as zones`;

type StateRow = Omit<SourceState, 'zones'> & { readonly zones: readonly ZoneRow[] | null };
type RecentRow = StateRow & Pick<Recent, 'events' | 'bytes'> & { readonly lowest: string | null };

async function readState(client: pg.PoolClient): Promise<SourceState> {
  const { zones, ...state } = onlyRow((await client.query<StateRow>(`select ${stateOfSource}`)).rows);
  return { ...state, zones: zonesOf(zones) };
}

async function expect(client: pg.PoolClient): Promise<number | null> {
  const { rows } = await client.query<{ events: number | null }>(`
    select sum(reltuples) filter (where reltuples >= 0)::float8 as events from pg_class c
    join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'card_event'::regclass and relkind = 'r'`);
  return onlyRow(rows).events;
}

function selectSince(snapshot?: string, orgs: readonly string[] = []): string {
  if (snapshot === undefined) {
    return selectEvents('true');
  }
  const isUnseen = unseen(`'${parseSnapshot(snapshot).xmin}'::xid8`, `'${snapshot}'`);
  const ids = orgs.map((id) => pg.escapeLiteral(id)).join(', ');
  return selectEvents(ids ? `${isUnseen} or e.org_id = any(array[${ids}]::uuid[])` : isUnseen);
}

/**
 * Numbers of transactions do not follow their commits: while an old one runs, younger ones commit. So "since" asks which
 * transactions the last snapshot did not see; the first condition only lets the index find them. Rows that came from another server,
 * by a backup or a dump, may have numbers that are still to come here: all of them were in the first copy, and are not new until
 * these numbers have been given out.
 *
 * @param xmin - of `snapshot`, in SQL as that is.
 */
export const unseen = (xmin: string, snapshot: string): string =>
  `(e.tx_id >= ${xmin} and e.tx_id < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(e.tx_id, ${snapshot}))`;

const recentStatement = `
  select ${stateOfSource}, e.* from (
    select count(*)::int as events, min(id) as lowest, string_agg(record_send(e), '') as bytes
    from (${selectEvents(unseen('$1::xid8', '$2::pg_snapshot'))} limit ${most + 1}) e) e`;

/** @throws {Error} if it is none. */
export function parseSnapshot(snapshot: string): { readonly xmin: string } {
  const [, xmin] = /^(\d+):\d+:[\d,]*$/.exec(snapshot) ?? [];
  if (xmin === undefined) {
    throw new Error(`Not a snapshot: ${snapshot}`);
  }
  return { xmin };
}

/** @throws {Error} if there is none. */
function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) {
    throw new Error('PostgreSQL answered without a row');
  }
  return row;
}

/** Whether `snapshot` is of a later moment of the same database than `earlier`, or of the same. */
export function isNotBefore(snapshot: string, earlier: string): boolean {
  const [xmin, max] = [earlier.split(':')[0], snapshot.split(':')[1]];
  return xmin !== undefined && max !== undefined && BigInt(xmin) <= BigInt(max);
}
