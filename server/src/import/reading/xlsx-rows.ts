import type { CellValue } from 'hucre/xlsx';
import { withoutThousands } from '@noa/domain/texts/thousands.ts';
import { type FileRow, FileRefusal } from './file-format.ts';

/** Loaded with the first workbook: most files are lists of text, and each is read in a thread that starts from nothing. */
const workbooks = () => import('hucre/xlsx');

/** Names of the sheets that a person can see in the workbook. */
export async function listSheets(bytes: Uint8Array): Promise<string[]> {
  const { readXlsx } = await workbooks();
  const names: string[] = [];
  await refusingBadFiles(() =>
    readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) {
          names.push(name);
        }
        return false;
      },
    }),
  );
  return names;
}

/** Every row of the sheet that the file holds, under its number in the sheet. */
export async function* xlsxRows(bytes: Uint8Array, sheet: string): AsyncGenerator<FileRow> {
  const { streamXlsxRows } = await workbooks();
  const rows = streamXlsxRows(bytes, { sheet });
  for (;;) {
    const next = await refusingBadFiles(() => rows.next());
    if (next.done) {
      return;
    }
    yield { number: next.value.index + 1, cells: next.value.values.map(cellText) };
  }
}

/** What spreadsheets show of a number in a column of days that no calendar has: the serial of a card. */
const noDay = '########';

/** As a person reads the cell: numbers without exponent or thousands, days without time. */
function cellText(value: CellValue): string {
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value === 'number') {
    return numberText(value);
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? noDay : value.toISOString().replace('T00:00:00.000Z', '');
  }
  return String(value);
}

/** Digits a spreadsheet shows at most: behind them stands what calculating in halves leaves (45.300000000000004). */
const shownDigits = 15;

function numberText(value: number): string {
  if (Number.isInteger(value)) {
    return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
  }
  if (!Number.isFinite(value)) {
    return '';
  }
  const text = String(Number(value.toPrecision(shownDigits)));
  // The file says that it is a fraction; 1.125 alone would be eleven hundred where whole numbers are meant.
  return withoutThousands(text) === text ? text : `${text}0`;
}

/** Whatever the library stumbles over lies in the file: it is given nothing else. */
async function refusingBadFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new FileRefusal('import.badWorkbook', { cause });
  }
}
