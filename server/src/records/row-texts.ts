import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../database/database.ts';
import type { RegistryTable } from '../database/tables.ts';
import {
  behindEachOther,
  isSpecial,
  NotPlain,
  quoted,
  quoteTexts,
  rowOf,
  type Columns,
  type JsonField,
  type JsonForm,
} from './row-json.ts';

/** Gives what is filled into a hole, for each of its contents. */
type Fill = (hole: number, contents: readonly string[]) => readonly string[] | Promise<readonly string[]>;

/** A row of a table as {@link RowWriter} asks for it. */
export interface TextRow {
  readonly text: string;
}

/**
 * How rows of a table are asked for and written as JSON. For PostgreSQL to write an object of them takes twice as long as to put their
 * values behind each other, and for the driver to read values one by one twice as long as to read one text.
 */
export interface RowWriter {
  /** {@link TextRow} of the row `r`. */
  readonly columns: RawBuilder<unknown>;
  /**
   * The JSON of each row; where rows hang on it, there are holes in it still.
   *
   * @throws {NotPlain} for values in which there is what stands between values.
   */
  readonly write: (rows: readonly TextRow[], fill: Fill) => Promise<string[]>;
}

/** A value of a row: what stands before it, where it is found, how its text becomes JSON. */
type Value =
  | { readonly key: string; readonly is: 'constant'; readonly json: string }
  | {
      readonly key: string;
      readonly is: 'text';
      readonly at: number;
      readonly jsonOf: JsonOf;
      readonly isNullable: boolean;
    }
  | { readonly key: string; readonly is: 'hole'; readonly at: number; readonly hole: number };

/** @param isPlain - whether JSON has each character of the text as it is. */
type JsonOf = (text: string, isPlain: boolean) => string;

/** Those of the selections that are asked for over and over, made once. */
const known = new WeakMap<readonly JsonField[], RowWriter>();

/** @throws {NotPlain} for a column that is not written in the form that is asked for. */
export async function rowWriter(tx: Tx, table: RegistryTable, fields: readonly JsonField[]): Promise<RowWriter> {
  const found = known.get(fields);
  if (found) {
    return found;
  }
  const { columns, values } = await valuesOf(tx, table, fields);
  const selected = sql`${behindEachOther(columns, separator)} as text`;
  const write: RowWriter['write'] = (rows, fill) => writeRows(values, columns.length, rows, fill);
  if (fields.some(({ is }) => is === 'related')) {
    return { columns: selected, write }; // whose conditions have parameters
  }
  const writer = { columns: sql.raw(selected.compile(tx).sql), write };
  known.set(fields, writer);
  return writer;
}

/** Stands between values, of which each row has as many: where somebody typed one, there are more. */
const separator = '\u007f';

/** Which may be null: nothing then, and else behind a sign. */
const orNothing = (column: RawBuilder<unknown>) => sql`coalesce('='::text || ${column}, '')`;

async function valuesOf(tx: Tx, table: RegistryTable, fields: readonly JsonField[]) {
  const found = await rowOf.columns(tx, table);
  const columns: RawBuilder<unknown>[] = [];
  const values: Value[] = [];
  for (const field of fields) {
    const key = `${values.length === 0 ? '{' : ','}"${field.key}":`;
    if (field.is === 'constant') {
      values.push({ key, is: 'constant', json: JSON.stringify(field.text) });
      continue;
    }
    const at = columns.length;
    if (field.is === 'number to fill in' || field.is === 'columns to fill in') {
      values.push({ key, is: 'hole', at, hole: field.hole });
    } else {
      const isNullable = field.is === 'column' && !found.get(field.column)?.isRequired;
      const jsonOf = field.is === 'column' ? forms[field.form] : quoteTexts;
      values.push({ key, is: 'text', at, jsonOf, isNullable });
    }
    columns.push(await columnOf(tx, table, found, field));
  }
  return { columns, values };
}

async function columnOf(
  tx: Tx,
  table: RegistryTable,
  columns: Columns,
  field: Exclude<JsonField, { is: 'constant' }>,
): Promise<RawBuilder<unknown>> {
  switch (field.is) {
    case 'column': {
      const column = columns.get(field.column);
      const value = rowOf.column(column, field);
      return column?.isRequired ? value : orNothing(value);
    }
    case 'number to fill in':
      return rowOf.numberToFillIn(columns, field.column);
    case 'columns to fill in':
      return rowOf.columnsToFillIn(columns, field.columns);
    case 'related':
      return field.json(tx, table);
  }
}

const asItIs = (text: string) => text;

/** What PostgreSQL writes for values of a column, as JSON. */
const forms: Readonly<Record<JsonForm, JsonOf>> = {
  text: (text, isPlain) => (isPlain ? `"${text}"` : quoted(text)),
  'whole number': asItIs,
  number: (text) => {
    if (!Number.isFinite(Number(text))) {
      throw new NotPlain(`JSON has no ${text}`);
    }
    return text;
  },
  flag: (text) => (text.startsWith('t') ? 'true' : 'false'),
  moment: (text) => `"${text}"`,
};

async function writeRows(
  values: readonly Value[],
  columns: number,
  rows: readonly TextRow[],
  fill: Fill,
): Promise<string[]> {
  const split = rows.map(({ text }) => {
    const texts = text.split(separator);
    if (texts.length !== Math.max(1, columns)) {
      throw new NotPlain('What stands between values stands within one');
    }
    return texts;
  });
  const filled = new Map<number, readonly string[]>();
  for (const value of values) {
    if (value.is === 'hole') {
      const contents = split.map((texts) => texts[value.at] ?? '');
      filled.set(value.hole, await fill(value.hole, contents));
    }
  }
  return split.map((texts, row) => {
    const isPlain = !isSpecial.test(rows[row]?.text ?? '');
    let json = '';
    for (const value of values) {
      json += value.key;
      json += value.is === 'hole' ? (filled.get(value.hole)?.[row] ?? 'null') : jsonOf(value, texts, isPlain);
    }
    return json === '' ? '{}' : `${json}}`;
  });
}

function jsonOf(value: Exclude<Value, { is: 'hole' }>, texts: readonly string[], isPlain: boolean): string {
  if (value.is === 'constant') {
    return value.json;
  }
  const text = texts[value.at] ?? '';
  if (!value.isNullable) {
    return value.jsonOf(text, isPlain);
  }
  return text === '' ? 'null' : value.jsonOf(text.slice(1), isPlain);
}
