import { measuredKinds } from '@noa/domain/status-kinds.ts';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import type { StatusPartsFragment } from '../api/generated/graphql.ts';

export type Reading = StatusPartsFragment['readings'][number];

/** What decides why a container is in its state. */
export type Told = Pick<StatusPartsFragment, 'level' | 'isSilent' | 'heardAt' | 'readings'>;

/** One of the things that made a container's state what it is. */
export type Cause =
  /** Its lock has not been heard since. */
  | { readonly of: 'silence'; readonly since: string }
  /** What was last said of it; `emptiedAt` where it was emptied after it was found so full. */
  | { readonly of: 'reading'; readonly reading: Reading; readonly emptiedAt: string | null }
  /** Nobody has said anything yet that still holds. */
  | { readonly of: 'nothing' };

/** What asks somebody to go there comes before what asks for a look. */
const urgency: readonly StatusUpdateKind[] = [
  'fill_closed',
  'fill_level_pct',
  'battery_life_pct',
  'battery_life_status',
  'sync',
];
const rank = ({ kind }: Reading) => (urgency.includes(kind) ? urgency.indexOf(kind) : urgency.length);

const isFill = ({ kind }: Reading) => kind === 'fill_level_pct' || kind === 'fill_closed';

/** When a container was emptied after a reading of it; null where it was not. */
function emptiedAfter(readings: readonly Reading[], { at }: Reading): string | null {
  const emptiedAt = readings.find(({ kind }) => kind === 'emptying_detected')?.at ?? null;
  return emptiedAt !== null && Date.parse(emptiedAt) > Date.parse(at) ? emptiedAt : null;
}

/**
 * Why a container is in the state it is in (domain.md, "Status updates": the worst of what is known and not too old, the
 * lock's silence included), most urgent first. None for one that is well.
 */
export function causesOf({ level, isSilent, heardAt, readings }: Told): Cause[] {
  if (level === 'ok') {
    return [];
  }
  const told = readings
    .filter((reading) => level !== null && reading.level === level && !reading.isStale)
    .toSorted((one, other) => rank(one) - rank(other) || Date.parse(other.at) - Date.parse(one.at))
    .map((reading): Cause => ({
      of: 'reading',
      reading,
      emptiedAt: isFill(reading) ? emptiedAfter(readings, reading) : null,
    }));
  const silence: Cause[] = isSilent && heardAt ? [{ of: 'silence', since: heardAt }] : [];
  const causes = [...told, ...silence];
  return causes.length > 0 ? causes : [{ of: 'nothing' }];
}

/**
 * Whether it is so full that somebody has to empty it, whatever else is wrong with it: an empty battery may be worse, and is no reason to drive
 * past.
 */
export const isFull = ({ readings }: Pick<Told, 'readings'>): boolean =>
  readings.some(
    (reading) =>
      isFill(reading) &&
      (reading.level === 'error' || reading.level === 'warning') &&
      !reading.isStale &&
      emptiedAfter(readings, reading) === null,
  );

/** Whether emptying it is what its state asks for first, as far as we were told: it is full, and nothing worse is wrong with it. */
export const isToBeEmptied = (told: Told): boolean =>
  (told.level === 'error' || told.level === 'warning') &&
  causesOf(told).some((cause) => cause.of === 'reading' && isFill(cause.reading) && cause.emptiedAt === null);

/** A measure that is too old to go by; what happened once stays true. */
export const isOld = ({ kind, isStale }: Reading): boolean => isStale && measuredKinds.includes(kind);
