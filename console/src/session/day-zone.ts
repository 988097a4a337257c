import { dateFormat } from '../ui/values/kept-format.ts';

/** In which days begin until it is known who has signed in, and for viewers without an org. */
const usual = 'Europe/Bucharest';

let zone: string | null = null;

/** The zone in which the viewer's orgs count days: those of reports, lists and home begin and end in it, wherever the browser is. */
const dayZone = (): string => zone ?? usual;

/** Days are counted in this zone from now on; where none is told, in the usual one. */
export function countDaysIn(told: string | undefined): void {
  zone = told ?? null;
}

const dayMs = 86_400_000;
/** Before it zones had offsets of odd seconds, and years are written otherwise. */
const first = Date.UTC(1970, 0, 1);

/** What clocks show in the zone, as if they were in UTC. Milliseconds since the epoch. */
function clockOf(at: number): number {
  const known = Math.max(at, first);
  const format = dateFormat('ro', {
    timeZone: dayZone(),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(known).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const clock = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  const whole = known - (((known % 1_000) + 1_000) % 1_000);
  return at + (clock - whole);
}

const textOf = (clock: number) => new Date(clock).toISOString().slice(0, 10);

/** The day of a moment in the zone, as YYYY-MM-DD. */
export const dayOf = (moment: Date | string): string => textOf(clockOf(new Date(moment).getTime()));

/** A day so many days after another one, or before it. */
export const dayAfter = (day: string, days: number): string => textOf(Date.parse(day) + days * dayMs);

/** The first moment of a day in the zone: clocks may skip midnight, or show it twice. */
export function midnightOf(day: string): string {
  const inUtc = Date.parse(day);
  // What clocks are set to a day before and a day behind, as they change once in such a time at most.
  const offsets = [inUtc - dayMs, inUtc + dayMs].map((at) => clockOf(at) - at);
  const candidates = offsets.map((offset) => inUtc - offset).toSorted((one, other) => one - other);
  const begin = candidates.find((at) => textOf(clockOf(at)) === day) ?? inUtc;
  return new Date(begin).toISOString();
}
