import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { dateFormat } from '../../../ui/values/kept-format.ts';
import { headlineOf } from '@noa/domain/reporting/headlines.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/** The zone in which orgs count days; the server groups by each org's own. */
const reportZone = 'Europe/Bucharest';

export const presets = ['thisMonth', 'lastMonth', 'last30Days', 'last12Months', 'thisYear', 'lastYear'] as const;
export type Preset = (typeof presets)[number];

/** The period a report opens on, until somebody chooses. */
export const presetOf = (report: string): Preset => headlineOf(report)?.period ?? 'lastMonth';

/** Days as people read them: `1–31 mar. 2026`. */
export const formatDays = ({ from, to }: Days, language: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(new Date(from), new Date(to));

/** As YYYY-MM-DD. */
const textOf = (day: Dayjs) => day.format('YYYY-MM-DD');

/** The day it is in the orgs' zone. */
export const today = (now: Date): string => textOf(dayjs(now).tz(reportZone));

/** The days of a preset, as of `current` (YYYY-MM-DD); those that reach into the present end with it. */
export function daysOf(preset: Preset, current: string): Days {
  const day = dayjs.utc(current);
  const whole = (unit: 'month' | 'year') => {
    const last = day.subtract(1, unit);
    return { from: textOf(last.startOf(unit)), to: textOf(last.endOf(unit)) };
  };
  const until = (from: Dayjs) => ({ from: textOf(from), to: current });
  switch (preset) {
    case 'thisMonth':
      return until(day.startOf('month'));
    case 'lastMonth':
      return whole('month');
    case 'last30Days':
      return until(day.subtract(29, 'day'));
    case 'last12Months':
      return until(day.startOf('month').subtract(11, 'month'));
    case 'thisYear':
      return until(day.startOf('year'));
    case 'lastYear':
      return whole('year');
  }
}

/** The period of some days as the API takes it: half open, from midnight to midnight in the orgs' zone. */
export const periodOf = ({ from, to }: Days): { from: string; to: string } => ({
  from: midnight(from),
  to: midnight(textOf(dayjs.utc(to).add(1, 'day'))),
});

/** The moment a day begins in the orgs' zone. */
const midnight = (day: string): string => dayjs.tz(day, reportZone).toISOString();
