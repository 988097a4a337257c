import { isRandomUid, settleSerial } from '../codes/card-code.ts';
import { card } from '../kinds/card.ts';
import type { KnownHeaders } from './import-form.ts';
import type { RowReader } from './import-row-reader.ts';

/** Headers of a column of cards in a list of something else: those of a card's serial that say a card, as a building has codes too. */
export const handedCards = {
  serialNumber: [
    ...card.fields.serialNumber.imported.filter((header) => /\b(?:card|uid)\b/.test(header)),
    'card predat',
    'carduri predate',
    'serii carduri',
    'card handed out',
    'card serial',
    'card serials',
  ],
} as const satisfies KnownHeaders;

/** What stands between several cards of one cell. */
const between = /[,;/|]/;

type Reader = Pick<RowReader<'serialNumber'>, 'stated' | 'refuse'>;

function settle(reader: Reader, text: string): string | null {
  const settled = settleSerial(text);
  if (typeof settled === 'string') {
    reader.refuse('serialNumber', settled === 'ambiguous' ? 'form.ambiguousSerial' : 'form.badSerial');
    return null;
  }
  if (isRandomUid(settled.serialNumber)) {
    reader.refuse('serialNumber', 'form.randomSerial');
  }
  return settled.serialNumber;
}

/** A serial in any notation in which it can be read one way only, upper-case hexadecimal; null when none is stated. */
export function readSerialNumber(reader: Reader): string | null {
  const text = reader.stated('serialNumber');
  return text === null ? null : settle(reader, text);
}

/** The same of a cell that may list several, each once. */
export function readSerialNumbers(reader: Reader): readonly string[] {
  const parts = reader.stated('serialNumber')?.split(between) ?? [];
  const serials = parts.flatMap((part) => (part.trim() === '' ? [] : [settle(reader, part)]));
  return [...new Set(serials.filter((each) => each !== null))];
}
