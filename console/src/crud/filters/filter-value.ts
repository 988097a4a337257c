import { isDay, isMonth, isWeek } from '@noa/domain/time/calendar.ts';
import { dayAfter, midnightOf } from '../../ui/values/day-zone.ts';
import type { Filter } from '../define-resource.ts';

/** A filter as the API takes it. */
export type FilterValue =
  | string
  | boolean
  | { readonly min?: number; readonly max?: number }
  | { readonly from?: string; readonly to?: string };

/** The two ends of a range, as they are typed; an open end is empty. */
export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** What is wrong with a range: a locale key under `range`. */
export type EndsProblem = 'badNumber' | 'badPercent' | 'badDay' | 'badMonth' | 'badWeek' | 'reversed';

export type RangeKind = 'int' | 'percent' | 'period' | 'month' | 'week';

/** GraphQL's Int has 32 bits. */
const maxInt = 2_147_483_647;

/** `60..240` in the address; an open end is empty: `60..`. */
export function splitEnds(text: string): Ends | undefined {
  const [from, to, ...more] = text.split('..');
  return from === undefined || to === undefined || more.length > 0 || from + to === '' ? undefined : { from, to };
}

/** The reverse of `splitEnds`; null when both ends are open, which is no filter. */
export const joinEnds = ({ from, to }: Ends): string | null => (from + to === '' ? null : `${from}..${to}`);

const kinds: Record<RangeKind, { problem: EndsProblem; isValid: (end: string) => boolean }> = {
  int: { problem: 'badNumber', isValid: (end) => /^\d{1,10}$/.test(end) && Number(end) <= maxInt },
  percent: { problem: 'badPercent', isValid: (end) => /^\d{1,3}(\.\d{1,3})?$/.test(end) && Number(end) <= 100 },
  period: { problem: 'badDay', isValid: isDay },
  month: { problem: 'badMonth', isValid: isMonth },
  week: { problem: 'badWeek', isValid: isWeek },
};

/** Those whose ends are in order as numbers; the others are as texts. */
const numbers: readonly RangeKind[] = ['int', 'percent'];

const isReversed = (kind: RangeKind, { from, to }: Ends) =>
  from !== '' && to !== '' && (numbers.includes(kind) ? Number(from) > Number(to) : from > to);

/** The ends that cannot be right: one of no such kind, or both, where they are in the wrong order. */
export function wrongEnds(kind: RangeKind, ends: Ends): readonly (keyof Ends)[] {
  const both = ['from', 'to'] as const;
  const wrong = both.filter((end) => ends[end] !== '' && !kinds[kind].isValid(ends[end]));
  return wrong.length === 0 && isReversed(kind, ends) ? both : wrong;
}

/** Why these ends cannot be a range of this kind; undefined when they can, or when both are open. */
export function problemOf(kind: RangeKind, ends: Ends): EndsProblem | undefined {
  const { problem, isValid } = kinds[kind];
  const [wrong] = wrongEnds(kind, ends);
  return wrong && (isValid(ends[wrong]) ? 'reversed' : problem);
}

function readRange(kind: RangeKind, text: string): FilterValue | undefined {
  const ends = splitEnds(text);
  if (!ends || problemOf(kind, ends)) {
    return undefined;
  }
  const { from, to } = ends;
  if (kind === 'period') {
    // Both days count in the address; the API wants the first moment that does not.
    return { ...(from && { from: midnightOf(from) }), ...(to && { to: midnightOf(dayAfter(to, 1)) }) };
  }
  return { ...(from && { min: Number(from) }), ...(to && { max: Number(to) }) };
}

/** What the address says of a filter, as the API takes it; undefined when it makes no sense. */
export function readFilter(filter: Filter, text: string): FilterValue | undefined {
  switch (filter.kind) {
    case 'flag':
      return text === 'true' ? true : undefined;
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'choice':
      // A choice between true and false is a Boolean of the API.
      return !filter.values.includes(text) ? undefined : text === 'true' || (text === 'false' ? false : text);
    case 'record':
    case 'text':
      return text;
    default:
      return readRange(filter.kind, text);
  }
}
