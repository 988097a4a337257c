import type pg from 'pg';
import { named } from '../../database/connection/statement-names.ts';

/** From a moment on, in microseconds since 1970, the clocks of a zone are so many seconds ahead of UTC. */
interface ClockChange {
  readonly since: number;
  readonly ahead: number;
}

/**
 * Every change of the clocks of some zones since 2000 and until a year from now, in the order of time. PostgreSQL is asked, so that
 * both engines agree on every zone: in steps of a day, by the hour where the clocks of a day differ at its ends, and by the minute in
 * that hour. Turning each of millions of events into local time took it a third of the time that sending them did.
 */
export async function readClocks(
  client: pg.ClientBase,
  zones: readonly string[],
): Promise<ReadonlyMap<string, readonly ClockChange[]>> {
  const { rows } = await client.query<ClockChange & { readonly zone: string }>(
    named(`with days as (
      select zone, at, ahead, lag(ahead) over (partition by zone order by at) as before
      from unnest($1::text[]) zone, generate_series('2000-01-01', now() + interval '1 year', interval '1 day') at,
        lateral (select (at at time zone zone) - (at at time zone 'UTC') as ahead) a
    ), changes as (
      select zone, at, ahead, (
        select min(hour) from generate_series(at - interval '1 day', at, interval '1 hour') hour
        where before is not null and (hour at time zone zone) - (hour at time zone 'UTC') = ahead) as hour
      from days where before is distinct from ahead
    )
    select zone, extract(epoch from ahead)::float8 as ahead, 1e6 * coalesce(extract(epoch from (
      select min(minute) from generate_series(hour - interval '1 hour', hour, interval '1 minute') minute
      where (minute at time zone zone) - (minute at time zone 'UTC') = ahead))::float8, '-Infinity') as since
    from changes order by zone, at`),
    [zones],
  );
  return Map.groupBy(rows, ({ zone }) => zone);
}

/** Tells how many seconds the clocks of an org are ahead of UTC at a moment, in microseconds since 1970. */
export type LocalClock = (moment: number) => number;

/** The clocks of one zone, asked for moments most of which lie near each other. */
export function localClock(changes: readonly ClockChange[]): LocalClock {
  let [since, until, ahead] = [Infinity, -Infinity, 0];
  return (moment) => {
    if (moment < since || moment >= until) {
      const last = changes.findLastIndex((change) => change.since <= moment);
      ({ since, ahead } = changes[last] ?? unknownZone());
      until = changes[last + 1]?.since ?? Infinity;
    }
    return ahead;
  };
}

function unknownZone(): never {
  throw new Error('PostgreSQL did not say what time it is in a zone');
}
