import { maskPeople } from '@noa/domain/codes/id-number.ts';
import { coordinateOf } from '@noa/domain/imports/address/point.ts';
import type { CellProblem, ImportKind, ImportMapping } from '@noa/domain/imports/import.ts';
import type { CellOf } from '@noa/domain/imports/import-row-reader.ts';
import { isExampleRow } from '../template/example-row.ts';
import { problemColumns, type ColumnBatch, type Columns, ColumnWriter, type Value } from './column-batch.ts';
import { type FileFormat, FileRefusal } from './file-format.ts';
import { judgingRows } from './rows-that-are-none.ts';
import { readData } from './rows.ts';
import { remarkingMarks } from './sheet-marks.ts';

/** Rows gathered before they are handed on. */
const batchRows = 5_000;

export interface StagedBatch {
  readonly staged: ColumnBatch;
  readonly problems: ColumnBatch;
  /** Rows of the file read so far. */
  readonly rowsDone: number;
}

/** How the rows of one kind of file are read. */
export interface RowStager {
  readonly columns: Columns;
  /** The staged rows that one row of the file becomes (none when it is refused), and what is to be said of it. */
  readonly read: (cell: CellOf) => {
    readonly rows: readonly Readonly<Record<string, Value>>[];
    readonly problems: readonly CellProblem[];
  };
}

/**
 * Reads all rows below the header as `mapping` says, batch by batch; rows that are none are passed over (`judgingRows`).
 *
 * @throws {FileRefusal} `import.nothingMapped` when no row is left.
 */
export async function* stageRows(
  bytes: Uint8Array,
  format: FileFormat,
  mapping: ImportMapping,
  { kind, ...stager }: RowStager & { readonly kind: ImportKind },
): AsyncGenerator<StagedBatch> {
  const columnOf = new Map(Object.entries(mapping).map(([field, header]) => [field, format.header.indexOf(header)]));
  const arePoints = mapping['lat'] !== undefined && mapping['lat'] === mapping['lng'];
  const staged = new ColumnWriter([['row_number', 'integer'], ...stager.columns]);
  const problems = new ColumnWriter(problemColumns);
  let rowsDone = 0;
  const left = leftOfAddress(format, mapping);
  const columns = [...columnOf].toSorted(([, one], [, other]) => one - other);
  const judge = judgingRows(kind, format, columns);
  const remarkMarks = await remarkingMarks(bytes, format, columns);
  for await (const row of readData(bytes, format)) {
    if (staged.length + problems.length >= batchRows) {
      yield { staged: staged.take(), problems: problems.take(), rowsDone };
    }
    const { isNone, said } = judge(row);
    const addProblem = ({ field, value, reason, isWarning }: (typeof said)[number]) =>
      problems.add({ row_number: row.number, field, value: maskPeople(value), reason, is_warning: isWarning });
    if (isNone) {
      said.forEach(addProblem);
      continue;
    }
    rowsDone += 1;
    const cellOf = (field: string) => {
      const column = columnOf.get(field);
      const cell = column === undefined ? undefined : (row.cells[column] ?? '');
      return cell !== undefined && arePoints && (field === 'lat' || field === 'lng') ? coordinateOf(field, cell) : cell;
    };
    const isRefused = said.some(({ isWarning }) => !isWarning);
    const reading = isRefused ? { rows: [], problems: [] } : stager.read(cellOf);
    const rest = left && (row.cells[left.column] ?? '');
    const remarks =
      left && rest ? [{ field: left.field, value: rest, reason: 'import.addressRest', isWarning: true }] : [];
    [...said, ...reading.problems, ...remarks, ...remarkMarks(row)].forEach(addProblem);
    if (rowsDone === 1 && isExampleRow(kind, cellOf)) {
      const [field = ''] = columns.find(([, column]) => (row.cells[column] ?? '') !== '') ?? [];
      const value = cellOf(field) ?? '';
      problems.add({ row_number: row.number, field, value, reason: 'import.exampleRow', is_warning: true });
    }
    for (const each of reading.rows) {
      staged.add({ row_number: row.number, ...each });
    }
  }
  if (rowsDone === 0) {
    throw new FileRefusal('import.nothingMapped');
  }
  yield { staged: staged.take(), problems: problems.take(), rowsDone };
}

/**
 * Where stands what of an address was not understood, and the field at which it is remarked: the first that is read from it. Null where
 * none is.
 */
function leftOfAddress({ address, header }: FileFormat, mapping: ImportMapping) {
  const fieldOf = new Map(Object.entries(mapping).map(([field, name]) => [header.indexOf(name), field]));
  const column = address && header.findIndex((_, index) => index >= address.first && fieldOf.has(index));
  const field = fieldOf.get(column ?? -1);
  return address && field !== undefined ? { field, column: address.first + address.parts.length } : null;
}
