import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { drawQr } from './qr.ts';

/** The modules that a path of `M x y h n v1 h-n z` runs paints dark. */
function painted(path: string, modules: number): boolean[][] {
  const grid = Array.from({ length: modules }, () => Array.from({ length: modules }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    grid[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  }
  return grid;
}

it('paints exactly the dark modules of the code', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z2-9:/#=.-]{8,60}$/), (text) => {
      const { modules, path } = drawQr(text);

      expect(painted(path, modules)).toEqual(encode(text, { ecc: 'M', border: 0 }).data);
    }),
    { numRuns: 30 },
  );
});

it('keeps the modules of a letter larger than half a millimetre on 30 mm', () => {
  const { modules } = drawQr('https://console.noa.primaria-campulung-moldovenesc.ro/home#claim=ABCDEFGH');

  expect(30 / modules).toBeGreaterThan(0.5);
});
