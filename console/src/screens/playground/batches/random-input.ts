import { displaySerialNumber, isRandomUid } from '@noa/domain/codes/card-code.ts';

/** Bytes of the serials that are sold. */
const byteCounts = [4, 5, 7, 10] as const;

export type Random = (below: number) => number;

export const cryptoRandom: Random = (below) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;

const pairs = (serialNumber: string) => serialNumber.match(/../g) ?? [];

/** The ways in which people and readers write a serial. */
const writers: readonly ((serialNumber: string) => string)[] = [
  displaySerialNumber,
  (serialNumber) =>
    displaySerialNumber(serialNumber)
      .toLowerCase()
      .replace(/^(.{3})/, '$1-'),
  (serialNumber) => serialNumber,
  (serialNumber) => pairs(serialNumber).join(':'),
  (serialNumber) => pairs(serialNumber.toLowerCase()).join(' '),
  decimal,
  (serialNumber) => decimal(pairs(serialNumber).toReversed().join('')),
];

/** As a keyboard-wedge reader types it: padded to the digits of the largest serial of so many bytes. */
function decimal(serialNumber: string): string {
  const digits = String(256n ** BigInt(serialNumber.length / 2) - 1n).length;
  return BigInt(`0x${serialNumber}`).toString().padStart(digits, '0');
}

/** A serial that could be a card's, and one way to write it. */
export function randomInput(random: Random = cryptoRandom): { serialNumber: string; text: string } {
  const bytes = Array.from({ length: byteCounts[random(byteCounts.length)] ?? 4 }, () => random(256));
  const drawn = bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');
  // What a chip draws by itself is no card's.
  const serialNumber = isRandomUid(drawn) ? `04${drawn.slice(2)}` : drawn;
  const write = writers[random(writers.length)] ?? displaySerialNumber;
  return { serialNumber, text: write(serialNumber) };
}
