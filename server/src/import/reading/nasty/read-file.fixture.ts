import { expect, it } from 'vitest';
import type { FileFormat, FormatChoice } from '../file-format.ts';
import { lookAt } from '../look.ts';
import { readData } from '../rows.ts';
import { workbookOf, type Packed, type TestCell, type TestSheet } from './workbook.fixture.ts';

/** What a file turns out to be, and its rows below the header as an import gets them. */
export async function readFile(
  bytes: Uint8Array,
  choice: FormatChoice = {},
): Promise<{ format: FileFormat; rows: (readonly string[])[] }> {
  const format = await lookAt(bytes, choice);
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readData(bytes, format)) {
    rows.push(cells);
  }
  return { format, rows };
}

/** The smallest list there is. */
export const plain: readonly TestCell[][] = [
  ['Strada', 'Nr.'],
  ['Str. A', 1],
];

export const sheetOf = (rows: TestSheet['rows'], more: Partial<TestSheet> = {}): TestSheet => ({
  name: 'Blocuri',
  rows,
  ...more,
});

/** A workbook, and what is to be read of it. */
export interface Shape {
  readonly sheets: readonly TestSheet[];
  readonly more?: readonly Packed[];
  readonly choice?: FormatChoice;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly format?: Partial<FileFormat>;
}

/** What some programs put before the name of each element, and none, as most do. */
const prefixes = [undefined, 'x', 'ss-1.a'];

/** Reads each workbook and compares: its columns, its rows, and what is said of it as a file. */
export function describeWorkbooks(shapes: Readonly<Record<string, Shape>>): void {
  const cases = Object.entries(shapes).flatMap(([what, shape]) =>
    prefixes.map((prefix) => [what, prefix ? ` (${prefix}:)` : '', { ...shape, prefix }] as const),
  );
  it.each(cases)(
    'a workbook with %s is read as it is%s',
    async (_what, _prefix, { sheets, more, choice, header, rows, format, prefix }) => {
      const result = await readFile(workbookOf(sheets, more, prefix), choice);

      const own = result.format.address?.first;
      expect({ header: result.format.header.slice(0, own), rows: result.rows }).toEqual({ header, rows });
      expect(result.format).toMatchObject({ rows: rows.length, encoding: null, separator: null, ...format });
    },
  );
}
