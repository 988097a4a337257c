import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

type Statement = Parameters<typeof sql>;

/** Executes a statement: ``execute(tx)`delete …` ``, written as with `sql`. */
export const execute =
  (db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<void> =>
    void (await sql(...statement).execute(db));

/** Finds the rows that a statement gives, as {@link execute}: ``findRows<Row>(tx)`select …` ``. */
export const findRows =
  <Row>(db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(db)).rows;

/** Finds the first of them, as {@link findRows}; undefined where there is none. */
export const findRow =
  <Row>(db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<Row | undefined> =>
    (await sql<Row>(...statement).execute(db)).rows[0];

/** Gets the row that a statement cannot but give, as {@link findRows}: a count, or what it has just written. */
export const getRow =
  <Row>(db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<Row> => {
    const [row] = await findRows<Row>(db)(...statement);
    if (row === undefined) {
      throw new Error('The statement gave no row');
    }
    return row;
  };

/** Whether a statement gives a row, as {@link findRow}: ``hasRow(tx)`select from …` ``. */
export const hasRow =
  (db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<boolean> =>
    (await sql(...statement).execute(db)).rows.length > 0;

/** Executes a statement, as {@link execute}, and counts the rows that it wrote. */
export const countWritten =
  (db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<number> =>
    Number((await sql(...statement).execute(db)).numAffectedRows ?? 0n);

const valueOf = (row: object): unknown => Object.values(row)[0];

/** Finds the values of the only column, as {@link findRows}. */
export const findValues =
  <Value>(db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<Value[]> =>
    (await findRows<object>(db)(...statement)).map((row) => valueOf(row) as Value);

/** Finds the values of the second column by those of the first, as {@link findRows}. */
export const findMap =
  <Value>(db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<Map<string, Value>> =>
    new Map((await findRows<object>(db)(...statement)).map((row) => Object.values(row) as [string, Value]));

/** Gets the only value, as {@link getRow}. */
export const getValue =
  <Value>(db: QueryExecutorProvider) =>
  async (...statement: Statement): Promise<Value> =>
    valueOf(await getRow<object>(db)(...statement)) as Value;

/** Objects as a table of a statement, their properties being its columns: `from ${tableOf(found)} as f (county text, node uuid)`. */
export const tableOf = (objects: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(objects)}::jsonb)`;
