const minuteMs = 60_000;

/**
 * Minutes from `now` until 22:30 UTC on the last day of a month: a month ends in an hour and a half, and in Romania, two or three hours ahead, another
 * has begun. What is right at all other hours can be wrong then.
 */
export function minutesToMonthEnd(now) {
  const endOf = (month) => Date.UTC(now.getUTCFullYear(), month + 1, 0, 22, 30);
  const [thisMonth, nextMonth] = [endOf(now.getUTCMonth()), endOf(now.getUTCMonth() + 1)];
  return Math.ceil(((thisMonth > now.getTime() ? thisMonth : nextMonth) - now.getTime()) / minuteMs);
}
