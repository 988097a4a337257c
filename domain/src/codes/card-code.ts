/** The 32 symbols of card and claim codes, by their value: A–Z without S and V, then 2–9 (domain.md, "Cards and codes"). */
export const codeAlphabet = 'ABCDEFGHIJKLMNOPQRTUWXYZ23456789';

const bitsPerSymbol = 5;
const bitsPerDigit = 4;

/** Bytes of the hardware serials that exist: 4, 5, 7 and 10 are common; what lies between costs nothing. */
export const serialBytes = { min: 4, max: 10 } as const;

/** Whether `text` is a code as the specification validates it (§5): 7 or 8 symbols, upper case, nothing else around. */
export const isCode = (text: string): boolean => /^[A-RTUW-Z2-9]{7,8}$/.test(text);

/** Whether `text` is a hardware serial as the API writes it: 4 to 10 bytes, upper-case hexadecimal. */
export const isSerialNumber = (text: string): boolean => /^([0-9A-F]{2}){4,10}$/.test(text);

/** Symbols that a serial of so many bytes is displayed with: 4 bytes give 7, 5 give 8, 7 give 12, 10 give 16. */
const symbolsFor = (bytes: number) => Math.ceil((bytes * 8) / bitsPerSymbol);

const byteCounts = Array.from({ length: serialBytes.max - serialBytes.min + 1 }, (_, index) => serialBytes.min + index);

/** Decimal digits of the largest serial of so many bytes; keyboard-wedge readers pad to it with zeros: 4 bytes give 10. */
const digits = new Map(byteCounts.map((bytes) => [bytes, String(256n ** BigInt(bytes) - 1n).length]));
const mostDigits = Math.max(...digits.values());

/**
 * A hardware serial as it is printed on the card: base 32, most significant symbol first, left-padded with `A`.
 *
 * @param serialNumber - 4 to 10 bytes, upper-case hexadecimal.
 * @returns 7 to 16 symbols.
 * @throws {RangeError} if it is no such serial.
 * @example displaySerialNumber('04A2B1C3') // 'ACKFMOD'
 */
export function displaySerialNumber(serialNumber: string): string {
  if (!isSerialNumber(serialNumber)) {
    throw new RangeError(`${serialNumber} is not a serial number of 4 to 10 bytes in upper-case hexadecimal`);
  }
  let symbols = '';
  // From the last digit on, with the bits that no symbol was made of yet: a file has a serial a row, and big integers take ten times as long.
  let [bits, held] = [0, 0];
  for (let at = serialNumber.length - 1; at >= 0; at -= 1) {
    bits |= Number.parseInt(serialNumber.charAt(at), 16) << held;
    held += bitsPerDigit;
    if (held >= bitsPerSymbol) {
      symbols = codeAlphabet.charAt(bits & 31) + symbols;
      bits >>= bitsPerSymbol;
      held -= bitsPerSymbol;
    }
  }
  return held > 0 ? codeAlphabet.charAt(bits) + symbols : symbols;
}

export const notations = ['code', 'hexadecimal', 'decimal'] as const;
export type Notation = (typeof notations)[number];

/** One way to understand what was typed. */
export interface Reading {
  readonly notation: Notation;
  /** Whether the bytes stand as typed, or the last byte first, as many keyboard-wedge readers write decimals. */
  readonly byteOrder: 'asTyped' | 'reversed';
  /** The hardware serial, upper-case hexadecimal. */
  readonly serialNumber: string;
  readonly displaySerialNumber: string;
}

/** The same without what is printed on the card, for whoever does not show it. */
type Understood = Omit<Reading, 'displaySerialNumber'>;

const toHex = (value: bigint, bytes: number) =>
  value
    .toString(16)
    .toUpperCase()
    .padStart(bytes * 2, '0');

const reverseBytes = (serialNumber: string) => (serialNumber.match(/../g) ?? []).toReversed().join('');

/** As typed, without what people and readers put between the symbols. */
const clean = (text: string) => text.toUpperCase().replaceAll(/[\s-]/g, '');

