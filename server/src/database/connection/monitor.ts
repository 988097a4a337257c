import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { breakConnections, PreparingClient } from './prepared.ts';
import { sessionOf } from './session.ts';
import { named } from './statement-names.ts';

/** Milliseconds from one answer to the next question. */
const askEveryMs = 500;

/** How often it is looked whether the answer has come, and how many looks it is waited for. */
const look = { everyMs: 100, times: 25 } as const;

/** Milliseconds that a connection may take. */
const connectMs = 2_500;

const tooManyConnections = '53300';

/** Milliseconds between this machine's clock and the database's from which on it is said in the log. */
const reportedSkewMs = 5_000;

/** The database, as seen from here. */
export interface DatabaseReachability {
  /** Null while it is there; else since when it is away. */
  readonly downSince: Date | null;
  /** Milliseconds that the last answer took; null before the first. */
  readonly latencyMs: number | null;
  /** Milliseconds that the database's clock is ahead of ours, give or take the latency; null before the first answer. */
  readonly clockSkewMs: number | null;
}

export interface MonitorLog {
  warn(facts: object, text: string): void;
  info(facts: object, text: string): void;
}

interface MonitorOptions {
  readonly log: MonitorLog;
  /** What is said when it goes and when it is back, of one that is not the database which everything needs. */
  readonly texts?: { readonly away: string; readonly back: string };
}

const textsOfDatabase = {
  away: 'The database does not answer; requests get 503 with Retry-After',
  back: 'The database answers again',
};

/**
 * Asks the database for its time, twice a second, on a connection of its own. TCP notices for a quarter of an hour nothing of a network
 * that lets nothing through: when no answer comes within 2.5 seconds, all connections of this process to that server are broken off,
 * so that what waits on them fails instead of hanging.
 */
export class DatabaseMonitor {
  readonly #url: string;
  readonly #log: MonitorLog;
  readonly #texts: { readonly away: string; readonly back: string };
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #reachability: DatabaseReachability = { downSince: null, latencyMs: null, clockSkewMs: null };
  #isSkewTold = false;

  /** @param url - of the application's login. */
  constructor(url: string, { log, texts = textsOfDatabase }: MonitorOptions) {
    this.#url = url;
    this.#log = log;
    this.#texts = texts;
    this.#running = this.#watch();
  }

  get reachability(): DatabaseReachability {
    return this.#reachability;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #watch(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const client = new PreparingClient({
        ...sessionOf(this.#url, 'application'),
        application_name: 'noa monitor',
        connectionTimeoutMillis: connectMs,
      });
      try {
        await client.connect();
        await this.#askOn(client);
      } catch (error) {
        this.#lose(client, error);
      } finally {
        client.breakOff();
      }
      await this.#pause();
    }
  }

  async #askOn(client: PreparingClient): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const began = Date.now();
      const { rows } = await inTime(
        client.query<{ now: number }>(named('select extract(epoch from clock_timestamp())::float8 * 1000 as now')),
      );
      this.#see(began, Date.now(), rows[0]?.now ?? Number.NaN);
      await this.#pause();
    }
  }

  #see(began: number, ended: number, theirs: number): void {
    if (this.#reachability.downSince) {
      this.#log.info({ downMs: ended - this.#reachability.downSince.getTime() }, this.#texts.back);
    }
    const clockSkewMs = Math.round(theirs - (began + ended) / 2);
    this.#reachability = { downSince: null, latencyMs: ended - began, clockSkewMs };
    const isSkewed = Math.abs(clockSkewMs) > reportedSkewMs;
    if (isSkewed && !this.#isSkewTold) {
      this.#log.warn({ clockSkewMs }, 'The clocks of this server and of the database differ: synchronise both by NTP');
    }
    this.#isSkewTold = isSkewed;
  }

  #lose(client: PreparingClient, err: unknown): void {
    // It is there, and has no connection left for us: those that work go on working.
    const isThere = err instanceof pg.DatabaseError && err.code === tooManyConnections;
    if (this.#closing.signal.aborted || isThere) {
      return;
    }
    if (!this.#reachability.downSince) {
      this.#log.warn({ err }, this.#texts.away);
      this.#reachability = { ...this.#reachability, downSince: new Date() };
    }
    breakConnections(client.host, client.port);
  }

  async #pause(): Promise<void> {
    await delay(askEveryMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined); // closing
  }
}

/**
 * Counts looks and not time: while this process itself is held up by something, the answer may lie there unread.
 *
 * @throws {Error} if it has not come in time.
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined); // told below, if somebody still listens
  for (let looks = 0; looks < look.times; looks += 1) {
    const tick = delay(look.everyMs, undefined, { ref: false }).then(() => null);
    const came = await Promise.race([answer.then((value) => ({ value })), tick]);
    if (came) {
      return came.value;
    }
  }
  throw new Error('No answer came');
}
