import type { Days } from '@noa/domain/reporting/answer/compared-days.ts';
import { dayAfter, dayOf, midnightOf } from '../../../ui/values/day-zone.ts';
import { dateFormat } from '../../../ui/values/kept-format.ts';
import { daysOfPeriod } from '@noa/domain/reporting/period-days.ts';
import type { ReportPeriod } from '@noa/domain/reporting/report-schedule.ts';

export const presets = ['thisMonth', 'lastMonth', 'last30Days', 'last12Months', 'thisYear', 'lastYear'] as const;
export type Preset = (typeof presets)[number];

/** What a schedule calls them; its last 30 days end the day before, when all has arrived. */
export const schedulePeriods: Readonly<Record<Preset, ReportPeriod>> = {
  thisMonth: 'this_month',
  lastMonth: 'last_month',
  last30Days: 'last_30_days',
  last12Months: 'last_12_months',
  thisYear: 'this_year',
  lastYear: 'last_year',
};

/** What the screen calls the period a report opens on, until somebody chooses. */
export const presetOf = ({ opensOn }: { readonly opensOn: ReportPeriod }): Preset =>
  presets.find((preset) => schedulePeriods[preset] === opensOn) ?? 'lastMonth';

/** Days as people read them: `1–31 mar. 2026`. */
export const formatDays = ({ from, to }: Days, language: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(new Date(from), new Date(to));

/** The day it is in the orgs' zone. */
export const today = (now: Date): string => dayOf(now);

/** The days of a preset, as of `current` (YYYY-MM-DD); those that reach into the present end with it. */
export const daysOf = (preset: Preset, current: string): Days =>
  preset === 'last30Days'
    ? { from: dayAfter(current, -29), to: current }
    : daysOfPeriod(schedulePeriods[preset], current);

/** The period of some days as the API takes it: half open, from midnight to midnight in the orgs' zone. */
export const periodOf = ({ from, to }: Days): { from: string; to: string } => ({
  from: midnightOf(from),
  to: midnightOf(dayAfter(to, 1)),
});
