import { readFile } from 'node:fs/promises';

const statement = readFile(new URL('./catalogue.sql', import.meta.url), 'utf8');

/** Something that a schema consists of: a table, a column, an index, a right of the application … */
export interface SchemaObject {
  /** What it is, and what it is called: `column public.org.name`. */
  readonly name: string;
  /** How PostgreSQL would make it; null if its name says it all, or if it was not asked for. */
  readonly definition: string | null;
}

/** A connection, in a transaction. */
interface Asked {
  query<Row>(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly Row[] }>;
}

/** Where our tables are, and the schema that reads their past. */
export const ourSchemas: readonly string[] = ['public', 'as_of'];

/** What schemas consist of, in the order of the names. Takes some ten milliseconds without definitions. */
export async function readCatalogue(
  transaction: Asked,
  schemas: readonly string[],
  { definitions = false } = {},
): Promise<readonly SchemaObject[]> {
  const { rows: paths } = await transaction.query<{ path: string }>(
    `select current_setting('search_path') as path, set_config('search_path', '', true)`,
    [],
  );
  const { rows } = await transaction.query<SchemaObject>(await statement, [schemas, definitions]);
  await transaction.query(`select set_config('search_path', $1, true)`, [paths[0]?.path]);
  return rows;
}

/** What is wanted and not found. */
export function missingFrom(found: readonly SchemaObject[], wanted: readonly string[]): string[] {
  const names = new Set(found.map(({ name }) => name));
  return wanted.filter((name) => !names.has(name));
}
