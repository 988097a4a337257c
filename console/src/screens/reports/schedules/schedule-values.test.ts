import { describe, expect, it } from 'vitest';
import { addressesIn } from '../../../crud/form/addresses.ts';
import { inputFrom, newSchedule, patchFrom, scheduleForm, type ScheduleValues } from './schedule-values.ts';

const values: ScheduleValues = {
  period: 'last_month',
  frequency: 'weekly',
  weekday: 3,
  monthDay: 31,
  hour: 8,
  format: 'CSV',
  locale: 'ro',
  recipients: 'a@noa.test, b@noa.test\nc@noa.test',
};
const asked = {
  name: 'usage',
  input: { from: '', to: '', groupBy: [], metrics: ['event_count' as const], first: 50 },
};
const problemWith = (recipients: string) =>
  scheduleForm.safeParse({ ...values, recipients }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a schedule that is filled in', () => {
  it('takes the day that its frequency has, and nothing of the page', () => {
    const input = inputFrom({ ...scheduleForm.parse(values), orgId: '01a20084-061c-7f18-9a42-29a82fa8df25' }, asked);

    expect(input).toMatchObject({ weekday: 3, monthDay: null, recipients: ['a@noa.test', 'b@noa.test', 'c@noa.test'] });
    expect(input).not.toHaveProperty('first');
  });

  it('says what is missing and which address is none', () => {
    expect(problemWith(' ')).toEqual([['recipients', 'form.required']]);
    expect(problemWith('a@noa.test; primar')).toEqual([['recipients', 'form.badEmail primar']]);
    expect(problemWith('a@noa.test A@noa.test')).toEqual([['recipients', 'report.twice']]);
  });

  it('has its addresses one to a line, so that typing them otherwise changes nothing', () => {
    expect(scheduleForm.parse(values).recipients).toBe('a@noa.test\nb@noa.test\nc@noa.test');
    expect(scheduleForm.parse({ ...values, recipients: 'a@noa.test' }).recipients).toBe('a@noa.test');
  });

  it('sends of a change what was changed', () => {
    expect(patchFrom({ hour: 9 })).toEqual({ hour: 9 });
    expect(patchFrom({ recipients: 'a@noa.test\nb@noa.test' })).toEqual({ recipients: ['a@noa.test', 'b@noa.test'] });
  });

  it.each([
    ['thisMonth', 'this_month'],
    ['last12Months', 'last_12_months'],
    [null, 'last_month'],
  ] as const)('starts from the period on the screen: %s', (preset, period) => {
    expect(newSchedule(preset, 'ro').period).toBe(period);
  });

  it('finds addresses however they are typed', () => {
    expect(addressesIn(' a@noa.test;\n\nb@noa.test ,c@noa.test')).toEqual(['a@noa.test', 'b@noa.test', 'c@noa.test']);
  });
});
