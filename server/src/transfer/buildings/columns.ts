/** Columns of the staging table and their types; the worker fills them, `staging.ts` makes and reads them. */
export const stagedColumns = [
  ['row_number', 'integer'],
  ['source_ref', 'text'],
  ['county', 'text'],
  ['locality', 'text'],
  ['addr_street', 'text'],
  ['addr_nr', 'text'],
  ['addr_bl', 'text'],
  ['lat', 'double precision'],
  ['lng', 'double precision'],
  ['addr_sc', 'text'],
  ['first_ap', 'integer'],
  ['last_ap', 'integer'],
  ['addr_ap', 'text'],
  ['manager', 'text'],
  ['access_group', 'text'],
  ['occupier_kind', 'text'],
  ['occupier_name', 'text'],
  ['occupier_first_name', 'text'],
  ['id_number_cipher', 'bytea'],
  ['id_number_hash', 'bytea'],
  ['id_number_mask', 'text'],
] as const;

export type StagedColumn = (typeof stagedColumns)[number][0];

/** Columns of a problem, in the order in which the worker sends them. */
export const problemColumns = [
  ['row_number', 'integer'],
  ['field', 'text'],
  ['value', 'text'],
  ['reason', 'text'],
] as const;

/**
 * Some rows, column by column, each column written as a PostgreSQL array: the thread that serves requests passes the text
 * on, and spends no time on its rows.
 */
export interface ColumnBatch {
  readonly length: number;
  readonly columns: readonly string[];
}
