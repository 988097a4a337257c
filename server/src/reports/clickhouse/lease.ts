import pg from 'pg';
import { connecting, takeConnection } from '../../database/database.ts';
import { PreparingClient } from '../../database/connection/prepared.ts';
import { named } from '../../database/connection/statement-names.ts';
import { sessionOf } from '../../database/connection/session.ts';

/** What may be done with a lease only. */
export interface Held {
  /** Aborted when the lease is lost. */
  readonly signal: AbortSignal;
  /** Before what must not be done without it. @throws {Error} if it is lost. */
  readonly confirm: () => Promise<void>;
}

/** How often whoever holds it says so while something long runs. */
const sayEveryMs = 10_000;
/** After such a silence PostgreSQL ends the session, and with it the lease: of a process that was stopped, say, and not ended. */
const silence = '60s';

/**
 * Who copies events is one at a time, of all servers: a lock of a session of PostgreSQL, which goes with it. Waited for in turn. What a
 * holder still does who has lost it must do no harm.
 */
export class Lease {
  readonly #pool: pg.Pool;
  readonly #name: string;

  constructor(databaseUrl: string, name: string, onIdleError: (error: Error) => void) {
    this.#name = name;
    this.#pool = new pg.Pool({
      ...sessionOf(databaseUrl, 'application', { idle_session_timeout: silence }),
      max: 1,
      Client: PreparingClient,
      ...connecting,
      application_name: 'noa event feed',
    });
    this.#pool.on('error', onIdleError);
  }

  /** Has `work` done with the lease, once nobody else has it. @throws {Error} if it is lost meanwhile. */
  async hold<T>(work: (held: Held) => Promise<T>): Promise<T> {
    const client = await takeConnection(this.#pool);
    const lost = new AbortController();
    const lose = (cause: unknown) => lost.abort(new Error('The lease of the event feed is lost', { cause }));
    const confirm = async () => {
      await client.query(named('select')).catch(lose);
      lost.signal.throwIfAborted();
    };
    client.on('error', lose);
    const saying = setInterval(() => void confirm().catch(() => undefined), sayEveryMs);
    try {
      await client.query(named('select pg_advisory_lock(hashtextextended($1, 0))'), [this.#name]);
      const result = await work({ signal: lost.signal, confirm });
      await client.query(named('select pg_advisory_unlock(hashtextextended($1, 0))'), [this.#name]);
      return result;
    } catch (cause) {
      lost.abort(cause);
      throw cause;
    } finally {
      clearInterval(saying);
      client.off('error', lose);
      client.release(lost.signal.aborted); // what went wrong leaves no lock behind: the session goes
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
