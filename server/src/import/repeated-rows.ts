import { sql, type RawBuilder } from 'kysely';
import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';

/** What differs between two rows that say the same: where they stand, and a number that is encrypted anew each time. */
const incidental = sql`array['row_number', 'id_number_cipher']`;

/**
 * Remarks, once for each, on rows that say what a row above says already: in the very same words they do no harm, otherwise one of the
 * two is wrong.
 *
 * @param field - by which they are told apart.
 * @param rows - one of each row of the file, with the columns `row_number`, `value` (of the field) and `key`.
 */
export const findRepeatedRows = (tx: Tx, field: string, rows: RawBuilder<unknown>): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason, is_warning, other_row)
  with keyed as materialized (${rows}),
  -- Of most files none: what is counted by hashing need not be sorted.
  several as (select key, min(row_number) as first_row from keyed group by key having count(*) > 1),
  repeated as (
    select k.row_number, k.value, s.first_row from keyed k join several s on s.key = k.key where k.row_number > s.first_row
  ), said as (
    select s.row_number, array_agg((to_jsonb(s) - ${incidental}) order by to_jsonb(s) - ${incidental}) as words
    from staged s
    where s.row_number in (select row_number from repeated union all select first_row from repeated) group by s.row_number
  )
  select r.row_number, ${field}, r.value,
    case when a.words = b.words then 'import.repeatedSame' else 'import.repeated' end, a.words = b.words, r.first_row
  from repeated r
  join said a on a.row_number = r.row_number
  join said b on b.row_number = r.first_row
  where not exists (
    select from found_problem f where f.row_number = r.row_number and f.reason in ('import.repeated', 'import.repeatedSame'))`;
