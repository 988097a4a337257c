import { sql, type RawBuilder } from 'kysely';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { Fields, FieldsWith, KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { oncePer } from '@noa/domain/once-per.ts';
import { snake } from '@noa/domain/kinds/names.ts';
import type { SortKey } from '../../records/page.ts';
import { recordSorts } from '../../records/record.ts';
import type { RegistryTable, RegistryTables, Row } from '../../database/tables.ts';
import type { Updateable } from 'kysely';

/** `sizeLitres` as PostgreSQL has it: `size_litres`. */
type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name;

/** The column that a field is read from. */
export const columnOf = (name: string, { column }: Field): string => column ?? snake(name);

/** The column that PostgreSQL keeps for ordering by a field: `name_key`, and of another record's id `manager_key`. */
export const keyOf = (name: string): string => `${snake(name.replace(/Id$/, ''))}_key`;

/** The columns of fields that are called as they are. */
export const columnsOf = <Name extends string>(fields: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, snake(name)])) as {
    readonly [Each in Name]: Snake<Each>;
  };

/** The columns of a kind's fields, by their names in the API: what history and conflicts speak of. */
const fieldsOf = <Table extends RegistryTable>({ fields }: KindDeclaration) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, columnOf(name, field)])) as Readonly<
    Record<string, Extract<keyof Row<Table>, string>>
  >;

const sortTypes = {
  text: 'text',
  enum: 'text',
  id: 'uuid',
  integer: 'int4',
  float: 'float8',
  boolean: 'int4',
} as const;

function sortOf(name: string, field: Field): SortKey {
  const column = sql.ref(`r.${field.sorted === 'key' ? keyOf(name) : columnOf(name, field)}`);
  const by = field.type === 'boolean' ? sql`${column}::int` : column;
  return { by, type: sortTypes[field.type], ...(field.needs && { needs: field.needs }) };
}

/** A kind's permission to read, name and table, the columns of its fields and the orders of its lists, as its declaration says them. */
export const kindOf = <const Declared extends KindDeclaration & { readonly name: string }>(declared: Declared) => ({
  name: declared.name as Declared['name'],
  table: tableOf(declared),
  fields: fieldsOf<TableOf<Declared>>(declared),
  sorts: sortsOf(declared),
});

type TableOf<Declared extends KindDeclaration> = Extract<RegistryTable, Snake<Declared['name']>>;

const tableOf = <Declared extends KindDeclaration>({ name }: Declared) => snake(name) as TableOf<Declared>;

/** What people call a kind's records, as SQL over its row `r`; who reads them is told. */
export const calledBy = <Declared extends KindDeclaration>(declared: Declared, label: RawBuilder<unknown>) => ({
  labels: sql`select r.id, ${label} as label from ${sql.table(tableOf(declared))} r`,
  permission: `${declared.name}:read` as Permission,
});

type SortedOf<Kind extends KindDeclaration> = Snake<
  FieldsWith<Kind['fields'], { readonly sorted: 'key' }> | FieldsWith<Kind['fields'], { readonly sorted: 'column' }>
>;

/** The orders of a kind's lists: those of every kind, and by the fields that are declared so. */
export const sortsOf = <Kind extends KindDeclaration>({ fields }: Kind) => {
  const own = Object.entries(fields).flatMap(([name, field]) =>
    field.sorted ? [[snake(name), sortOf(name, field)]] : [],
  );
  return { ...recordSorts, ...(Object.fromEntries(own) as Readonly<Record<SortedOf<Kind>, SortKey>>) };
};

/** The columns of the fields that are stored as they are given, by their names: imports ask for each row. */
const storedColumns = oncePer((fields: Fields): ReadonlyMap<string, string> => {
  const stored = Object.entries(fields).filter(([, field]) => field.stored !== false);
  return new Map(stored.map(([name, field]) => [name, columnOf(name, field)]));
});

/**
 * The columns of values as the domain cleaned them: absent stays absent. Fields that are not stored as they are given are left to
 * the kind's service.
 */
export const columnsFrom = <Table extends RegistryTable>({ fields }: KindDeclaration, values: object) => {
  const columns = storedColumns(fields);
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const column = columns.get(name);
    if (column !== undefined && value !== undefined) {
      given[column] = value;
    }
  }
  return given as Updateable<RegistryTables[Table]>;
};

/** The constraints that a kind's columns may break, each with the field whose value does: one that is taken, one that names nothing. */
export const constraintsOf = (table: RegistryTable, { fields }: KindDeclaration): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => [
      [`${table}_${columnOf(name, field)}_taken`, name],
      [`${table}_org_id_${columnOf(name, field)}_fkey`, name],
    ]),
  );
