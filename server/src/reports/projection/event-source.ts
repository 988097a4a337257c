import pg from 'pg';
import { connecting, takeConnection } from '../../database/database.ts';
import { PreparingClient } from '../../database/prepared.ts';
import { sessionOf } from '../../database/session.ts';
import { CopiedRows } from './copied-rows.ts';
import { copyAllEvents } from './arriving.ts';
import { readClocks, type Clocks } from './clocks.ts';
import { copyEvents, defaultZone } from './event-table.ts';

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

/** What the receiver has already. */
export interface Received {
  readonly snapshot: string;
  /** Orgs of which it wants everything again. */
  readonly again: readonly string[];
}

export interface Reading {
  readonly state: SourceState;
  /** The events that `received` lacks, as CSV; when it is null, all events as `COPY … (format binary)`. In pieces of whole rows. */
  copy(received: Received | null): AsyncIterable<Buffer>;
  /** The clocks of every org's zone. */
  clocks(): Promise<Clocks>;
  /** How many events there are, about, as PostgreSQL's own statistics say; null before it has any. */
  expect(): Promise<number | null>;
}

/** A small pool of its own, so that reports never take connections from the lists. It cannot write. */
export class EventSource {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string, onIdleError: (error: Error) => void) {
    this.#pool = new pg.Pool({
      ...sessionOf(databaseUrl, 'application', { default_transaction_read_only: 'on' }),
      max: 2,
      Client: PreparingClient,
      ...connecting,
      application_name: 'noa reports',
    });
    this.#pool.on('error', onIdleError);
  }

  /** Reads at one moment: whatever `work` copies fits the state it is given. */
  async read<T>(work: (reading: Reading) => Promise<T>): Promise<T> {
    const client = await takeConnection(this.#pool);
    let failure: unknown;
    try {
      await client.query('begin isolation level repeatable read read only');
      await client.query(`select set_config('noa.scope_all', 'on', true)`);
      const state = await readState(client);
      const result = await work({
        state,
        copy: (received) => copy(client, received),
        clocks: () => readClocks(client, [...new Set([defaultZone, ...state.zones.values()])]),
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

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Which database it is. The timeline is there for one that was set back to an earlier moment and went on from there, the generation for
 * one that was filled again where it was; what has been forgotten, because nothing tells of an event that is gone: a file without it
 * is built anew.
 */
export const identityOfSource = `concat_ws('/',
  (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()),
  (select oid from pg_database where datname = current_database()), (select generation from database_whereabouts),
  (select md5(string_agg(org_id || ' ' || kept_from, ' ' order by org_id)) from event_forgetting where kept_from > '-infinity'))`;

/** The zone of each org, of past orgs too. */
export const zonesOfSource = 'select distinct on (id) id, time_zone from org_version order by id, row_id desc';

async function readState(client: pg.PoolClient): Promise<SourceState> {
  const { rows } = await client.query<{ identity: string; snapshot: string; at: Date }>(
    `select pg_current_snapshot()::text as snapshot, now() as at, ${identityOfSource} as identity`,
  );
  const zones = await client.query<{ id: string; time_zone: string }>(zonesOfSource);
  return { ...onlyRow(rows), zones: new Map(zones.rows.map(({ id, time_zone }) => [id, time_zone])) };
}

async function expect(client: pg.PoolClient): Promise<number | null> {
  const { rows } = await client.query<{ events: number | null }>(`
    select sum(reltuples) filter (where reltuples >= 0)::float8 as events from pg_class c
    join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'card_event'::regclass and relkind = 'r'`);
  return onlyRow(rows).events;
}

function copy(client: pg.PoolClient, received: Received | null): AsyncIterable<Buffer> {
  return client.query(
    new CopiedRows(
      received
        ? `copy (${copyEvents(missingIn(received))}) to stdout (format csv)`
        : `copy (${copyAllEvents}) to stdout (format binary)`,
    ),
  );
}

function missingIn({ snapshot, again }: Received): string {
  const isUnseen = unseen(`'${parseSnapshot(snapshot).xmin}'::xid8`, `'${snapshot}'`);
  const ids = again.map((id) => pg.escapeLiteral(id));
  return ids.length === 0 ? isUnseen : `${isUnseen} or e.org_id = any(array[${ids.join(', ')}]::uuid[])`;
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

/** @throws {Error} if it is none. */
export function parseSnapshot(snapshot: string): { readonly xmin: string } {
  const [, xmin] = /^(\d+):\d+:[\d,]*$/.exec(snapshot) ?? [];
  if (xmin === undefined) {
    throw new Error(`Not a snapshot: ${snapshot}`);
  }
  return { xmin };
}

/** @throws {Error} if there is none. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
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
