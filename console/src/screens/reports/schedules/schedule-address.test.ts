import { describe, expect, it } from 'vitest';
import { reportPeriods } from '@noa/domain/reporting/report-schedule.ts';
import type { ScheduleAskedFragment } from '../../../api/generated/graphql.ts';
import { isDay } from '@noa/domain/time/calendar.ts';
import { conditionsOf, readFilters, type FilterOffer } from '../question/filters.ts';
import { scheduleAddress } from './schedule-address.ts';

const schedule: ScheduleAskedFragment = {
  report: 'usage',
  period: 'last_month',
  groupBy: ['month', 'entrance'],
  metrics: ['event_count', 'total_litres'],
  filters: [],
  sort: [],
};

const searchOf = (asked: Partial<ScheduleAskedFragment>, today = '2026-03-04') =>
  new URL(scheduleAddress({ ...schedule, ...asked }, today), 'https://noa.test').searchParams;

describe('the report of a schedule', () => {
  it('is asked as the schedule asks it', () => {
    expect(scheduleAddress({ ...schedule, sort: [{ field: 'total_litres', direction: 'desc' }] }, '2026-03-04')).toBe(
      '/reports/usage?period=lastMonth&by=month%2Centrance&metrics=event_count%2Ctotal_litres&sort=-total_litres',
    );
  });

  it('has the filters of the schedule, and no others', () => {
    const filters = [
      { field: 'waste_stream', operator: 'in', value: ['glass', null] },
      { field: 'hour', operator: 'gte', value: 6 },
      { field: 'hour', operator: 'lte', value: 22 },
      { field: 'event_count', operator: 'gte', value: 5 },
      { field: 'entrance', operator: 'in', value: ['01a20084-061c-7f18-9a42-29a82fa8df25'] },
    ] as const;
    const offers: FilterOffer[] = [
      { field: 'waste_stream', type: 'string' },
      { field: 'hour', type: 'int' },
      { field: 'event_count', type: 'int' },
      { field: 'entrance', type: 'id' },
      { field: 'month', type: 'month' },
    ];

    const search = searchOf({ filters: [...filters] });

    expect(readFilters(offers, Object.fromEntries(search)).flatMap(conditionsOf)).toEqual(filters);
  });

  it.each([
    ['yesterday', '2026-03-04', '2026-03-03', '2026-03-03'],
    ['last_7_days', '2026-03-04', '2026-02-25', '2026-03-03'],
    ['last_30_days', '2026-03-04', '2026-02-02', '2026-03-03'],
    // A Wednesday, a Sunday and a Monday: weeks begin with Monday.
    ['last_week', '2026-03-04', '2026-02-23', '2026-03-01'],
    ['last_week', '2026-03-08', '2026-02-23', '2026-03-01'],
    ['last_week', '2026-03-09', '2026-03-02', '2026-03-08'],
  ] as const)('is of the days of %s as of %s: from %s to %s', (period, today, from, to) => {
    const search = searchOf({ period }, today);

    expect([search.get('from'), search.get('to'), search.get('period')]).toEqual([from, to, null]);
  });

  it.each(reportPeriods)('has a period for %s', (period) => {
    const search = searchOf({ period });

    expect(search.has('period') || (isDay(search.get('from')) && isDay(search.get('to')))).toBe(true);
  });

  it('is asked as a whole where it is not grouped', () => {
    expect(searchOf({ groupBy: [] }).get('by')).toBe('');
  });
});
