import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connecting, takeConnection } from '../../database/database.ts';
import { PreparingClient } from '../../database/connection/prepared.ts';
import { named } from '../../database/connection/statement-names.ts';
import { sessionOf } from '../../database/connection/session.ts';
import type { FileStore } from '../../file-store/file-store.ts';
import { AddedPartitions, partitionsOfSource, type WithPartitions } from './added-partitions.ts';
import { BrokenStore } from './broken-store.ts';
import { coldFilesOfSource, fetchFile, hasUnseenFiles, type ColdFile } from './cold-files.ts';
import { deletedSince } from './forgotten.ts';
import { hasForgottenMore, isLater, orgsMoved, stateOfSource, type SourceState } from './source-state.ts';

/**
 * Events that are read in one statement; more come as a copy does. They are a second's of a lock network that sends all it held
 * back, and keep the thread that answers everybody for some ten milliseconds.
 */
export const most = 8_000;

/** How an engine has events sent. */
export interface EventForm {
  /** A query for those that a condition on `e`, of `card_event`, holds for. */
  readonly select: (condition: string) => string;
  /** All rows of that query, `e`, in one value: an aggregate. */
  readonly together: string;
  readonly format: 'binary' | 'text';
  /** Columns of numbers that are sent in place of what their tables say (decision 96): `n`, of a number's table, in one value. */
  readonly numbers?: readonly { readonly column: string; readonly table: string; readonly together: string }[];
  /**
   * Queries for all events as `select` has them, but for who it was, and for that. PostgreSQL sends no row of tables that it joins by hashing
   * before it has read one of them, nor does it without writing both aside.
   */
  readonly apart?: { readonly events: string; readonly who: string };
  /** Whether it can let go of months that are forgotten; otherwise all events are asked for again. */
  readonly letsGo?: true;
}

/** A file with events that PostgreSQL has no more. */
export interface DeliveredFile extends ColdFile {
  /** Brings it to a path. @throws {OperatorError} as `fetchFile`. */
  readonly fetch: (path: string) => Promise<void>;
}

/** Events, in bytes as PostgreSQL sends them, and the state in which they are all. */
export interface Delivery {
  readonly state: SourceState;
  /** Everything committed before it is included. */
  readonly at: Date;
  readonly events: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Who it was, where it does not come with the events, as `COPY` sends it: to be read to its end before them. */
  readonly who?: AsyncIterable<Buffer>;
  /** What each number that is among them says, by the form's order; null where there is none. */
  readonly numbers: readonly (Buffer | null)[];
  /** Beside them, where all events come. */
  readonly cold: readonly DeliveredFile[];
  /** Many come as `COPY` sends them, few as the form says. */
  readonly are: 'few' | 'many';
  /** How many they are, if that is known; about, if they are all there are and PostgreSQL has counted them. */
  readonly expected: number | null;
  /** Of the events' ids, if that is known. */
  readonly lowest: bigint;
  /** Where events were deleted since: by org, the moment before which all were, in milliseconds since 1970. */
  readonly deletedBefore?: Readonly<Record<string, number>>;
}

export interface EventSourceOptions {
  readonly databaseUrl: string;
  /** Where past months lie outside PostgreSQL; absent or null where none do. */
  readonly coldStore?: FileStore | null | undefined;
  readonly form: EventForm;
  readonly onIdleError: (error: Error) => void;
}

/** A connection of its own, so that reports never take any from the lists. It cannot write. */
export class EventSource {
  readonly #pool: pg.Pool;
  readonly #form: EventForm;
  readonly #coldStore: FileStore | null;
  readonly #partitions = new AddedPartitions();
  #isStopped = false;

