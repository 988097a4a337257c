/** Columns of a table and their types, in the order in which a batch brings them. */
export type Columns = readonly (readonly [string, string])[];

/** Columns as a statement lists them: `columnsIn('row_number integer, name text')`. */
export const columnsIn = (list: string): Columns =>
  list.split(', ').map((column) => {
    const [name = '', ...type] = column.split(' ');
    return [name, type.join(' ')];
  });

/**
 * Some rows, column by column, each column written as a PostgreSQL array: the thread that serves requests passes the text
 * on, and spends no time on its rows.
 */
export interface ColumnBatch {
  readonly length: number;
  /** Null for a column of which no row says anything: most files have half of those that they may have. */
  readonly columns: readonly (string | null)[];
}

/** Columns of a problem, as the file's thread sends them. */
export const problemColumns = [
  ['row_number', 'integer'],
  ['field', 'text'],
  ['value', 'text'],
  ['reason', 'text'],
  ['is_warning', 'boolean'],
] as const;

export type Value = string | number | boolean | Buffer | null;

const isPlain = (text: string) => !text.includes('"') && !text.includes('\\');

/** Writes a value as an element of a PostgreSQL array (PostgreSQL manual, 8.15.6). */
function element(value: Value): string {
  if (value === null) {
    return 'NULL';
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  if (typeof value !== 'string') {
    return `"\\\\x${value.toString('hex')}"`;
  }
  return isPlain(value) ? `"${value}"` : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

const arrayOf = (column: readonly Value[]): string | null =>
  column.every((value) => value === null) ? null : `{${column.map(element).join(',')}}`;

/** Collects rows and gives them away column by column. */
export class ColumnWriter<Column extends string> {
  readonly #names: readonly Column[];
  #columns: Value[][];
  #length = 0;

  constructor(columns: readonly (readonly [Column, string])[]) {
    this.#names = columns.map(([name]) => name);
    this.#columns = this.#names.map(() => []);
  }

  get length(): number {
    return this.#length;
  }

  add(row: Readonly<Record<Column, Value>>): void {
    for (let index = 0; index < this.#names.length; index += 1) {
      this.#columns[index]?.push(row[this.#names[index] as Column]);
    }
    this.#length += 1;
  }

  /** What was collected since the last time. */
  take(): ColumnBatch {
    const batch = { length: this.#length, columns: this.#columns.map(arrayOf) };
    this.#columns = this.#names.map(() => []);
    this.#length = 0;
    return batch;
  }
}

/** What PostgreSQL keeps a field in, by its type. */
export const sqlTypes = {
  text: 'text',
  enum: 'text',
  id: 'uuid',
  integer: 'integer',
  float: 'double precision',
  boolean: 'boolean',
} as const;
