import type { ContainerStatusPointsQuery } from '../../api/generated/graphql.ts';
import { isAskedFor, isInside, type Overview, type State } from './overview.ts';
import type { StatusChange } from './changes.ts';

export type Point = ContainerStatusPointsQuery['containerStatusPoints'][number];

/** What the map and the list were made from. */
export interface Base {
  /** Every container with a place, by id, in the state it was in. */
  readonly points: ReadonlyMap<string, Point>;
  /** How far the changes were then. */
  readonly mark: number;
}

type Choice = Pick<Overview, 'level' | 'stale' | 'bbox'>;

/** Whether a container would stand elsewhere for it. */
export const differs = (one: State, other: State) => one.level !== other.level || one.isSilent !== other.isSilent;

/**
 * How many containers have come to a state in which they would stand elsewhere: in the list or out of it, higher or lower. What
 * else they say shows at once, in its place, and is no news.
 */
export const countNews = ({ points }: Base, choice: Choice, changes: readonly StatusChange[]): number =>
  changes.filter((change) => {
    const before = points.get(change.id);
    return (
      before !== undefined &&
      differs(before, change) &&
      isInside(choice.bbox, before) &&
      (isAskedFor(choice, before) || isAskedFor(choice, change))
    );
  }).length;

/** The points that were asked for, as the map draws them. */
export const pointsOf = ({ points }: Base, choice: Pick<Choice, 'level' | 'stale'>): Point[] =>
  [...points.values()].filter((point) => isAskedFor(choice, point));

/** The base of a choice made later: what has been reported by now is no longer news. */
export function baseOf(points: readonly Point[], changes: readonly StatusChange[], mark: number): Base {
  const last = new Map(changes.map((change) => [change.id, change]));
  return {
    points: new Map(
      points.map((point) => {
        const { level, isSilent } = last.get(point.id) ?? point;
        return [point.id, { ...point, level, isSilent }];
      }),
    ),
    mark,
  };
}
