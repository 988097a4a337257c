import { sql } from 'kysely';
import pg from 'pg';
import { connecting, takeConnection, type Tx } from '../../database/database.ts';
import { PreparingClient } from '../../database/connection/prepared.ts';
import { named } from '../../database/connection/statement-names.ts';
import { sessionOf } from '../../database/connection/session.ts';
import { localClock, readClocks, type LocalClock } from './clocks.ts';
import { BrokenStore } from './broken-store.ts';
import { CopiedRows } from './copied-rows.ts';
import { selectEvents, type IdsOf } from './event-table.ts';

/**
 * Events that are read in one statement; more come as a copy does. They are a second's of a lock network that sends all it held
 * back, and keep the thread that answers everybody for some ten milliseconds.
 */
export const most = 8_000;

/** Clocks are asked for until a year from now, and again after half of it. */
const clocksKnownMs = 183 * 86_400_000;

/** Zone of an org that has none on record any more. */
const defaultZone = 'Europe/Bucharest';

/** How PostgreSQL sends rows in bytes: each value stands behind its length, which is −1 for null. */
interface ByteFormat {
  /** What comes once, before the rows. */
  readonly header: number;
  /** Before the values of a row. */
  readonly rowHead: number;
  /** Before each value's length. */
  readonly valueHead: number;
  /** How many come like this. */
  readonly events: IdsOf;
}

/** `COPY … (format binary)`: a signature, flags, the length of an extension; how many values, or −1 at the end. */
const copied: ByteFormat = { header: 19, rowHead: 2, valueHead: 0, events: 'many' };

/** `record_send`: how many values; the type of each. */
const sent: ByteFormat = { header: 0, rowHead: 4, valueHead: 4, events: 'few' };

/** What PostgreSQL holds at one moment. */
export interface SourceState {
  /** Which database this is: another one, or one that was set back or has forgotten whole months, has another. */
  readonly identity: string;
  /** `pg_snapshot` as text: exactly which transactions are included. */
  readonly snapshot: string;
  /** Time zone by org, of past orgs too: an object as JSON, the same text while they are the same. */
  readonly zones: string;
}

/** Events, in bytes as PostgreSQL sends them, and the state in which they are all. */
export interface Delivery {
  readonly state: SourceState;
  /** Everything committed before it is included. */
  readonly at: Date;
  /** In pieces of whole rows. */
  readonly events: AsyncIterable<Buffer> | Iterable<Buffer>;
  readonly format: ByteFormat;
  /** How many they are, if that is known; about, if they are all there are and PostgreSQL has counted them. */
  readonly expected: number | null;
  /** Of the events' ids, if that is known. */
  readonly lowest: bigint;
  /** Orgs all of whose events are among them, and take the place of what was there. */
  readonly replaced: readonly string[];
  /** The clocks of an org, by its id as a number of 128 bits. */
  readonly clockOf: (orgId: bigint) => LocalClock;
}

/** A connection of its own, so that reports never take any from the lists. It cannot write. */
export class EventSource {
  readonly #pool: pg.Pool;
  /** Of the zones of the last state for which they were read. */
  #clocks: { readonly zones: string; readonly until: number; readonly of: Delivery['clockOf'] } | undefined;
  #isStopped = false;

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
   *
   * @returns null if it was not a few events that came, or not they alone.
   */
  async recent(before: SourceState): Promise<Delivery | null> {
    const client = await takeConnection(this.#pool);
    const values = [xminOf(before.snapshot), before.snapshot];
    const { rows } = await client
      .query<RecentRow>({ name: 'recent events', text: named(recentStatement), values })
      .finally(() => client.release());
    const { at, expected, lowest, bytes, ...state } = onlyRow(rows);
    const clockOf = this.#knownClocks(state, at);
    if (expected > most || !clockOf || !isLater(state, before) || state.zones !== before.zones) {
      return null;
    }
    const events = bytes ? [bytes] : [];
    return { state, at, events, format: sent, expected, lowest: BigInt(lowest ?? 0), replaced: [], clockOf };
  }

  /**
   * Has `work` take in what `before` lacks, and all of the orgs whose zone is another; or everything, without it.
   *
   * @throws {BrokenStore} if `before` is of another database.
   */
  async read<T>(before: SourceState | null, work: (delivery: Delivery) => Promise<T>): Promise<T> {
    const client = await takeConnection(this.#pool);
    let isWhole = false;
    try {
      await client.query('begin isolation level repeatable read read only');
      await client.query('set local enable_seqscan = on');
      const { at, ...state } = onlyRow((await client.query<StateRow>(named(`select ${stateOfSource}`))).rows);
      if (before && !isLater(state, before)) {
        throw new BrokenStore('The projection is of another database');
      }
      const replaced = before ? orgsMoved(before, state) : [];
      const result = await work({
        state,
        at,
        events: this.#copy(client, before ? selectSince(before.snapshot, replaced) : selectEvents('true')),
        format: copied,
        expected: before ? null : await countAbout(client),
        lowest: 0n,
        replaced,
        clockOf: this.#knownClocks(state, at) ?? (await this.#readClocks(client, state, at)),
      });
      await client.query('commit');
      isWhole = true;
      return result;
    } finally {
      // A copy that was left half way cannot be rolled back politely: the connection goes.
      client.release(!isWhole);
    }
  }

  /** A server that stops does not wait for millions of events that it will read again. */
  async *#copy(client: pg.ClientBase, events: string): AsyncGenerator<Buffer> {
    for await (const piece of client.query(new CopiedRows(named(`copy (${events}) to stdout (format binary)`)))) {
      if (this.#isStopped) {
        throw new Error('The projection is closed');
      }
      yield piece as Buffer;
    }
  }

  #knownClocks({ zones }: SourceState, at: Date): Delivery['clockOf'] | undefined {
    return this.#clocks?.zones === zones && at.getTime() <= this.#clocks.until ? this.#clocks.of : undefined;
  }

