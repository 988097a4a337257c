import {
  comparedDays as daysBefore,
  comparisons,
  type Comparison,
  type Days,
} from '@noa/domain/reporting/answer/compared-days.ts';
import type { Preset } from '../question/period.ts';

export { comparisons, type Comparison };

const months: Readonly<Partial<Record<Preset, number>>> = {
  thisMonth: 1,
  lastMonth: 1,
  last12Months: 12,
  thisYear: 12,
  lastYear: 12,
};

/**
 * The days to compare with.
 *
 * @param preset - null when the days are the user's own.
 */
export const comparedDays = (days: Days, preset: Preset | null, comparison: Comparison): Days =>
  daysBefore(days, (preset && months[preset]) ?? null, comparison);
