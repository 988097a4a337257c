import { findListStaleness, type ListStaleness } from '../sync/sync-state.queries.ts';
import { execute, findRow, findRows } from '../database/statements.ts';
import { openDatabase, type Db, type Tx } from '../database/database.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import type { Backlog, EventEngine } from '../reports/engine/engine.ts';
import { countUnresolved } from '../telemetry/alerts/incident.queries.ts';

/** What the database knows of how things are, all orgs together. */
export interface DatabaseFigures {
  readonly lists: ListStaleness;
  readonly queues: readonly QueueState[];
  /** Incidents that are not resolved. */
  readonly incidents: Awaited<ReturnType<typeof countUnresolved>>;
  /** Null while this server has no projection that could be behind. */
  readonly backlog: Backlog | null;
  readonly backup: BackupState;
}

interface BackupState {
  /** When the last whole one was made by schedule; null for none. */
  readonly madeAt: Date | null;
  /** Whether the last attempt failed. */
  readonly hasFailed: boolean;
}

/** Milliseconds for a connection, for each statement, and for all of it. */
const timeLimits = { connect: 1_000, statement: 1_500, all: 2_500 } as const;

/** Milliseconds for which what was read, or that it could not be read, is good enough for whoever asks. */
const freshMs = 5_000;

/**
 * Reads the figures at most once in five seconds, however often and by however many they are asked for, on a connection of its own,
 * which nobody's work waits for.
 */
export class DatabaseFigureReader {
  readonly #db: Db;
  readonly #backlog: EventEngine['backlog'];
  readonly #onFailure: (cause: unknown) => void;
  #last: { readonly at: number; readonly figures: Promise<DatabaseFigures | null> } | undefined;

  /**
   * @param url - of the application's login.
   * @param backlog - what this server's reports do not count yet.
   */
  constructor(url: string, backlog: EventEngine['backlog'], onFailure: (cause: unknown) => void) {
    this.#db = openDatabase(url, { max: 1, connectMs: timeLimits.connect, onIdleError: onFailure });
    this.#backlog = backlog;
    this.#onFailure = onFailure;
  }

  /** Null if they could not be read in time. Never rejects. */
  get(): Promise<DatabaseFigures | null> {
    const now = performance.now();
    if (!this.#last || now - this.#last.at >= freshMs) {
      this.#last = { at: now, figures: this.#readInTime() };
    }
    return this.#last.figures;
  }

  close(): Promise<void> {
    return this.#db.destroy();
  }

  async #readInTime(): Promise<DatabaseFigures | null> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The database took too long for its figures')), timeLimits.all);
    });
    const reading = read(this.#db, everything, (tx) => this.#readAll(tx));
    try {
      return await Promise.race([reading, tooLate]);
    } catch (error) {
      reading.catch(() => undefined); // told of below, or the same once more
      this.#onFailure(error);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async #readAll(tx: Tx): Promise<DatabaseFigures> {
    await execute(tx)`select set_config('statement_timeout', ${String(timeLimits.statement)}, true)`;
    const row = await findRow<BackupState>(tx)`
      select made_at as "madeAt", has_failed as "hasFailed" from backup_state()`;
    const lists = await findListStaleness(tx);
    const queues = await listQueues(tx);
    const incidents = await countUnresolved(tx);
    await execute(tx)`select set_config('enable_seqscan', 'off', true)`;
    return {
      lists,
      queues,
      incidents,
      backlog: await this.#backlog(tx),
      backup: row ?? { madeAt: null, hasFailed: false },
    };
  }
}

/** Work that waits or is being done, of all orgs and servers. */
interface QueueState {
  readonly queue: 'import' | 'bulk' | 'report_schedule' | 'report_mail' | 'alert_rule' | 'alert_delivery';
  readonly length: number;
  /** How long the first of it has been waiting or running; 0 for none. */
  readonly oldestSeconds: number;
}

/**
 * Each is found by an index of what has not ended, which is little. What is due at a later time does not wait, nor what is to be told after a
 * planned silence.
 *
 * @param tx - reaching everything.
 */
const listQueues = (tx: Tx): Promise<QueueState[]> => findRows<QueueState>(tx)`
  select queue, count(since)::int as length,
    coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestSeconds"
  from (values ('import'), ('bulk'), ('report_schedule'), ('report_mail'), ('alert_rule'), ('alert_delivery')) q (queue)
  left join (
    select 'import' as queue, run_began_at as since from import_job where state in ('checking', 'applying', 'undoing')
    union all
    select 'bulk', created_at from bulk_job where state in ('queued', 'running')
    union all
    select 'report_schedule', next_due_at from report_schedule where next_due_at <= now()
    union all
    select 'report_mail', due_at from report_schedule_run where look_at is not null
    union all
    select 'alert_rule', r.look_at from alert_rule r join org o on o.id = r.org_id where r.active and r.look_at <= now() and o.enabled
    union all
    select 'alert_delivery', greatest(d.created_at, i.silenced_until) from alert_delivery d
    join incident i on i.org_id = d.org_id and i.id = d.incident_id
    where d.look_at is not null and coalesce(i.silenced_until <= now(), true)) w using (queue)
  group by queue`;
