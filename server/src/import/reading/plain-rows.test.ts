import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows, plainRows } from './csv-rows.ts';

const letters = fc.constantFrom('a', 'ș', '0', ' ', ';', ';', '\n', '\n', '\r', '\r\n');
const text = fc.array(letters, { maxLength: 60 }).map((each) => each.join(''));

const parsed = (whole: string): string[][] =>
  parse(whole, {
    delimiter: ';',
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  });

async function read(whole: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of csvRows(Buffer.from(whole), 'utf-8', ';')) {
    rows.push([...cells]);
  }
  return rows;
}

describe('rows that are cut at their separators', () => {
  it('are those that a parser finds, however the text comes in pieces', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 4 }), (whole, cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));

        expect([...plainRows(pieces[Symbol.iterator](), ';')]).toEqual(parsed(whole));
      }),
    );
  });

  it('go on as a parser finds them from the first quotation mark on', async () => {
    const quoted = fc.constantFrom('"x"', '"x;y"', '"x\ny"', '"x""y"', 'x "y" z');
    const lines = fc.array(fc.array(fc.oneof(quoted, fc.constantFrom('a', '', 'ș')), { minLength: 1, maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(lines, fc.constantFrom('\n', '\r\n', '\r'), async (rows, end) => {
        const whole = rows.map((cells) => cells.join(';')).join(end);

        expect(await read(whole)).toEqual(parsed(whole));
      }),
    );
  });

  it('end where a row is longer than any may be', async () => {
    await expect(read('a'.repeat(1_300_000))).rejects.toThrow('import.badCsv');
  });
});