  async #readClocks(client: pg.ClientBase, { zones }: SourceState, at: Date): Promise<Delivery['clockOf']> {
    const zoneOf = new Map(
      Object.entries(zonesOf(zones)).map(([id, zone]) => [BigInt(`0x${id.replaceAll('-', '')}`), zone]),
    );
    const clocks = await readClocks(client, [...new Set([defaultZone, ...zoneOf.values()])]);
    const clockOf = (org: bigint) => localClock(clocks.get(zoneOf.get(org) ?? defaultZone) ?? []);
    this.#clocks = { zones, until: at.getTime() + clocksKnownMs, of: clockOf };
    return clockOf;
  }

  /** Ends a copy that runs, or comes. */
  stop(): void {
    this.#isStopped = true;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

const zonesOf = (zones: string) => JSON.parse(zones) as Readonly<Record<string, string>>;

function orgsMoved({ zones }: SourceState, after: SourceState): string[] {
  const before = zonesOf(zones);
  return Object.entries(zonesOf(after.zones)).flatMap(([id, zone]) => ((before[id] ?? zone) === zone ? [] : [id]));
}

/** Whether a state is of the same database, and of a later moment, or of the same. */
function isLater({ identity, snapshot }: SourceState, before: SourceState): boolean {
  const max = snapshot.split(':')[1] ?? '';
  return identity === before.identity && BigInt(xminOf(before.snapshot)) <= BigInt(max);
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

const stateOfSource = `pg_current_snapshot()::text as snapshot, now() as at, ${identityOfSource} as identity,
  (select coalesce(json_object_agg(id, time_zone), '{}')::text from (
    select distinct on (id) id, time_zone from org_version order by id, row_id desc) z) as zones`;

type StateRow = SourceState & Pick<Delivery, 'at'>;

interface RecentRow extends StateRow {
  readonly expected: number;
  readonly lowest: string | null;
  readonly bytes: Buffer | null;
}

const recentStatement = `
  select ${stateOfSource}, e.* from (
    select count(*)::int as expected, min(id) as lowest, string_agg(record_send(e), '') as bytes
    from (${selectEvents(unseen('$1::xid8', '$2::pg_snapshot'))} limit ${most + 1}) e) e`;

/** How many events there are, as PostgreSQL's own statistics say; null before it has any. */
async function countAbout(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ events: number | null }>(
    named(`
    select sum(reltuples) filter (where reltuples >= 0)::float8 as events from pg_class c
    join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'card_event'::regclass and relkind = 'r'`),
  );
  return onlyRow(rows).events;
}

function selectSince(snapshot: string, orgs: readonly string[]): string {
  const isUnseen = unseen(`'${xminOf(snapshot)}'::xid8`, `'${snapshot}'`);
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
function unseen(xmin: string, snapshot: string): string {
  return `(e.tx_id >= ${xmin} and e.tx_id < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(e.tx_id, ${snapshot}))`;
}

/** @throws {Error} if it is none. */
function xminOf(snapshot: string): string {
  const [, xmin] = /^(\d+):\d+:[\d,]*$/.exec(snapshot) ?? [];
  if (xmin === undefined) {
    throw new Error(`Not a snapshot: ${snapshot}`);
  }
  return xmin;
}

/** @throws {Error} if there is none. */
function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) {
    throw new Error('PostgreSQL answered without a row');
  }
  return row;
}

/** Events that were committed and are not counted yet. */
export interface Backlog {
  /** At most {@link mostCounted}. */
  readonly events: number;
  /** Since the first of them was received; 0 for none. */
  readonly seconds: number;
}

/** Events of a backlog that are counted: how much longer it is matters to nobody. */
const mostCounted = 10_000;

/**
 * What is not in a projection yet.
 *
 * @param tx - reaching everything, with `enable_seqscan` off: for lack of statistics of what came last, a plan may read all events.
 * @param snapshot - what is in it.
 */
export async function findBacklog(tx: Tx, snapshot: string): Promise<Backlog> {
  const isUnseen = sql.raw(unseen(`'${xminOf(snapshot)}'::xid8`, `'${snapshot}'::pg_snapshot`));
  const { rows } = await sql<Backlog>`
    select count(*)::int as events, coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as seconds
    from (select e.received_at from card_event e where ${isUnseen}
      order by e.tx_id limit ${mostCounted}) e`.execute(tx);
  return onlyRow(rows);
}
