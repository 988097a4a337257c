import { dateFormat } from './kept-format.ts';

const dayMs = 86_400_000;
/** Before it zones had offsets of odd seconds, and years are written otherwise. */
const first = Date.UTC(1970, 0, 1);

/** What clocks show in the zone, as if they were in UTC. Milliseconds since the epoch. */
function clockOf(at: number): number {
  const known = Math.max(at, first);
  const format = dateFormat('ro', {
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

/** What clocks show, to the second. */
const textOf = (clock: number) => new Date(clock).toISOString().slice(0, 19);
const lengths = { day: 10, minute: 16 } as const;

/** The day of a moment in the zone, as YYYY-MM-DD. */
export const dayOf = (moment: Date | string): string => minuteOf(moment).slice(0, lengths.day);

/** What clocks in the zone show at a moment, to the minute: `2026-11-01T12:00`. */
export const minuteOf = (moment: Date | string): string =>
  textOf(clockOf(new Date(moment).getTime())).slice(0, lengths.minute);

/** A day so many days after another one, or before it. */
export const dayAfter = (day: string, days: number): string =>
  textOf(Date.parse(day) + days * dayMs).slice(0, lengths.day);

/** How many days after another one a day is; negative before it. */
export const daysFrom = (day: string, other: string): number => (Date.parse(other) - Date.parse(day)) / dayMs;

/** When clocks in the zone may show what they show in UTC at this moment, the earlier first. Milliseconds since the epoch. */
function candidatesOf(inUtc: number): readonly number[] {
  // What clocks are set to a day before and a day behind, as they change once in such a time at most.
  const offsets = [inUtc - dayMs, inUtc + dayMs].map((at) => clockOf(at) - at);
  return offsets.map((offset) => inUtc - offset).toSorted((one, other) => one - other);
}

/** The first moment of a day in the zone: clocks may skip midnight, or show it twice. */
export function midnightOf(day: string): string {
  const inUtc = Date.parse(day);
  const begin = candidatesOf(inUtc).find((at) => textOf(clockOf(at)).startsWith(day)) ?? inUtc;
  return new Date(begin).toISOString();
}

const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/**
 * When clocks in the zone show this: `2026-11-01T12:00`, or with seconds; the first time, where they are set back.
 *
 * @returns undefined for what they never show: 31 February, the hour that is left out when clocks are set on.
 */
export function momentAt(text: string): Date | undefined {
  const inUtc = shape.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  const found = Number.isNaN(inUtc)
    ? undefined
    : candidatesOf(inUtc).find((at) => textOf(clockOf(at)).startsWith(text));
  return found === undefined ? undefined : new Date(found);
}
