import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { findUnknownNames } from '../missing-names.ts';
import { findRepeatedRows } from '../repeated-rows.ts';
import type { DeclaredKind } from './declared-kind.ts';

/** Finds, among staged and planned rows, what is wrong with a row only beside others or beside the registry. */
export async function findClashes(tx: Tx, orgId: string, kind: DeclaredKind): Promise<void> {
  await findRepeatedRows(tx, kind.declared.naturalKey, rowsByKey(kind));
  await findUnknownNames(tx, orgId, kind.references);
  await findIncomplete(tx, kind);
  await findFixed(tx, kind);
}

/** What each row says its record is, and how that is compared: where a record has several rows, with what the row joins it to. */
function rowsByKey({ stated, key, isJoined }: DeclaredKind) {
  const told = sql.ref(stated);
  return isJoined
    ? sql`select row_number, min(${told}) as value,
        concat_ws(chr(31), sort_key(min(${told})), string_agg(sort_key(joined), chr(31) order by sort_key(joined))) as key
      from staged group by row_number`
    : sql`select row_number, ${told} as value, ${stated === key ? told : sql`sort_key(${told})`} as key
      from staged where ${told} is not null`;
}

/** New records of which something is not said that a record has to have. */
async function findIncomplete(tx: Tx, { table, own, references, declared }: DeclaredKind): Promise<void> {
  const required = [
    ...own.map(({ name, column }) => ({ name, column })),
    ...references.map(({ field, staged }) => ({ name: field, column: staged })),
  ].filter(({ name }) => declared.fields[name]?.required);
  for (const { name, column } of required) {
    await sql`
      insert into found_problem (row_number, field, value, reason)
      select p.row_number, ${name}, '', 'form.required' from ${sql.table(`planned_${table}`)} p
      join staged s on s.row_number = p.row_number
      where p.change = 'create' and p.${sql.ref(column)} is null and s.${sql.ref(column)} is null`.execute(tx);
  }
}

/** What a record was made with and keeps, whatever the file says. */
async function findFixed(tx: Tx, { table, own }: DeclaredKind): Promise<void> {
  for (const { name, column } of own.filter(({ field }) => field.fixed)) {
    await sql`
      insert into found_problem (row_number, field, value, reason)
      select p.row_number, ${name}, s.${sql.ref(column)}::text, 'import.fixed' from ${sql.table(`planned_${table}`)} p
      join staged s on s.row_number = p.row_number
      where p.change <> 'create' and s.${sql.ref(column)} <> p.${sql.ref(column)}`.execute(tx);
  }
}
