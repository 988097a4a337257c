import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { findRows } from '../database/statements.ts';
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
  | { readonly is: 'number to fill in'; readonly column: string; readonly hole: number }
  /** The columns of the row of which it is made by whoever fills the holes; all that there are when absent. */
  | { readonly is: 'columns to fill in'; readonly columns?: readonly string[] | undefined; readonly hole: number }
  /** Another row or page that hangs on this one, as a text of JSON that is never null. */
  | { readonly is: 'related'; readonly json: (tx: Tx, table: RegistryTable) => Promise<RawBuilder<unknown>> };

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

export interface Column {
  readonly name: string;
  /** Of PostgreSQL. */
  readonly type: string;
  readonly isRequired: boolean;
}

export type Columns = ReadonlyMap<string, Column>;

/** The columns of each table, read once: a program does not look at columns that a newer one adds. */
const known = new Map<RegistryTable, Columns>();

async function columnsOf(tx: Tx, table: RegistryTable): Promise<Columns> {
  const found = known.get(table);
  if (found) {
    return found;
  }
  const rows = await findRows<Column>(tx)`
    select a.attname as name, t.typname as type, a.attnotnull as "isRequired"
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${`public.${table}`}::regclass and a.attnum > 0 and not a.attisdropped`;
  const columns = new Map(rows.map((column) => [column.name, column]));
  known.set(table, columns);
  return columns;
}

/** What a text of JSON is put together of: what stands in it as it is, and values of which none is null. */
export type JsonPiece = string | RawBuilder<unknown>;

/** Pieces from which on they are put together by a call. */
const manyPieces = 12;

/**
 * JSON as one text. For PostgreSQL to write a row by `row_to_json` and a list by `json_agg` takes half as long again, as it looks up for each row
 * what each of its columns is.
 */
export function jsonText(pieces: readonly JsonPiece[]): RawBuilder<unknown> {
  const merged: JsonPiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') {
      merged[merged.length - 1] = last + piece;
    } else {
      merged.push(piece);
    }
  }
  const texts = merged.map((piece) => (typeof piece === 'string' ? sql`${sql.lit(piece)}::text` : piece));
  // Each operator copies what stands before it: a few take less time than a call, many take more.
  return texts.length < manyPieces ? sql.join(texts, sql` || `) : calls('concat', texts);
}

/** An object of JSON, in pieces. */
export const objectOf = (members: readonly (readonly [key: string, value: readonly JsonPiece[]])[]): JsonPiece[] => [
  '{',
  ...members.flatMap(([key, value], index) => [`${index > 0 ? ',' : ''}"${key}":`, ...value]),
  '}',
];

/** Values of a call at most: a function of PostgreSQL has no more than 100 arguments. */
const mostAtOnce = 90;

/** A text of values, by as many calls as it takes; `first` are arguments of each. */
function calls(name: 'concat' | 'concat_ws', values: readonly RawBuilder<unknown>[], ...first: RawBuilder<unknown>[]) {
  const call = (given: readonly RawBuilder<unknown>[]) => sql`${sql.raw(name)}(${sql.join([...first, ...given])})`;
  const all = Array.from({ length: Math.ceil(values.length / mostAtOnce) }, (_, index) =>
    call(values.slice(index * mostAtOnce, (index + 1) * mostAtOnce)),
  );
  const [only = sql`''`, ...others] = all;
  return others.length > 0 ? call(all) : only;
}

/** Values of which none is null as one text, with `between` between them. */
export const behindEachOther = (values: readonly RawBuilder<unknown>[], between: string): RawBuilder<unknown> =>
  calls('concat_ws', values, sql.lit(between));

/** The row `r` of a table within other JSON, its columns, and the SQL of a value of it. */
export const rowOf = {
  json: rowJson,
  columns: columnsOf,
  column: columnOf,
  numberToFillIn,
  columnsToFillIn,
};

/** @throws {NotPlain} for a column that has no such form. */
async function rowJson(tx: Tx, table: RegistryTable, fields: readonly JsonField[]): Promise<JsonPiece[]> {
  const columns = await columnsOf(tx, table);
  const members: [string, JsonPiece[]][] = [];
  for (const field of fields) {
    members.push([field.key, await valueOf(tx, table, columns, field)]);
  }
  return objectOf(members);
}

async function valueOf(tx: Tx, table: RegistryTable, columns: Columns, value: JsonValue): Promise<JsonPiece[]> {
  switch (value.is) {
    case 'constant':
      return [JSON.stringify(value.text)];
    case 'column':
      return columnJson(columns.get(value.column), value);
    case 'number to fill in':
      return holeOf(value.hole, numberToFillIn(columns, value.column));
    case 'columns to fill in':
      return holeOf(value.hole, columnsToFillIn(columns, value.columns));
    case 'related':
      return [await value.json(tx, table)];
  }
}

