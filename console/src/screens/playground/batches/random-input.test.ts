import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSerial } from '@noa/domain/codes/card-code.ts';
import { randomInput } from './random-input.ts';

describe('randomInput', () => {
  it('writes a serial in a way that reads back as it', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
        const next = () => numbers.next().value ?? 0;
        const { serialNumber, text } = randomInput((below) => next() % below);

        expect(readSerial(text).map((reading) => reading.serialNumber)).toContain(serialNumber);
      }),
    );
  });

  it('draws from the browser’s own chance', () => {
    const texts = new Set(Array.from({ length: 20 }, () => randomInput().text));

    expect(texts.size).toBe(20);
  });
});
