/** Columns of a table and their types, in the order in which a batch brings them. */
export type Columns = readonly (readonly [string, string])[];

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
