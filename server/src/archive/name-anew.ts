import { sql, type RawBuilder } from 'kysely';
import { execute, findMap, findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { Shape } from './shape.ts';
import { stagedBeside } from './staged-table.ts';

const ids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const rowsAtOnce = 500;

/** Filters of lists and reports name records by their ids, in the middle of texts: there too the new ones take the place of the old. */
export async function nameAnew(tx: Tx, { name, naming = [] }: Shape, shapes: readonly Shape[]): Promise<void> {
  for (const column of naming) {
    await renameIn(tx, sql.table(`planned_${name}`), sql.ref(column), shapes);
  }
}

async function renameIn(tx: Tx, table: RawBuilder<unknown>, column: RawBuilder<unknown>, shapes: readonly Shape[]) {
  for (let after = 0; ;) {
    const rows = await findRows<{ number: number; text: string | null }>(tx)`
      select row_number as number, ${column} as text from ${table}
      where row_number > ${after} order by row_number limit ${rowsAtOnce}`;
    const last = rows.at(-1);
    if (!last) {
      return;
    }
    after = last.number;
    const texts = rows.flatMap(({ number, text }) => (text === null ? [] : [{ number, text }]));
    const anew = await newIdsOf(tx, shapes, [...new Set(texts.flatMap(({ text }) => text.match(ids) ?? []))]);
    const renamed = texts.map(({ text }) => text.replaceAll(ids, (id) => anew.get(id) ?? id));
    await execute(tx)`
      update ${table} t set ${column} = u.text
      from unnest(${texts.map(({ number }) => number)}::integer[], ${renamed}::text[]) as u (number, text)
      where t.row_number = u.number`;
  }
}

/** What is named and not in the archive was deleted before, and is found nowhere. */
async function newIdsOf(tx: Tx, shapes: readonly Shape[], named: readonly string[]): Promise<Map<string, string>> {
  const tables = [
    ...stagedBeside().map(({ name }) => name),
    ...shapes.flatMap(({ name, hasId }) => (hasId ? [`planned_${name}`] : [])),
  ];
  const each = tables.map(
    (table) => sql`
      select id, new_id::text from ${sql.table(table)} where id = any(${named}::text[]) and new_id is not null`,
  );
  return findMap<string>(tx)`${sql.join(each, sql` union all `)}`;
}
