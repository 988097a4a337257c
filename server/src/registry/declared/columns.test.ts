import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Field } from '@noa/domain/kinds/field.ts';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { db } from '../../testing/harness.ts';
import { kindsByName } from '../kinds.ts';
import { columnOf, keyOf } from './columns.ts';

const cases = declaredKinds.flatMap(({ name, fields }) =>
  Object.entries(fields as Readonly<Record<string, Field & { max?: number; values?: readonly string[] }>>).map(
    ([field, declared]) => ({
      name,
      field,
      declared,
      table: kindsByName.get(name)?.table ?? '',
      column: columnOf(field, declared),
    }),
  ),
);

const types: Readonly<Record<Field['type'], readonly string[]>> = {
  text: ['text'],
  enum: ['text'],
  id: ['uuid', 'text'],
  integer: ['integer'],
  float: ['double precision'],
  boolean: ['boolean'],
};

/** A column as PostgreSQL has it; undefined when there is none. */
async function readColumn(table: string, column: string) {
  const { rows } = await sql<{ type: string; nullable: boolean; check: string | null }>`
    select format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      (select pg_get_constraintdef(c.oid) from pg_constraint c
        where c.conrelid = a.attrelid and c.conname = ${`${table}_${column}_check`}) as check
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attname = ${column} and not a.attisdropped`.execute(db);
  return rows[0];
}

const those = (trait: (field: (typeof cases)[number]['declared']) => boolean) =>
  cases.filter((each) => trait(each.declared));

describe('a declared field', () => {
  it.each(cases)('$name.$field has a column of its type, which may be null as it may', async (each) => {
    const found = await readColumn(each.table, each.column);

    expect(types[each.declared.type]).toContain(found?.type);
    expect(found?.nullable).toBe(each.declared.nullable === true);
  });

  it.each(those(({ max }) => max !== undefined))('$name.$field has its limit in the database too', async (each) => {
    const found = await readColumn(each.table, each.column);

    expect(Number(/<= \(?(-?\d+)/.exec(found?.check ?? '')?.[1])).toBe(each.declared.max);
  });

  it.each(those(({ sorted }) => sorted === 'key'))('$name.$field has a key that lists are ordered by', async (each) => {
    expect(await readColumn(each.table, keyOf(each.field))).toMatchObject({ nullable: false });
  });

  it.each(those(({ values }) => values !== undefined))('$name.$field holds its list and no more', async (each) => {
    const found = await readColumn(each.table, each.column);
    const held = [...(found?.check ?? '').matchAll(/'([a-z_]+)'/g)].map(([, value = '']) => value);

    expect(held.toSorted()).toEqual(each.declared.values?.toSorted());
  });
});
