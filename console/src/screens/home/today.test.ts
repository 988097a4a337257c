import { expect, it } from 'vitest';
import { figuresOf } from './today.ts';

const today = { events: 112, eventsWeekBefore: 100, refused: 3, refusedWeekBefore: 0 };
const days = [{ date: '2026-11-23', events: 112, refused: 3 }];

it('figures of today say how much more they are than a week ago, and lead to the records of the orgs’ day', () => {
  const [events, refused] = figuresOf({ today, days });

  expect(events).toMatchObject({ count: 112, before: 100 });
  expect(events?.change).toBeCloseTo(0.12);
  expect(events?.to).toBe('/reports/usage?from=2026-11-23&to=2026-11-23&by=date&records=event_count');
  expect(refused).toMatchObject({ count: 3, before: 0, change: null });
});

it('fewer than then is a change below zero', () => {
  expect(figuresOf({ today: { ...today, events: 50 }, days })[0]?.change).toBeCloseTo(-0.5);
});