  constructor({ databaseUrl, coldStore, form, onIdleError }: EventSourceOptions) {
    this.#form = form;
    this.#coldStore = coldStore ?? null;
    this.#pool = new pg.Pool({
      ...sessionOf(databaseUrl, 'application', {
        'noa.scope_all': 'on',
        default_transaction_read_only: 'on',
        // For `recent`: a plan for any snapshot would be a scan of everything, were that not forbidden.
        plan_cache_mode: 'force_generic_plan',
        enable_seqscan: 'off',
        // Who it was is found by the day that each event names, which plans do not reckon with: they would read all days.
        enable_hashjoin: 'off',
        enable_mergejoin: 'off',
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
    const asked = { name: 'recent events', text: named(recentStatement(this.#form)), values: [before.snapshot] };
    const row = await this.#partitions
      .read(client, () => client.query<RecentRow>(asked))
      .finally(() => client.release());
    const { at, expected, lowest, bytes, numbers, unseen: hasUnseen, ...state } = row;
    if (expected > most || !isLater(state, before) || state.zones !== before.zones || hasUnseen) {
      return null;
    }
    const events = bytes ? [bytes] : [];
    return { state, at, events, numbers, cold: [], are: 'few', expected, lowest: BigInt(lowest ?? 0) };
  }

  /**
   * Has `work` take in what `before` lacks, and all of the orgs whose zone is another; or everything, without it.
   *
   * @throws {BrokenStore} if `before` is of another database, or lacks events that lie outside PostgreSQL by now.
   */
  async read<T>(before: SourceState | null, work: (delivery: Delivery) => Promise<T>): Promise<T> {
    const client = await takeConnection(this.#pool);
    let isWhole = false;
    try {
      let begin = 'begin isolation level repeatable read read only';
      const { at, about, ...state } = await this.#partitions.read(client, async () => {
        await client.query(before ? begin : `${begin}; ${scanning}`);
        begin = 'rollback; begin isolation level repeatable read read only';
        return client.query<StateRow>(named(`select ${stateOfSource}, ${partitionsOfSource}, ${countAbout} as about`));
      });
      const deletedBefore = before && hasForgottenMore(state, before) ? deletedSince(before, state) : null;
      if (before && !isLater(state, before) && !(deletedBefore && this.#form.letsGo)) {
        throw new BrokenStore('The projection is of another database');
      }
      if (before && (await lacksFiles(client, before, state))) {
        throw new BrokenStore('Events that are to be counted, or counted anew, lie outside the database by now');
      }
      const cold = before ? [] : await this.#findFiles(client);
      const condition = before ? since(before, state) : null;
      const apart = before ? undefined : this.#form.apart;
      const result = await work({
        state,
        at,
        events: this.#copy(client, apart?.events ?? this.#form.select(condition ?? 'true')),
        ...(apart && { who: this.#copy(client, apart.who) }),
        numbers: await this.#findNumbers(client, condition),
        cold,
        are: 'many',
        expected: before || about === null ? null : cold.reduce((sum, { events }) => sum + events, about),
        lowest: condition === null ? 0n : await findLowest(client, condition),
        ...(deletedBefore && { deletedBefore }),
      });
      await client.query('commit');
      isWhole = true;
      return result;
    } finally {
      // A copy that was left half way cannot be rolled back politely: the connection goes.
      client.release(!isWhole);
    }
  }

  async #findFiles(client: pg.ClientBase): Promise<DeliveredFile[]> {
    const { rows } = await client.query<ColdFile>(named(coldFilesOfSource));
    const fetch = (file: ColdFile) => async (path: string) => {
      this.#refuseStopped();
      await fetchFile(this.#coldStore, file, path);
    };
    return rows.map((file) => ({ ...file, fetch: fetch(file) }));
  }

  async #findNumbers(client: pg.ClientBase, condition: string | null): Promise<Delivery['numbers']> {
    const { rows } = await client.query<Pick<Delivery, 'numbers'>>(named(numbersOf(this.#form, condition)));
    return rows[0]?.numbers ?? [];
  }

  #refuseStopped(): void {
    if (this.#isStopped) {
      throw new Error('The projection is closed');
    }
  }

  /** A server that stops does not wait for millions of events that it will read again. */
  async *#copy(client: pg.ClientBase, events: string): AsyncGenerator<Buffer> {
    for await (const piece of client.query(copyTo(named(`copy (${events}) to stdout (format ${this.#form.format})`)))) {
      this.#refuseStopped();
      yield piece as Buffer;
    }
  }

  /** Ends a copy that runs, or comes. */
  stop(): void {
    this.#isStopped = true;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * The lowest id of the events that a condition on `e` holds for: an engine looks for those that it has already among no others.
 * The sum keeps a plan from looking for it along an index of ids, through all events that there are.
 */
async function findLowest(client: pg.ClientBase, condition: string): Promise<bigint> {
  const { rows } = await client.query<{ lowest: string | null }>(
    named(`select min(e.id + 0) as lowest from stored_event e where ${condition}`),
  );
  return BigInt(rows[0]?.lowest ?? 0);
}

/** Whether files have events that came since, or of orgs whose events all come again. */
async function lacksFiles(client: pg.ClientBase, before: SourceState, after: SourceState): Promise<boolean> {
  const { rows } = await client.query<{ lacks: boolean }>(
    named(`select ${hasUnseenFiles('$1')} or exists (select from cold_file where org_id = any($2::uuid[])) as lacks`),
    [before.snapshot, orgsMoved(before, after)],
  );
  return rows[0]?.lacks ?? false;
}

type StateRow = SourceState & WithPartitions & { readonly at: Date; readonly about: number | null };

type RecentRow = Omit<StateRow, 'about'> &
  Pick<Delivery, 'numbers'> & {
    readonly expected: number;
    readonly lowest: string | null;
    readonly bytes: Buffer | null;
    readonly unseen: boolean;
  };

const scanning = 'set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on';

const recentStatement = (form: EventForm) => `
  select ${stateOfSource}, ${partitionsOfSource}, ${hasUnseenFiles('$1')} as unseen, e.expected, e.lowest, e.bytes,
    ${numbersSaid(form, (column) => `= any(e.${column})`)} as numbers
  from (
    select ${[
      'count(*)::int as expected, min(id) as lowest',
      `${form.together} as bytes`,
      ...(form.numbers ?? []).map(({ column }) => `array_agg(distinct e.${column}) as ${column}`),
    ].join(', ')}
    from (${form.select(unseen('$1'))} limit ${most + 1}) e) e`;

/**
 * A query for what numbers say. Those that events name are gathered first: asked of each number, whether an event names it, a plan may look at all events
 * for each number there is.
 *
 * @param condition - on `e`, of the events that name them; null for all numbers.
 */
function numbersOf(form: EventForm, condition: string | null): string {
  const areNamed = (column: string) => `= any(array(select distinct e.${column} from card_event e where ${condition}))`;
  return `select ${numbersSaid(form, condition === null ? () => 'is not null' : areNamed)} as numbers`;
}

/** What numbers say, by the form's order. @param are - which of them are meant, in SQL. */
const numbersSaid = ({ numbers = [] }: EventForm, are: (column: string) => string) =>
  `array[${numbers.map(({ column, table, together }) => `(select ${together} from ${table} n where n.number ${are(column)})`).join(', ')}]::bytea[]`;

/** How many events there are, as PostgreSQL's own statistics say; null before it has any. */
const countAbout = `(select sum(reltuples) filter (where reltuples >= 0)::float8 from pg_class c
  join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'stored_event'::regclass and relkind = 'r')`;

function since(before: SourceState, after: SourceState): string {
  const moved = orgsMoved(before, after).map((id) => `e.org_id = ${pg.escapeLiteral(id)}`);
  return `(${[unseen(pg.escapeLiteral(before.snapshot)), ...moved].join(' or ')})`;
}

/**
 * Numbers of transactions do not follow their commits: while an old one runs, younger ones commit. So "since" asks which
 * transactions the last snapshot did not see; the first condition only lets the index find them. Rows that came from another server,
 * by a backup or a dump, may have numbers that are still to come here: all of them were in the first copy, and are not new until
 * these numbers have been given out.
 *
 * @param snapshot - in SQL.
 */
export function unseen(snapshot: string): string {
  return `(e.tx_id >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and e.tx_id < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(e.tx_id, ${snapshot}::pg_snapshot))`;
}
