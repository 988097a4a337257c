/** The zone in which orgs count days; the server groups by each org's own. */
const reportZone = 'Europe/Bucharest';

export const presets = ['thisMonth', 'lastMonth', 'last30Days', 'last12Months', 'thisYear', 'lastYear'] as const;
export type Preset = (typeof presets)[number];

/** From the first to the last day, both in it; days as YYYY-MM-DD. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Days as people read them: `1–31 mar. 2026`. */
export const formatDays = ({ from, to }: Days, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(new Date(from), new Date(to));

const pad = (value: number) => String(value).padStart(2, '0');
const dayOf = (date: Date) => `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
const day = (year: number, month: number, date: number) => dayOf(new Date(Date.UTC(year, month, date)));

/** The day it is in the orgs' zone. */
export function today(now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: reportZone, dateStyle: 'short' }).format(now);
}

/** The days of a preset, as of `current` (YYYY-MM-DD); those that reach into the present end with it. */
export function daysOf(preset: Preset, current: string): Days {
  const [year = 0, month = 1, date = 1] = current.split('-').map(Number);
  switch (preset) {
    case 'thisMonth':
      return { from: day(year, month - 1, 1), to: current };
    case 'lastMonth':
      return { from: day(year, month - 2, 1), to: day(year, month - 1, 0) };
    case 'last30Days':
      return { from: day(year, month - 1, date - 29), to: current };
    case 'last12Months':
      return { from: day(year, month - 12, 1), to: current };
    case 'thisYear':
      return { from: day(year, 0, 1), to: current };
    case 'lastYear':
      return { from: day(year - 1, 0, 1), to: day(year - 1, 11, 31) };
  }
}

/** Whether a text is a day that the calendar has. */
export function isDay(text: string | null): text is string {
  const date = text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : undefined;
  return date !== undefined && !Number.isNaN(date.getTime()) && dayOf(date) === text;
}

/** The period of some days as the API takes it: half open, from midnight to midnight in the orgs' zone. */
export const periodOf = ({ from, to }: Days): { from: string; to: string } => ({
  from: midnight(from),
  to: midnight(dayOf(new Date(Date.parse(to) + 86_400_000))),
});

/** The moment a day begins in the orgs' zone. */
function midnight(text: string): string {
  const utc = Date.parse(text);
  // The offset may change on that very day: what holds at the guess is tried, and corrected once.
  const guess = utc - offsetAt(utc);
  return new Date(utc - offsetAt(guess)).toISOString();
}

/** Milliseconds by which the orgs' clocks are ahead of UTC. */
function offsetAt(moment: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: reportZone, timeZoneName: 'longOffset' }).formatToParts(
    moment,
  );
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
