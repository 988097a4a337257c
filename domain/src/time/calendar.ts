/** Whether a text is a day of the calendar, from the year 0 on: `2026-02-28`. JavaScript takes 30 February for 2 March. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) {
    return false;
  }
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8))];
  return day >= 1 && day <= (month === 2 && isLeap(Number(text.slice(0, 4))) ? 29 : (daysOfMonths[month - 1] ?? 0));
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Whether a text is a month, from the year 0 on: `2026-02`. */
export const isMonth = (text: unknown): text is string => typeof text === 'string' && isDay(`${text}-01`);

/** Whether a text is a week as ISO 8601 counts them, from the year 0 on: `2026-W05`. */
export function isWeek(text: unknown): text is string {
  const [, year, week] = (typeof text === 'string' && /^(\d{4})-W(\d\d)$/.exec(text)) || [];
  return year !== undefined && Number(week) > 0 && Number(week) <= weeksOf(year);
}

/** A year has a 53rd week where it begins or ends with a Thursday. */
function weeksOf(year: string): number {
  const thursday = 4;
  return [`${year}-01-01`, `${year}-12-31`].some((day) => new Date(day).getUTCDay() === thursday) ? 53 : 52;
}

const dayMs = 86_400_000;

/**
 * What a week as ISO 8601 counts them (`2026-W05`) is called by.
 *
 * @param format - of days in UTC.
 */
export function factsOfWeek(week: string, format: Intl.DateTimeFormat): { number: number; days: string } {
  const [year = 0, number = 1] = week.split('-W').map(Number);
  // The week that the fourth of January is in is the first.
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = fourth.getTime() - (((fourth.getUTCDay() + 6) % 7) - (number - 1) * 7) * dayMs;
  return { number, days: format.formatRange(monday, monday + 6 * dayMs) };
}
