import { buffer } from 'node:stream/consumers';
import { streamXlsxRows } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { fileStream } from './table-file.ts';
import { workbook, type SheetCell } from './workbook.ts';

/** In pieces of three rows. */
async function* inPieces(rows: readonly SheetCell[][]): AsyncGenerator<readonly SheetCell[][]> {
  for (let start = 0; start < rows.length; start += 3) {
    yield rows.slice(start, start + 3);
  }
}

const write = (sheets: readonly SheetCell[][][]) =>
  buffer(fileStream(() => workbook(sheets.map((rows, index) => ({ name: `Foaia & ${index}`, rows: inPieces(rows) })))));

/** As another program reads them. */
async function read(file: Buffer, sheet: number | string): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const { values } of streamXlsxRows(file, { sheet })) {
    rows.push([...values]);
  }
  return rows;
}

it('is read as it was written: texts, numbers, moments, and what XML would not hold', async () => {
  const cells: SheetCell[][] = [
    ['Bl. <1> & "A"', `d'Or`, ' pe margini ', 'ș\nț', '\u0007', '_x0007_', 'a\tb', '😀'],
    [0, -1.5, 1e21, 0.1, 1_000_000],
    [new Date('2026-03-02T12:34:56Z'), true, null, '', 'după'],
    [Array.from({ length: 30 }, (_, position) => position)].flat(),
  ];

  const file = await write([cells, [['alta']]]);

  expect(await read(file, 0)).toEqual(cells.map((row) => row.map((cell) => (cell === '' ? '' : cell))));
  expect(await read(file, 'Foaia & 1')).toEqual([['alta']]);
});

it('cuts what is longer than a cell may be', async () => {
  const [[text] = []] = await read(await write([[['ă'.repeat(40_000)]]]), 0);

  expect(text).toBe('ă'.repeat(32_767));
});
