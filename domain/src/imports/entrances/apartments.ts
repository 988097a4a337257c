import { buildingLimits } from '../import-buildings.ts';
import { wholeDigits } from '../import-row-reader.ts';

/** Apartments numbered through from `first` on. */
export interface StatedApartments {
  readonly first: number;
  /** None for 0. */
  readonly count: number;
}

type Reading = { readonly value: StatedApartments } | { readonly reason: string };

const between = String.raw`\s*(?:[-–—÷]|(?:p[aâ]n[aă] )?la\s)\s*`;
const fromTo = new RegExp(`^(?:ap(?:artamente(?:le)?)?\\.?\\s*)?(?:de la )?(\\d{1,4})${between}(\\d{1,4})$`, 'i');
const counted = /^\d{1,9}$/;

/**
 * The apartments of a block or entrance: how many there are (`20`, `1.000` as thousands are parted here, `12,0` as spreadsheets save it), which are
 * numbered from 1, or the first and the last of them (`21-40`, `ap. 21 – 40`).
 *
 * @returns `reason`, a locale key, when it is neither, or more than a block has.
 */
export function readApartments(text: string): Reading {
  const [, from, to] = fromTo.exec(text) ?? [];
  const whole = counted.exec(wholeDigits(text))?.[0];
  const first = from === undefined ? 1 : Number(from);
  const count = from === undefined ? Number(whole) : Number(to) - first + 1;
  if (Number.isNaN(count) || first < 1 || (from !== undefined && count < 1)) {
    return { reason: 'form.badNumber' };
  }
  return count > buildingLimits.apartments ? { reason: 'form.tooLarge' } : { value: { first, count } };
}

/** Whether what stands in the place of one apartment means several: two of neighbours that were made one have both numbers. */
export function isSeveralApartments(text: string): boolean {
  const [, from, to] = fromTo.exec(text) ?? [];
  return Number(to) - Number(from) > 1;
}
