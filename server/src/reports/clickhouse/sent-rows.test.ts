import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counting, inRequests } from './feeder.ts';

async function* inPieces(text: string, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    yield bytes.subarray(at, (at += size));
  }
}

it('sends every row once, in their order, in requests of whole rows that are no larger than a piece more than asked', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'ț', '\t'), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 60 }),
      async (lines, sizes, most) => {
        const text = lines.map((each) => `${each}\n`).join('');
        let counted = 0;
        const requests: string[] = [];
        for await (const rows of inRequests(
          counting(inPieces(text, sizes), (count) => (counted = count)),
          most,
        )) {
          requests.push(Buffer.concat(rows).toString());
        }

        expect(requests.join('')).toBe(text);
        expect(requests.filter((request) => !request.endsWith('\n'))).toEqual([]);
        expect(counted).toBe(lines.length);
        const longest = Math.max(...lines.map((each) => Buffer.byteLength(each) + 1), 0);
        expect(Math.max(0, ...requests.map((request) => Buffer.byteLength(request)))).toBeLessThanOrEqual(
          most + longest + Math.max(...sizes),
        );
      },
    ),
  );
});
