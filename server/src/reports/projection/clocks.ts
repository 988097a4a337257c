import { Temporal } from 'temporal-polyfill';

/** No lock is older: what the clocks of a zone did before does not matter. */
const begin = Temporal.Instant.from('2000-01-01T00:00Z');

/** Tells how far the clocks of a zone are ahead of UTC at a moment since 1970, both in microseconds. */
export type LocalClock = (moment: number) => number;

const clocks = new Map<string, LocalClock>();

/** The clocks of a zone, asked for moments most of which lie near each other. Each change of them is looked for once. */
export function localClock(zone: string): LocalClock {
  const clock = clocks.get(zone) ?? newClock(zone);
  clocks.set(zone, clock);
  return clock;
}

function newClock(zone: string): LocalClock {
  let next: Temporal.ZonedDateTime | null = begin.toZonedDateTimeISO(zone);
  const changes: { readonly since: number; readonly ahead: number }[] = [];
  let [since, until, ahead] = [Infinity, -Infinity, 0];
  return (moment) => {
    if (moment < since || moment >= until) {
      for (; next && (changes.length === 0 || momentOf(next) <= moment); next = next.getTimeZoneTransition('next')) {
        changes.unshift({
          since: changes.length === 0 ? -Infinity : momentOf(next),
          ahead: next.offsetNanoseconds / 1000,
        });
      }
      const last = changes.findIndex((change) => change.since <= moment);
      ({ since, ahead } = changes[last] ?? { since, ahead });
      until = changes[last - 1]?.since ?? momentOf(next);
    }
    return ahead;
  };
}

const momentOf = (change: Temporal.ZonedDateTime | null) => (change ? change.epochMilliseconds * 1000 : Infinity);
