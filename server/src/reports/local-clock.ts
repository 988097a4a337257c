import { Temporal } from 'temporal-polyfill';

/** Tells how far the clocks of a zone are ahead of UTC at a moment since 1970, both in milliseconds. */
export type LocalClock = (moment: number) => number;

/** Between two changes of the clocks. */
interface Span {
  readonly since: number;
  readonly until: number;
  readonly ahead: number;
}

const clocks = new Map<string, LocalClock>();

/** The clocks of a zone, asked for millions of moments, most of which lie near each other. Each change of them is looked for once. */
export function localClock(zone: string): LocalClock {
  const clock = clocks.get(zone) ?? newClock(zone);
  clocks.set(zone, clock);
  return clock;
}

function newClock(zone: string): LocalClock {
  const spans: Span[] = [];
  let span: Span = { since: Infinity, until: -Infinity, ahead: 0 };
  return (moment) => {
    if (moment < span.since || moment >= span.until) {
      const known = spans.find(({ since, until }) => since <= moment && moment < until);
      span = known ?? spanAt(moment, zone);
      spans.push(...(known ? [] : [span]));
    }
    return span.ahead;
  };
}

function spanAt(moment: number, zone: string): Span {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(moment)).toZonedDateTimeISO(zone);
  // What changes at this very moment is the previous change as well.
  const previous = at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const next = at.getTimeZoneTransition('next');
  return {
    since: previous?.epochMilliseconds ?? -Infinity,
    until: next?.epochMilliseconds ?? Infinity,
    ahead: at.offsetNanoseconds / 1_000_000,
  };
}

/** Since which moments, of those between two, the clocks of a zone are so far ahead of UTC; all in milliseconds. The first holds before them as well. */
export function clockChanges(zone: string, from: number, to: number): { since: number; ahead: number }[] {
  const changes = [];
  for (let span = spanAt(from, zone); ; span = spanAt(span.until, zone)) {
    changes.push({ since: Math.max(span.since, from), ahead: span.ahead });
    if (span.until > to) {
      return changes;
    }
  }
}

/** What the clocks of a zone show, to the second, as if it were UTC: spreadsheets know no zones. */
export const localTime = (moment: number, zone: string): Date =>
  new Date(Math.floor((moment + localClock(zone)(moment)) / 1000) * 1000);
