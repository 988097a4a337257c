import { dayOf, daysFrom } from './day-zone.ts';
import { dateFormat, numberFormat, relativeFormat } from './kept-format.ts';

/** A moment with day and time to the minute, in the zone of the viewer's orgs: `20 nov. 2026, 23:15`. */
export const formatExact = (moment: string, language: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment));

/** A moment of today by its time alone, of another day in full: `23:15`. */
export const formatTime = (moment: string, language: string, now = new Date()): string => {
  return dayOf(moment) === dayOf(now)
    ? dateFormat(language, { timeStyle: 'short' }).format(new Date(moment))
    : formatExact(moment, language);
};

/** The day of a moment in the zone of the viewer's orgs, with the year where it is another one: `22 nov.`, `22 nov. 2025`. */
export const formatDate = (moment: string, language: string, now = new Date()): string =>
  formatDates(moment, moment, language, now);

/** The days from that of one moment to that of another, as `formatDate` writes them: `29–31 oct.`, `30 oct. – 1 nov.`. */
export function formatDates(first: string, last: string, language: string, now = new Date()): string {
  const [from, to, today] = [dayOf(first), dayOf(last), dayOf(now)];
  const isThisYear = yearOf(from) === yearOf(today) && yearOf(to) === yearOf(today);
  const format = dateFormat(language, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
  return from === to ? format.format(new Date(first)) : format.formatRange(new Date(first), new Date(last));
}

const yearOf = (day: string) => day.slice(0, 'YYYY'.length);

/** A day, given as `YYYY-MM-DD`: `1 ian. 2026`. */
export const formatDay = (day: string, language: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));

/** The same with its weekday, for days of these weeks: `mie., 1 ian.`. */
export const formatWeekday = (day: string, language: string): string =>
  dateFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));

const steps: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'year', seconds: 31_557_600 },
  { unit: 'month', seconds: 2_629_800 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
];

/**
 * How long ago, or how far ahead, a moment is, in its largest whole unit: `acum 3 ore`.
 *
 * @param now - milliseconds since the epoch.
 * @param style - `short` for a cell: `acum 47 min.`, and a figure where words as `ieri` would be longer.
 */
export function formatRelative(
  moment: string,
  language: string,
  now: number,
  style: 'long' | 'short' = 'long',
): string {
  const seconds = (Date.parse(moment) - now) / 1000;
  const step = steps.find((each) => Math.abs(seconds) >= each.seconds);
  if (!step) {
    return relativeFormat(language, { numeric: 'auto' }).format(0, 'second');
  }
  const value = Math.trunc(seconds / step.seconds);
  const isNamed = style === 'long' && step.unit === 'day' && Math.abs(daysBetween(moment, now)) === 1;
  return relativeFormat(language, { numeric: isNamed ? 'auto' : 'always', style }).format(value, step.unit);
}

/** By the calendar: 46 hours ago was perhaps not yesterday. */
const daysBetween = (moment: string, now: number) => daysFrom(dayOf(new Date(now)), dayOf(moment));

/** Whether a moment is less than a minute before `now`, in milliseconds since the epoch, or ahead of it. */
export const isUnderAMinute = (moment: string, now: number): boolean => now - Date.parse(moment) < 60_000;

/**
 * How long something takes, in its largest whole unit: `2 zile`, `20 de zile`.
 *
 * @param milliseconds - below a minute it is one.
 * @param unitDisplay - `short` for a cell: `5 min.`, `2 ore`.
 */
export function formatDuration(milliseconds: number, language: string, unitDisplay: 'long' | 'short' = 'long'): string {
  const minute = { unit: 'minute', seconds: 60 } as const;
  const seconds = Math.max(milliseconds / 1000, minute.seconds);
  const { unit, seconds: each } = steps.find((step) => seconds >= step.seconds) ?? minute;
  return numberFormat(language, { style: 'unit', unit, unitDisplay }).format(Math.trunc(seconds / each));
}

/** A text that stays on one line: a time is not read in halves. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00A0');

/** A number with the language's own separators, at most `digits` decimals: `2.400`, `47,25`. */
export const formatNumber = (value: number, language: string, digits = 1): string =>
  numberFormat(language, { maximumFractionDigits: digits }).format(value);

/** Decimals of a coordinate: about a metre. */
export const coordinateDigits = 5;

/** A change as a number, with its sign: `+3`. */
export const formatSigned = (change: number, language: string): string =>
  numberFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 0 }).format(change);

/** A change as a share of what was, with its sign: 0.12 is `+12 %`, in English as in all its texts. */
export const formatShare = (change: number, language: string): string =>
  `${formatSigned(change * 100, language)}\u00A0%`;

/** Text in which case and diacritics no longer count: `Ștefan`, `Ştefan` and `stefan` are the same. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
