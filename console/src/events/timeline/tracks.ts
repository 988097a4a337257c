import type { TimelineDayPartsFragment } from '../../api/generated/graphql.ts';

export type TimelineDay = TimelineDayPartsFragment;

/** What is drawn in a column: a day, or several in a row, counted together. */
export interface Stretch extends TimelineDay {
  /** Its last day; `date` is its first. */
  readonly until: string;
}

/** Pixels that a column must have to be read, and pressed by a finger. */
const leastWidth = 24;

/** How many days stand in a column where all have so many pixels together; one, where that is not known. */
export const daysPerColumn = (width: number, days: number): number =>
  width > 0 ? Math.ceil(days / Math.max(1, Math.floor(width / leastWidth))) : 1;

const sumOf = (days: readonly TimelineDay[], field: 'openings' | 'refusals' | 'handovers' | 'emptyings') =>
  days.some((day) => typeof day[field] !== 'number') ? null : days.reduce((sum, day) => sum + (day[field] ?? 0), 0);

/** Days in columns of so many, counted from the newest: the oldest column may have fewer. */
export function stretchesOf(days: readonly TimelineDay[], perColumn: number): Stretch[] {
  const columns = Map.groupBy(days, (day) => Math.floor((days.length - 1 - days.indexOf(day)) / perColumn));
  return [...columns.values()].flatMap((some) => {
    const [first, last] = [some[0], some.at(-1)];
    return first && last
      ? [
          {
            ...first,
            until: last.date,
            to: last.to,
            openings: sumOf(some, 'openings'),
            refusals: sumOf(some, 'refusals'),
            cardActions: some.reduce((sum, day) => sum + day.cardActions, 0),
            handovers: sumOf(some, 'handovers'),
            emptyings: sumOf(some, 'emptyings'),
          },
        ]
      : [];
  });
}

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
