import { readSerial, settleSerial, type Reading } from '@noa/domain/codes/card-code.ts';
import { fold } from '../../ui/values/format.ts';

/** How the card reader in use writes serials, as its user once said. */
export type ReaderNotation = Pick<Reading, 'notation' | 'byteOrder'>;

/** What was meant by a line that a card reader or a person typed into the scan field. */
export type Scan =
  | { readonly kind: 'serial'; readonly reading: Reading }
  | { readonly kind: 'ambiguous'; readonly readings: readonly Reading[] }
  | { readonly kind: 'goTo'; readonly apartmentId: string }
  | { readonly kind: 'noApartment' }
  | { readonly kind: 'unreadable' };

interface Numbered {
  readonly id: string;
  readonly addrAp: string;
}

/** Fewer symbols than any serial has, in any notation: such a line can only be the number of an apartment. */
const minSerialSymbols = 7;

/** `#12` or `ap. 12`: an apartment, even if its number could be a card's code. */
const explicitNumber = /^(?:#|ap[.\s])\s*(.+)$/i;

/**
 * Understands a scanned line. A serial that reads in several ways is read as `reader` writes them, when that is known.
 *
 * @param text - not empty.
 */
export function readScan(text: string, apartments: readonly Numbered[], reader: ReaderNotation | null): Scan {
  const typed = text.trim();
  const numbered = explicitNumber.exec(typed)?.[1];
  if (numbered) {
    return goTo(numbered, apartments) ?? { kind: 'noApartment' };
  }
  const readings = readSerial(typed);
  if (readings.length > 0) {
    return settle(typed, readings, reader);
  }
  return goTo(typed, apartments) ?? { kind: typed.length < minSerialSymbols ? 'noApartment' : 'unreadable' };
}

function goTo(number: string, apartments: readonly Numbered[]): Scan | undefined {
  const found = apartments.find(({ addrAp }) => fold(addrAp) === fold(number.trim()));
  return found && { kind: 'goTo', apartmentId: found.id };
}

function settle(typed: string, readings: readonly Reading[], reader: ReaderNotation | null): Scan {
  const settled = settleSerial(typed);
  // A reader that writes decimals does so always, also where the digits might be hexadecimal.
  const isReaders = settled === 'ambiguous' || (reader?.notation === 'decimal' && /^\d+$/.test(typed));
  const wanted =
    isReaders && reader
      ? readings.find(({ notation, byteOrder }) => notation === reader.notation && byteOrder === reader.byteOrder)
      : undefined;
  const reading =
    wanted ??
    (typeof settled === 'object' ? readings.find((each) => each.serialNumber === settled.serialNumber) : undefined);
  return reading ? { kind: 'serial', reading } : { kind: 'ambiguous', readings };
}

/** The serial in the notation that reads one way only: `04:A2:B1:C3`. */
export const unmistakable = (serialNumber: string): string => serialNumber.match(/../g)?.join(':') ?? serialNumber;
