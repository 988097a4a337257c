import pg from 'pg';
import { connecting, takeConnection } from '../../database/database.ts';
import { PreparingClient } from '../../database/prepared.ts';
import { sessionOf } from '../../database/session.ts';
import { recentEvents } from './event-table.ts';
import { identityOfSource, onlyRow, parseSnapshot, unseen, zonesOfSource, type SourceState } from './event-source.ts';

/**
 * Events that are read in one statement; more come as a copy does. They are a second's of a lock network that sends all it held
 * back, and keep the thread that answers everybody for some ten milliseconds.
 */
export const most = 8_000;

export interface Recent {
  readonly state: SourceState;
  /** A line each, of what `event-table.ts` says is sent, by commas; null when there are too many. */
  readonly lines: readonly string[] | null;
}

const statement = `
  select pg_current_snapshot()::text as snapshot, now() as at, ${identityOfSource} as identity,
    (select json_agg(z) from (${zonesOfSource}) z) as zones,
    (${recentEvents(unseen('$1::xid8', '$2::pg_snapshot'), most + 1)}) as events`;

interface Row extends Pick<SourceState, 'identity' | 'snapshot' | 'at'> {
  readonly zones: readonly { readonly id: string; readonly time_zone: string }[] | null;
  readonly events: string | null;
}

/**
 * What has been committed since, when it is little: everything a report must know before it answers, in one round trip on a
 * connection of its own. PostgreSQL plans the statement once: planning it for each month and its policies took ten times as
 * long as running it. A plan for any snapshot would be a scan of everything, were that not forbidden here.
 */
export class RecentEvents {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string, onIdleError: (error: Error) => void) {
    this.#pool = new pg.Pool({
      ...sessionOf(databaseUrl, 'application', {
        'noa.scope_all': 'on',
        default_transaction_read_only: 'on',
        plan_cache_mode: 'force_generic_plan',
        enable_seqscan: 'off',
        max_parallel_workers_per_gather: 0,
      }),
      max: 1,
      Client: PreparingClient,
      ...connecting,
      application_name: 'noa reports, recent events',
    });
    this.#pool.on('error', onIdleError);
  }

  /** What a statement sees is of one moment: events and state fit each other. */
  async since(snapshot: string): Promise<Recent> {
    const client = await takeConnection(this.#pool);
    const { rows } = await client
      .query<Row>({
        name: 'recent events',
        text: statement,
        values: [parseSnapshot(snapshot).xmin, snapshot],
      })
      .finally(() => client.release());
    const { zones, events, ...state } = onlyRow(rows);
    const lines = events === null ? [] : events.split('\n');
    return {
      state: { ...state, zones: new Map(zones?.map(({ id, time_zone }) => [id, time_zone])) },
      lines: lines.length > most ? null : lines,
    };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
