import type { StatedApartments } from './apartments.ts';
import { buildingLimits } from '../import-buildings.ts';
import { wholeDigits } from '../import-row-reader.ts';
import { letters } from '../import.ts';

/** An entrance of a block and the apartments behind it, `first` to `last`; none when `last` is below `first`. */
export interface StatedEntrance {
  readonly addrSc: string;
  readonly first: number;
  readonly last: number;
}

/** What a block has that states no entrance (issue 2). */
export const defaultEntrance = 'A';

interface NamedEntrance {
  readonly addrSc: string;
  /** Null when the list names the entrance without its apartments. */
  readonly apartments: number | null;
}

/** Between the entrances of a list, which people write as they speak: `A, B și C`. */
const between = /[|;,]|\s(?:și|si|and)\s/i;

/** From one to another: whether those between are meant, only the block knows. */
const range = /^(?:\p{L}\s*[-–]\s*\p{L}|\d{1,2}\s*[-–]\s*\d{1,2})$/u;

type Reading<Value> = { readonly value: Value } | { readonly reason: string };

function readList(text: string): Reading<readonly NamedEntrance[]> {
  if (text === '') {
    return { value: [] };
  }
  const digits = wholeDigits(text);
  if (/^\d+$/.test(digits)) {
    const count = Number(digits);
    return count <= buildingLimits.entrances
      ? { value: Array.from({ length: count }, (_, index) => ({ addrSc: letters(index), apartments: null })) }
      : { reason: 'form.tooLarge' };
  }
  const parts = text.split(between).map((part) => /^([^:]+?)(?:\s*:\s*(\d{1,4}))?$/.exec(part.trim()));
  const named = parts.flatMap((part) =>
    part?.[1] === undefined ? [] : [{ addrSc: part[1], apartments: part[2] === undefined ? null : Number(part[2]) }],
  );
  const counted = named.filter(({ apartments }) => apartments !== null).length;
  const distinct = new Set(named.map(({ addrSc }) => addrSc.toLowerCase()));
  const isUnclear = named.some(({ addrSc }) => range.test(addrSc));
  if (isUnclear || distinct.size !== parts.length || (counted !== 0 && counted !== named.length)) {
    return { reason: 'import.badEntrances' };
  }
  return named.length <= buildingLimits.entrances ? { value: named } : { reason: 'form.tooLarge' };
}

/** As even as possible, the first entrances taking what remains: lists often give a total for the whole block only. */
function share(total: number, parts: number): number[] {
  const least = Math.floor(total / parts);
  return Array.from({ length: parts }, (_, index) => least + (index < total % parts ? 1 : 0));
}

/**
 * The entrances of one block, its apartments numbered through from their first.
 *
 * @param text - `A:16|B:26` (name and apartments), `A|B` or `A și B` (names; the apartments are shared out evenly), a number of
 * entrances, or nothing (one entrance, `A`).
 * @param apartments - apartments of the whole block; null when not stated.
 * @returns `reason`, a locale key, when the text cannot be read or says another total than `apartments`.
 */
export function readEntrances(text: string, apartments: StatedApartments | null): Reading<readonly StatedEntrance[]> {
  const list = readList(text);
  if ('reason' in list) {
    return list;
  }
  const named = list.value.length > 0 ? list.value : [{ addrSc: defaultEntrance, apartments: null }];
  const stated = named.flatMap((entrance) => entrance.apartments ?? []);
  const total = stated.reduce((sum, each) => sum + each, 0);
  if (stated.length > 0 && apartments !== null && apartments.count !== total) {
    return { reason: 'import.countsDiffer' };
  }
  if (total > buildingLimits.apartments) {
    return { reason: 'form.tooLarge' };
  }
  const counts = stated.length > 0 ? stated : share(apartments?.count ?? 0, named.length);
  let next = apartments?.first ?? 1;
  return {
    value: named.map(({ addrSc }, index) => {
      const first = next;
      next += counts[index] ?? 0;
      return { addrSc, first, last: next - 1 };
    }),
  };
}