/** A column as JSON; texts between marks, to be quoted by {@link quoteTexts}: to write one as JSON takes PostgreSQL ten times as long. */
function columnJson(found: Column | undefined, value: Extract<JsonValue, { readonly is: 'column' }>): JsonPiece[] {
  const column = columnOf(found, value);
  const { form } = value;
  const written = form === 'flag' ? sql`${column}::text` : form === 'number' ? sql`to_json(${column})::text` : column;
  const around = found?.type === 'text' ? textMark : form === 'text' || form === 'moment' ? '"' : '';
  return found?.isRequired
    ? [around, written, around]
    : [sql`coalesce(${sql.lit(around)} || ${written} || ${sql.lit(around)}, 'null')`];
}

function numberToFillIn(columns: Columns, name: string): RawBuilder<unknown> {
  const column = columns.get(name);
  if (column?.type !== 'int8' || !column.isRequired) {
    throw new NotPlain(`${name} is no number to fill in`);
  }
  return sql.ref(`r.${name}`);
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
  return form === 'moment' ? moment(reference) : reference;
}

const moment = (column: RawBuilder<unknown>) => sql`to_char(${column}, ${sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')})`;

/** Columns that PostgreSQL keeps to find and to order by, as `row-columns.ts` leaves them out too. */
const isLookUp = /_key$|^search$|_search$/;

/** How a column is handed to a resolver: as text that JSON can hold, with what it is made of again at the end of its name. */
function readable({ name, type }: Column): RawBuilder<unknown> | undefined {
  const column = sql.ref(`r.${name}`);
  switch (type) {
    case 'timestamptz':
      return sql`${moment(column)} as ${sql.id(`${name}:moment`)}`;
    case 'int8':
      return sql`${column}::text as ${sql.id(name)}`;
    case 'bytea':
      return sql`encode(${column}, 'hex') as ${sql.id(`${name}:bytes`)}`;
    default:
      return type in formsOf ? sql`${column} as ${sql.id(name)}` : undefined;
  }
}

function columnsToFillIn(columns: Columns, names: readonly string[] | undefined): RawBuilder<unknown> {
  const wanted = [...columns.values()].filter(({ name }) => (names ? names.includes(name) : !isLookUp.test(name)));
  const given = wanted.flatMap((column) => readable(column) ?? []);
  if (names && given.length < names.length) {
    throw new NotPlain(`One of ${names.join(', ')} is written in no text of JSON`);
  }
  return sql`(select row_to_json(y) from (select ${sql.join(given)}) as y)`;
}

/** The columns of a row that is handed to a resolver. */
export function readColumns(text: string): Readonly<Record<string, unknown>> {
  const given = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    given.map(([key, value]) => {
      const [name = '', made] = key.split(':');
      const isText = typeof value === 'string';
      return [
        name,
        isText && made === 'moment' ? new Date(value) : isText && made === 'bytes' ? Buffer.from(value, 'hex') : value,
      ];
    }),
  );
}

/**
 * Stands before and behind each text of JSON that is not quoted yet. It begins with a character that the API takes in no text, and the rest is drawn by
 * the process: nobody can type it. Short, as it is written twice for each text.
 */
const textMark = `\u001f${randomBytes(3).toString('base64url')}`;

/** What JSON has another way of writing for, within texts: control characters stand before the space. */
export const isSpecial = /["\\]|[^ -\uffff]/;

/** A text as JSON. */
export const quoted = (text: string): string => (isSpecial.test(text) ? JSON.stringify(text) : `"${text}"`);

/** Quotes the texts in JSON that PostgreSQL has put together. */
export function quoteTexts(json: string): string {
  const parts = json.split(textMark);
  for (let index = 1; index < parts.length; index += 2) {
    parts[index] = quoted(parts[index] ?? '');
  }
  return parts.join('');
}

/**
 * Stands around what is to be filled in. JSON may have it between its values, and within a text never: it is written as `\t` there, so
 * that nothing anybody typed is taken for a hole.
 */
const tab = '\t';

/** A hole in JSON, with its number and what it is filled in with. */
export const holeOf = (hole: number, content: RawBuilder<unknown>): JsonPiece[] => [
  `${tab}[${hole},`,
  content,
  `]${tab}`,
];

/** Something to be filled into a text. */
export interface HoleContent {
  readonly hole: number;
  readonly content: string;
}

/** The holes of a text, in their order. */
export const holesIn = (text: string): HoleContent[] =>
  text.split(tab).flatMap((part, index) => {
    const comma = part.indexOf(',');
    return index % 2 === 0 ? [] : [{ hole: Number(part.slice(1, comma)), content: part.slice(comma + 1, -1) }];
  });

/** Fills them in. */
export const fillHoles = (text: string, filled: readonly string[]): string =>
  text
    .split(tab)
    .map((part, index) => (index % 2 === 1 ? filled[(index - 1) / 2] : part))
    .join('');
