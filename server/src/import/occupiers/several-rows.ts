import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { importedFields } from '@noa/domain/imports/import-fields.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { columnOf } from '../../registry/declared/columns.ts';
import { statedColumns } from '../buildings/columns.ts';

/** Columns by which apartments are told apart, with what they are made of in `staged`. */
type ApartmentKey = readonly (readonly [string, RawBuilder<unknown>])[];

const idNumber = ['id_number_cipher', 'id_number_hash', 'id_number_mask'];
const occupier = [...statedColumns, ...idNumber];

const named = (key: ApartmentKey) => sql.join(key.map(([name, of]) => sql`${of} as ${sql.ref(name)}`));
const told = (key: ApartmentKey) => sql.join(key.map(([, of]) => of));

/** What is said of the occupier of each apartment, where each has one row: the first counts. */
export const occupiersOfRows = (key: ApartmentKey): RawBuilder<unknown> => sql`
  select distinct on (${told(key)}) ${named(key)}, addr_ap, ${sql.join(occupier.map((column) => sql.ref(column)))}
  from staged where addr_ap is not null
  order by ${told(key)}, row_number`;

/**
 * The same where an apartment has a row for each of its cards: what any of them says counts. One ID number is stated in one way, so that
 * its cipher, hash and mask are of the same row.
 *
 * @param rows - as `staged` has them.
 */
export const occupiersOfSeveralRows = (key: ApartmentKey, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${named(key)}, (array_agg(addr_ap order by row_number))[1] as addr_ap, ${sql.join(
    occupier.map(
      (column) =>
        sql`(array_agg(${sql.ref(column)} order by row_number) filter (where ${sql.ref(column)} is not null))[1] as ${sql.ref(column)}`,
    ),
  )}
  from ${rows} where addr_ap is not null group by ${told(key)}`;

/** What rows of one apartment must say alike, by target field: a number by its hash, as its cipher differs each time. */
const compared = importedFields(apartment).map(([name, field]) =>
  field.stored === false
    ? { name, key: sql`id_number_hash`, value: sql`id_number_mask` }
    : { name, key: sql`fold(${sql.ref(columnOf(name, field))})`, value: sql.ref(columnOf(name, field)) },
);

/** Rows of one apartment that say another occupier than the first that says one: an apartment has one. */
export async function findOtherOccupiers(tx: Tx, key: RawBuilder<unknown>, rows: RawBuilder<unknown>): Promise<void> {
  for (const { name, key: alike, value } of compared) {
    await sql`
      insert into found_problem (row_number, field, value, reason, other_row)
      select distinct row_number, ${name}, value, 'import.contradicts', first_row from (
        select row_number, ${value} as value, ${alike} as alike, first_value(row_number) over of_apartment as first_row,
          first_value(${alike}) over of_apartment as first_alike
        from ${rows} where addr_ap is not null and ${value} is not null
        window of_apartment as (partition by ${key} order by row_number)) as r
      where alike <> first_alike`.execute(tx);
  }
}
