import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import type { Field } from '@noa/domain/kinds/field.ts';
import { camel } from '@noa/domain/kinds/names.ts';
import { findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { columnOf, keyOf } from '../registry/declared/columns.ts';
import { kindsByName } from '../registry/kinds.ts';
import { archivedTables, isTold, type ArchivedTable } from './archive-tables.ts';

/** A column as an archive has it. */
export interface Column {
  readonly name: string;
  /** What heads it in its file. */
  readonly header: string;
  /** As PostgreSQL calls it. */
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** The table whose record it names; null for a value. */
  readonly references: string | null;
}

/** A table as an archive has it. */
export interface Shape extends ArchivedTable {
  readonly file: string;
  /** Whether its rows have ids by which others name them. */
  readonly hasId: boolean;
  readonly columns: readonly Column[];
  /** Columns by which its rows are ordered among those of the same parents. */
  readonly orderedBy: readonly string[];
}

interface Found extends Omit<Column, 'header'> {
  readonly table: string;
}

/** What PostgreSQL knows of the tables: no column is forgotten that a migration adds. */
const readColumns = (tx: Tx): Promise<Found[]> => findRows<Found>(tx)`
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    a.atthasdef as "hasDefault",
    (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.conkey[cardinality(k.conkey)] = a.attnum limit 1) as references
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname = any(${archivedTables.map(({ name }) => name)}::text[]) and a.attgenerated = ''
  order by c.relname, a.attnum`;

/** The fields of a table's kind by their columns, where its kind is declared. */
const fieldsOf = new Map(
  declaredKinds.map(({ name, fields }) => {
    const entries = Object.entries<Field>(fields).map(
      ([field, declared]) => [columnOf(field, declared), field] as const,
    );
    return [kindsByName.get(name)?.table ?? '', new Map(entries)];
  }),
);

/** What a kind's records are ordered by in lists, which people know: names, numbers, addresses. */
function keysOf(table: string): string[] {
  const kind = declaredKinds.find(({ name }) => kindsByName.get(name)?.table === table);
  return Object.entries<Field>(kind?.fields ?? {}).flatMap(([name, field]) =>
    field.sorted && !field.of && field.type === 'text'
      ? [field.sorted === 'key' ? keyOf(name) : columnOf(name, field)]
      : [],
  );
}

function shapeOf(table: ArchivedTable, found: readonly Found[]): Shape {
  const fields = fieldsOf.get(table.name);
  const told = found.filter((each) => each.table === table.name && isTold(table, each.name));
  const columns = told
    .filter(({ name }) => name !== 'id')
    .map(({ name, type, nullable, hasDefault, references }): Column => {
      return { name, header: fields?.get(name) ?? camel(name), type, nullable, hasDefault, references };
    });
  return {
    ...table,
    file: `${table.name.replaceAll('_', '-')}.csv`,
    hasId: told.some(({ name }) => name === 'id'),
    columns,
    orderedBy: fields ? keysOf(table.name) : columns.flatMap(({ name, references }) => (references ? [] : [name])),
  };
}

/** The tables of an archive, each behind those that its rows name. */
export async function readShapes(tx: Tx): Promise<Shape[]> {
  const found = await readColumns(tx);
  const waiting = new Set(archivedTables.map((table) => shapeOf(table, found)));
  const ordered: Shape[] = [];
  while (waiting.size > 0) {
    const isWaiting = (name: string | null) => [...waiting].some((each) => each.name === name);
    const ready = [...waiting].filter(({ name, columns }) =>
      columns.every(({ references }) => references === name || references === 'org' || !isWaiting(references)),
    );
    if (ready.length === 0) {
      throw new Error(`Tables name each other in a circle: ${[...waiting].map(({ name }) => name).join(', ')}`);
    }
    for (const each of ready) {
      waiting.delete(each);
      ordered.push(each);
    }
  }
  return ordered;
}
