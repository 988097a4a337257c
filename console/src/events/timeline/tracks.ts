import type { TimelineDayPartsFragment } from '../../api/generated/graphql.ts';

export type TimelineDay = TimelineDayPartsFragment;

/** What is drawn of one sort of thing, in this order from above. */
export type Track = 'openings' | 'refusals' | 'cards' | 'emptyings';

/** How much of a sort of thing a day had. */
export const countOf = (day: TimelineDay, track: Track): number =>
  track === 'cards' ? day.cardActions + (day.handovers ?? 0) : (day[track] ?? 0);

/** The tracks that days like these have: not of every record, and not for every viewer. */
export function tracksOf([day]: readonly TimelineDay[]): Track[] {
  return [
    ...(day?.openings === null ? [] : (['openings', 'refusals'] as const)),
    ...(typeof day?.handovers === 'number' ? (['cards'] as const) : []),
    ...(typeof day?.emptyings === 'number' ? (['emptyings'] as const) : []),
  ];
}

/** What a day had of each sort, without those it had nothing of. */
export const partsOf = (days: readonly TimelineDay[], tracks: readonly Track[]) =>
  tracks
    .map((track) => ({ track, count: days.reduce((sum, day) => sum + countOf(day, track), 0) }))
    .filter(({ count }) => count > 0);

/** How many events the list of the record has on a day. */
export const eventsOn = ({ openings, refusals, cardActions }: TimelineDay): number =>
  (openings ?? 0) + (refusals ?? 0) + cardActions;

/** Of the most in its track, 0 to 1, so that little beside much is still seen. */
export const shareOf = (count: number, most: number): number => (count === 0 ? 0 : Math.max(0.12, count / most));

/** The day that a key leads to from `index`, among those (by index, ascending) that lead somewhere; undefined for keys that lead nowhere. */
export function dayByKey(key: string, index: number, linked: readonly number[]): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return linked.findLast((each) => each < index);
    case 'ArrowRight':
      return linked.find((each) => each > index);
    case 'Home':
      return linked[0];
    case 'End':
      return linked.at(-1);
    default:
      return undefined;
  }
}

/** Days under which a date stands: today, and each week before. */
export const isDated = (index: number, days: number): boolean => (days - 1 - index) % 7 === 0;
