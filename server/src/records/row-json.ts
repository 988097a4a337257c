import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { RegistryTable } from '../database/tables.ts';

/** How a column is written, which only some types of columns can be. */
export type JsonForm = 'text' | 'whole number' | 'number' | 'flag' | 'moment';

/** One value of a row as JSON, under its key. */
export type JsonField = { readonly key: string } & JsonValue;

export type JsonValue =
  | { readonly is: 'column'; readonly column: string; readonly form: JsonForm; readonly isRequired: boolean }
  | { readonly is: 'constant'; readonly text: string }
  /** A whole number that is written by whoever fills the holes of the text ({@link fillHoles}). */
  | { readonly is: 'number to fill in'; readonly column: string };

/** A row cannot be written as it was asked for: by what its columns are, it takes a program. */
export class NotPlain extends Error {}

const formsOf: Readonly<Record<string, JsonForm>> = {
  text: 'text',
  uuid: 'text',
  int2: 'whole number',
  int4: 'whole number',
  float8: 'number',
  bool: 'flag',
  timestamptz: 'moment',
};

interface Column {
  readonly name: string;
  /** Of PostgreSQL. */
  readonly type: string;
  readonly isRequired: boolean;
}

type Columns = ReadonlyMap<string, Column>;

/** The columns of each table, read once: a program does not look at columns that a newer one adds. */
const known = new Map<RegistryTable, Columns>();

async function columnsOf(tx: Tx, table: RegistryTable): Promise<Columns> {
  const found = known.get(table);
  if (found) {
    return found;
  }
  const { rows } = await sql<Column>`
    select a.attname as name, t.typname as type, a.attnotnull as "isRequired"
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${`public.${table}`}::regclass and a.attnum > 0 and not a.attisdropped`.execute(tx);
  const columns = new Map(rows.map((column) => [column.name, column]));
  known.set(table, columns);
  return columns;
}

/** Characters of a name in PostgreSQL, which cuts longer ones off. */
const longestName = 63;

/**
 * The row `r` of a table as the text of a JSON object, with `fields` in their order: nothing of it is decoded and written again here.
 *
 * @throws {NotPlain} for a column that has no such form.
 */
export async function jsonOf(tx: Tx, table: RegistryTable, fields: readonly JsonField[]): Promise<RawBuilder<string>> {
  const made = texts.get(fields) ?? (await textOf(tx, table, fields));
  texts.set(fields, made);
  return sql.raw<string>(made);
}

/** The SQL of each selection, made once: the same few are asked for over and over. */
const texts = new WeakMap<readonly JsonField[], string>();

async function textOf(tx: Tx, table: RegistryTable, fields: readonly JsonField[]): Promise<string> {
  const json = sql`(select row_to_json(x)::text from (select ${await valuesOf(tx, table, fields)}) as x)`;
  return json.compile(tx).sql;
}

async function valuesOf(tx: Tx, table: RegistryTable, fields: readonly JsonField[]): Promise<RawBuilder<unknown>> {
  const columns = await columnsOf(tx, table);
  const values: RawBuilder<unknown>[] = [];
  for (const field of fields) {
    if (field.key.length > longestName) {
      throw new NotPlain(`A name has more than ${longestName} characters`);
    }
    values.push(sql`${valueOf(columns, field)} as ${sql.id(field.key)}`);
  }
  return sql.join(values);
}

function valueOf(columns: Columns, value: JsonValue): RawBuilder<unknown> {
  switch (value.is) {
    case 'constant':
      return sql`${sql.lit(value.text)}::text`;
    case 'column':
      return columnOf(columns.get(value.column), value);
    case 'number to fill in': {
      const column = columns.get(value.column);
      if (column?.type !== 'int8' || !column.isRequired) {
        throw new NotPlain(`${value.column} is no number to fill in`);
      }
      return sql`(${tab} || ${sql.ref(`r.${value.column}`)} || ${tab})::json`;
    }
  }
}

function columnOf(
  found: Column | undefined,
  { column, form, isRequired }: Extract<JsonValue, { readonly is: 'column' }>,
): RawBuilder<unknown> {
  const written = formsOf[found?.type ?? ''];
  const fits = written === form || (form === 'number' && written === 'whole number');
  if (!fits || (isRequired && !found?.isRequired)) {
    throw new NotPlain(`${column} is not written as ${form}`);
  }
  const reference = sql.ref(`r.${column}`);
  return form === 'moment' ? sql`to_char(${reference}, ${sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')})` : reference;
}

/**
 * Stands around what is to be filled in. JSON may have it between its values, and within a text never: PostgreSQL writes it as `\t` there, so
 * that nothing anybody typed is taken for a hole.
 */
const tab = sql.lit('\t');

/** Fills in the numbers of a text of {@link jsonOf}. */
export function fillHoles(text: string, fill: (numbers: readonly string[]) => readonly string[]): string {
  const parts = text.split('\t');
  if (parts.length === 1) {
    return text;
  }
  const filled = fill(parts.filter((_, index) => index % 2 === 1));
  return parts.map((part, index) => (index % 2 === 1 ? filled[(index - 1) / 2] : part)).join('');
}
