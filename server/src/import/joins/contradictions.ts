import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import type { DeclaredKind } from '../declared/declared-kind.ts';

/** Rows that say otherwise of a record what a row above says of it; it has a row for each of those that it is joined to. */
export async function findContradictions(tx: Tx, { own, stated, declared }: DeclaredKind): Promise<void> {
  for (const { name, column } of own.filter((each) => each.name !== declared.naturalKey)) {
    const said = sql.ref(column);
    await sql`
      insert into found_problem (row_number, field, value, reason, other_row)
      select distinct row_number, ${name}, value::text, 'import.contradicts', first_row from (
        select row_number, ${said} as value, first_value(row_number) over of_record as first_row,
          first_value(${said}) over of_record as first_value
        from staged where ${said} is not null
        window of_record as (partition by sort_key(${sql.ref(stated)}) order by row_number)
      ) as r
      where value <> first_value
        and not exists (select from found_problem f where f.row_number = r.row_number and f.reason = 'import.repeated')`.execute(
      tx,
    );
  }
}
