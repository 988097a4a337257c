import { describe, expect, it } from 'vitest';
import { addressesIn, findProblems, inputFrom, periodFrom, type ScheduleValues } from './schedule-values.ts';

const values: ScheduleValues = {
  orgId: '01a20084-061c-7f18-9a42-29a82fa8df25',
  period: 'last_month',
  frequency: 'weekly',
  weekday: 3,
  monthDay: 31,
  hour: 8,
  format: 'CSV',
  recipients: 'a@noa.test, b@noa.test\nc@noa.test',
};
const asked = {
  name: 'usage',
  input: { from: '', to: '', groupBy: [], metrics: ['event_count' as const], first: 50 },
  locale: 'ro' as const,
};
const problemsOf = (given: Partial<ScheduleValues>) => findProblems(inputFrom({ ...values, ...given }, asked));

describe('a schedule that is filled in', () => {
  it('takes the day that its frequency has, and nothing of the page', () => {
    const input = inputFrom(values, asked);

    expect(input).toMatchObject({ weekday: 3, monthDay: null, recipients: ['a@noa.test', 'b@noa.test', 'c@noa.test'] });
    expect(input).not.toHaveProperty('first');
    expect(findProblems(input)).toEqual({});
  });

  it('says what is missing and which address is none', () => {
    expect(problemsOf({ orgId: null, recipients: ' ' })).toEqual({
      orgId: 'form.required',
      recipients: 'form.required',
    });
    expect(problemsOf({ recipients: 'a@noa.test; primar' })).toEqual({ recipients: 'form.badEmail primar' });
    expect(problemsOf({ recipients: 'a@noa.test A@noa.test' })).toEqual({ recipients: 'report.twice' });
  });

  it.each([
    ['', 'last_12_months'],
    ['period=lastMonth', 'last_month'],
    ['period=nothing', 'last_12_months'],
    ['from=2026-01-01&to=2026-01-31', 'last_month'],
  ])('starts from the period on the screen: %s', (search, period) => {
    expect(periodFrom(new URLSearchParams(search))).toBe(period);
  });

  it('finds addresses however they are typed', () => {
    expect(addressesIn(' a@noa.test;\n\nb@noa.test ,c@noa.test')).toEqual(['a@noa.test', 'b@noa.test', 'c@noa.test']);
  });
});
