import type { HomeTasksQuery, HomeTasksQueryVariables } from '../../api/generated/graphql.ts';
import { narrowed, type Narrowed } from '../../crud/filters/narrowed.ts';
import { paths } from '../../paths.ts';
import { status, updatedAt } from '../../resources/cards/card.filters.ts';
import { withoutAccessGroup, withoutManager } from '../../resources/entrances/entrance.filters.ts';

/** What waits for somebody, in the order in which it is told. */
const taskNames = ['cardRequests', 'blockedThisWeek', 'withoutAccessGroup', 'withoutManager'] as const;
export type TaskName = (typeof taskNames)[number];

/** The Monday of a day's week; days as YYYY-MM-DD. */
function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/**
 * The list that each is the count of.
 *
 * @param day - YYYY-MM-DD, today where the viewer is.
 */
export const taskLists = (day: string): Readonly<Record<TaskName, Narrowed>> => ({
  cardRequests: { to: paths.cards.requests, filter: {} },
  blockedThisWeek: narrowed(paths.cards.list, [
    [status, 'blocked'],
    [updatedAt, `${mondayOf(day)}..`],
  ]),
  withoutAccessGroup: narrowed(paths.entrances.list, [[withoutAccessGroup, 'true']]),
  withoutManager: narrowed(paths.entrances.list, [[withoutManager, 'true']]),
});

/** What the query is asked with, beside what the viewer sees. */
export const taskFilters = (lists: Readonly<Record<TaskName, Narrowed>>) =>
  ({
    blockedThisWeek: lists.blockedThisWeek.filter,
    withoutAccessGroup: lists.withoutAccessGroup.filter,
    withoutManager: lists.withoutManager.filter,
  }) satisfies Partial<HomeTasksQueryVariables>;

/** What there is to do, and what there would be and is not; without what the viewer is not told. */
export function sortTasks(data: HomeTasksQuery): {
  readonly waiting: readonly { readonly name: TaskName; readonly count: number }[];
  readonly none: readonly TaskName[];
} {
  const known = taskNames.flatMap((name) => {
    const count = data[name]?.totalCount;
    return count === undefined ? [] : [{ name, count }];
  });
  return {
    waiting: known.filter(({ count }) => count > 0),
    none: known.filter(({ count }) => count === 0).map(({ name }) => name),
  };
}
