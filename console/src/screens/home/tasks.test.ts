import { describe, expect, it } from 'vitest';
import { sortTasks, taskFilters, taskLists } from './tasks.ts';

describe('what waits for somebody', () => {
  it('is told with what there is, and the rest in one breath', () => {
    expect(
      sortTasks({
        cardRequests: { totalCount: 3 },
        blockedThisWeek: { totalCount: 0 },
        withoutAccessGroup: { totalCount: 1 },
        withoutManager: { totalCount: 0 },
      }),
    ).toEqual({
      waiting: [
        { name: 'cardRequests', count: 3 },
        { name: 'withoutAccessGroup', count: 1 },
      ],
      none: ['blockedThisWeek', 'withoutManager'],
    });
  });

  it('leaves out what its reader is not told', () => {
    expect(sortTasks({ cardRequests: { totalCount: 0 }, blockedThisWeek: { totalCount: 2 } })).toEqual({
      waiting: [{ name: 'blockedThisWeek', count: 2 }],
      none: ['cardRequests'],
    });
  });

  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
  ])('counts on %s the cards that were blocked since Monday %s, as their list does', (day, monday) => {
    const lists = taskLists(day);

    expect(lists.blockedThisWeek.to).toBe(`/card?status=blocked&updatedAt=${monday}..`);
    expect(taskFilters(lists).blockedThisWeek).toEqual(lists.blockedThisWeek.filter);
  });
});
