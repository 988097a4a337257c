import type pg from 'pg';
import { microsecondsTo2000 } from './arriving.ts';

/** From a moment on, in microseconds since 2000, the clocks of a zone are so many seconds ahead of UTC. */
interface ClockChange {
  readonly since: number;
  readonly ahead: number;
}

/** Every change of the clocks of a zone, in the order of time, while there are events. */
export type Clocks = ReadonlyMap<string, readonly ClockChange[]>;

/**
 * Asks PostgreSQL, so that both engines agree on every zone: in steps of a quarter of an hour, and by the second where the clocks
 * of a quarter differ at its ends. Turning each of millions of events into local time took it a third of the time that sending
 * them did.
 */
export async function readClocks(client: pg.PoolClient, zones: readonly string[]): Promise<Clocks> {
  const { rows } = await client.query<{ zone: string; ahead: number; since: number | null }>(
    `with span as (
      select min(substring(bounds from 'FROM \\(''([^'']+)''')::timestamptz) as earliest,
        max(substring(bounds from 'TO \\(''([^'']+)''')::timestamptz) as latest
      from (select pg_get_expr(c.relpartbound, c.oid) as bounds from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'card_event'::regclass) months
    ), quarters as (
      select zone, at, ahead, lag(ahead) over (partition by zone order by at) as before
      from span, unnest($1::text[]) zone, generate_series(earliest, latest, interval '15 minutes') at,
        lateral (select (at at time zone zone) - (at at time zone 'UTC') as ahead) a
    )
    select zone, extract(epoch from ahead)::float8 as ahead, (
      select extract(epoch from min(second))::float8
      from generate_series(at - interval '15 minutes', at, interval '1 second') second
      where before is not null and (second at time zone zone) - (second at time zone 'UTC') = ahead) as since
    from quarters where before is distinct from ahead order by zone, at`,
    [zones],
  );
  const clocks = new Map<string, ClockChange[]>();
  for (const { zone, ahead, since } of rows) {
    const changes = clocks.get(zone) ?? [];
    changes.push({ since: since === null ? -Infinity : since * 1e6 - microsecondsTo2000, ahead });
    clocks.set(zone, changes);
  }
  return clocks;
}

/** The clocks of one zone, asked for moments most of which lie near each other. */
export class LocalClock {
  readonly #changes: readonly ClockChange[];
  #since = Infinity;
  #until = -Infinity;
  #ahead = 0;

  constructor(changes: readonly ClockChange[]) {
    this.#changes = changes;
  }

  /** Seconds that they are ahead of UTC at a moment, in microseconds since 2000. */
  aheadAt(moment: number): number {
    if (moment < this.#since || moment >= this.#until) {
      const last = this.#changes.findLastIndex(({ since }) => since <= moment);
      const change = this.#changes[last];
      if (!change) {
        throw new Error('PostgreSQL did not say what time it is in a zone');
      }
      ({ since: this.#since, ahead: this.#ahead } = change);
      this.#until = this.#changes[last + 1]?.since ?? Infinity;
    }
    return this.#ahead;
  }
}