/**
 * Every way to read what a person or a card reader typed: the code printed on a card, hexadecimal with or without `:`,
 * or a decimal. Decimals come in both byte orders, since readers differ. Likeliest first; each serial once.
 *
 * @returns none when the text is no serial in any notation.
 */
export const readSerial = (text: string): readonly Reading[] =>
  understand(clean(text)).map((each) => ({ ...each, displaySerialNumber: displaySerialNumber(each.serialNumber) }));

/** @param cleaned - see {@link clean}. */
function understand(cleaned: string): readonly Understood[] {
  const readings = [...readHexadecimal(cleaned), ...readCode(cleaned), ...readDecimal(cleaned)];
  return readings.filter(
    ({ serialNumber }, index) => readings.findIndex((other) => other.serialNumber === serialNumber) === index,
  );
}

function readHexadecimal(text: string): Understood[] {
  const bytesApart = /^[0-9A-F]{2}(:[0-9A-F]{2})+$/.test(text);
  const serialNumber = bytesApart ? text.replaceAll(':', '') : text;
  return isSerialNumber(serialNumber) ? [{ notation: 'hexadecimal', byteOrder: 'asTyped', serialNumber }] : [];
}

function readCode(text: string): Understood[] {
  const bytes = byteCounts.find((count) => symbolsFor(count) === text.length);
  if (bytes === undefined || !/^[A-RTUW-Z2-9]+$/.test(text)) {
    return [];
  }
  const value = Array.from(text).reduce((sum, symbol) => sum * 32n + BigInt(codeAlphabet.indexOf(symbol)), 0n);
  // 7 symbols hold 35 bits, a 4-byte serial 32: not every code stands for a card.
  return value < 256n ** BigInt(bytes)
    ? [{ notation: 'code', byteOrder: 'asTyped', serialNumber: toHex(value, bytes) }]
    : [];
}

/** Digits below this cannot be a serial: its first byte would be 0 in either order. */
const minDecimalDigits = 8;

function readDecimal(text: string): Understood[] {
  if (!/^\d+$/.test(text) || text.length < minDecimalDigits || text.length > mostDigits) {
    return [];
  }
  const value = BigInt(text);
  const bytes = byteCounts.find((count) => text.length <= (digits.get(count) ?? 0) && value < 256n ** BigInt(count));
  if (bytes === undefined) {
    return [];
  }
  const serialNumber = toHex(value, bytes);
  return [
    { notation: 'decimal', byteOrder: 'asTyped', serialNumber },
    { notation: 'decimal', byteOrder: 'reversed', serialNumber: reverseBytes(serialNumber) },
  ];
}

/** First byte of a UID of four bytes that the chip draws anew whenever it is switched on (ISO 14443-3, 6.5.4). */
const randomUidStart = '08';

/**
 * Whether a chip shows another serial at each reading: phones and bank cards do, and no lock would know them again.
 *
 * @param serialNumber - upper-case hexadecimal.
 */
export const isRandomUid = (serialNumber: string): boolean =>
  serialNumber.length === serialBytes.min * 2 && serialNumber.startsWith(randomUidStart);

const isPaddedDecimal = (text: string) =>
  /^\d+$/.test(text) && byteCounts.some((count) => digits.get(count) === text.length);

/**
 * The one serial that `text` stands for. Hexadecimal is how the API itself writes serials, so text that is whole bytes
 * of it is taken for that even where it might be a printed code as well; the exception are digits alone in a length
 * that keyboard-wedge readers type (10, 20), where either guess would be wrong too often. Hexadecimal with `:` is never
 * ambiguous.
 *
 * @returns upper-case hexadecimal; `unreadable` when it is no serial, `ambiguous` when it may be several.
 */
export function settleSerial(text: string): { serialNumber: string } | 'unreadable' | 'ambiguous' {
  const cleaned = clean(text);
  const readings = understand(cleaned);
  const [first] = readings;
  if (!first) {
    return 'unreadable';
  }
  const settled = readings.length === 1 || (first.notation === 'hexadecimal' && !isPaddedDecimal(cleaned));
  return settled ? { serialNumber: first.serialNumber } : 'ambiguous';
}
