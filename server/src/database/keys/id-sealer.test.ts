import { expect, it } from 'vitest';
import fc from 'fast-check';
import { IdSealer } from './id-sealer.ts';

const ids = new IdSealer(Buffer.alloc(32, 1));
const numbers = fc.bigInt(0n, 999_999_999_999_999_999n).map(String);

it('a number comes back from what is shown for it, of its kind and with its key only', () => {
  fc.assert(
    fc.property(numbers, (number) => {
      const shown = ids.sealNumber('version', number);
      expect(shown).toBe(ids.sealNumber('version', number));
      expect(ids.openNumber('version', shown)).toBe(number);
      expect(ids.openNumber('cardEvent', shown)).toBeNull();
      expect(new IdSealer(Buffer.alloc(32, 2)).openNumber('version', shown)).toBeNull();
      expect(ids.openNumber('version', number)).toBeNull();
    }),
  );
});

it('of two numbers nobody sees which is the greater, nor how far they lie apart', () => {
  const shown = Array.from({ length: 4_000 }, (_, number) =>
    Buffer.from(ids.sealNumber('cardEvent', String(number)), 'base64url').readBigUInt64BE(),
  );
  const ascents = shown.filter((value, index) => index > 0 && value > (shown[index - 1] ?? 0n)).length;

  expect(ascents).toBeGreaterThan(1_850);
  expect(ascents).toBeLessThan(2_150);
  expect(new Set(shown.map((value) => value >> 32n)).size).toBeGreaterThan(3_990);
});

it('what is no number is not shown at all', () => {
  for (const text of ['', '-1', '1.5', 'abc', '1'.repeat(19)]) {
    expect(() => ids.sealNumber('version', text)).toThrow(RangeError);
  }
});

it('a cursor comes back as it was, and one that was changed anywhere does not', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, position) => {
      const shown = ids.sealText(text);
      expect(shown).toBe(ids.sealText(text));
      expect(ids.openText(shown)).toBe(text);
      const bytes = Buffer.from(shown, 'base64url');
      bytes[position % bytes.length] = (bytes[position % bytes.length] ?? 0) ^ 1;
      expect(ids.openText(bytes.toString('base64url'))).toBeNull();
    }),
  );
  expect(ids.openText('')).toBeNull();
});
