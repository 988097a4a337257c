import { sql, type RawBuilder } from 'kysely';
import { importedFields } from '@noa/domain/imports/import-fields.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { cnpLength } from '@noa/domain/codes/id-number.ts';
import { execute, hasRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { columnOf } from '../../registry/declared/columns.ts';
import { statedColumns } from '../buildings/columns.ts';

/** Columns by which apartments are told apart, with what they are made of in `staged`. */
type ApartmentKey = readonly (readonly [string, RawBuilder<unknown>])[];

const idNumber = ['id_number_cipher', 'id_number_hash', 'id_number_mask'];
const occupier = [...statedColumns, ...idNumber];

const named = (key: ApartmentKey) => sql.join(key.map(([name, of]) => sql`${of} as ${sql.ref(name)}`));
const names = (key: ApartmentKey) => sql.join(key.map(([name]) => sql.ref(name)));
const columns = sql.join(occupier.map((column) => sql.ref(column)));
const alike = ([name]: ApartmentKey[number]) => sql`${sql.ref(`v.${name}`)} = ${sql.ref(`s.${name}`)}`;
const told = (key: ApartmentKey) => sql.join(key.map(([, of]) => of));

/**
 * Whether an apartment has several rows, or what stands for all of an entrance. Of most lists none has: to count them by hashing costs less than to sort,
 * gather or compare what they say.
 */
export const hasSeveralRows = (tx: Tx, key: ApartmentKey): Promise<boolean> => hasRow(tx)`
  select from staged group by ${told(key)} having count(*) > 1 limit 1`;

/** What is said of the occupier of each apartment, where none has several rows. */
export const occupiersOfSingleRows = (key: ApartmentKey): RawBuilder<unknown> => sql`
  select ${named(key)}, addr_ap, ${columns} from staged where addr_ap is not null`;

/** What is said of the occupier of each apartment by the first of its rows. */
export const occupiersOfRows = (key: ApartmentKey): RawBuilder<unknown> => sql`
  select distinct on (${told(key)}) ${named(key)}, addr_ap, ${columns}
  from staged where addr_ap is not null
  order by ${told(key)}, row_number`;

/**
 * The same where an apartment may have a row for each of its cards: what any of them says counts. One ID number is stated in one way, so that
 * its cipher, hash and mask are of the same row. Most have one row all the same, of which nothing has to be gathered.
 *
 * @param rows - as `staged` has them.
 */
export const occupiersOfSeveralRows = (key: ApartmentKey, rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with said as materialized (
    select row_number, ${named(key)}, addr_ap, ${columns} from ${rows} where addr_ap is not null
  ), several as (
    select ${names(key)} from said group by ${names(key)} having count(*) > 1
  )
  select ${names(key)}, addr_ap, ${columns} from said s
  where not exists (select from several v where ${sql.join(key.map(alike), sql` and `)})
  union all
  select ${names(key)}, (array_agg(addr_ap order by row_number))[1], ${sql.join(
    occupier.map(
      (column) =>
        sql`(array_agg(${sql.ref(column)} order by row_number) filter (where ${sql.ref(column)} is not null))[1]`,
    ),
  )}
  from said join several using (${names(key)}) group by ${names(key)})`;

/** What rows of one apartment must say alike, by target field: a number by its hash, as its cipher differs each time. */
const compared = importedFields(apartment).map(([name, field]) =>
  field.stored === false
    ? sql`(${name}, encode(id_number_hash, 'hex'), id_number_mask)`
    : sql`(${name}, fold(${sql.ref(columnOf(name, field))}), ${sql.ref(columnOf(name, field))})`,
);

/**
 * Rows of one apartment that say another occupier than the first that says one: an apartment has one.
 *
 * @param key - columns of `rows` by which apartments are told apart.
 */
export async function findOtherOccupiers(tx: Tx, key: readonly string[], rows: RawBuilder<unknown>): Promise<void> {
  const keys = sql.join(key.map((column) => sql.ref(column)));
  await execute(tx)`
    insert into found_problem (row_number, field, value, reason, other_row)
    -- Most lists have a row for each apartment, and nothing to compare.
    with several as (
      select ${keys} from ${rows} where addr_ap is not null group by ${keys} having count(*) > 1
    ), said as (
      select r.*, f.* from (select * from ${rows} where addr_ap is not null) as r
      join several using (${keys})
      cross join lateral (values ${sql.join(compared)}) as f (field, alike, said)
      where f.said is not null
    )
    select distinct row_number, field, said, 'import.contradicts', first_row from (
      select row_number, field, said, alike, first_value(row_number) over of_apartment as first_row,
        first_value(alike) over of_apartment as first_alike
      from said window of_apartment as (partition by ${keys}, field order by row_number)) as r
    where alike <> first_alike`;
}

/**
 * Rows that make an occupier one of another kind and say no ID number, where the registry has one that such an occupier cannot have: the CNP of
 * who lived there would be that of a company.
 *
 * @param rows - which apartment each row is about: `row_number`, `apartment_id`, `occupier_kind`.
 */
export const findOtherNumbers = (tx: Tx, rows: RawBuilder<unknown>): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select distinct r.row_number, 'occupierKind', r.occupier_kind, 'import.otherIdNumber'
  from (${rows}) as r
  join planned_apartment p on p.id = r.apartment_id and p.change = 'update' and p.id_number_mask is null
  join apartment a on a.id = p.id
  where r.occupier_kind in ('domestic', 'business') and a.occupier_kind <> p.occupier_kind
    and (char_length(a.occupier_id_number_mask) = ${cnpLength}) <> (p.occupier_kind = 'domestic')`;

/** Remarks on rows that say another name and no ID number, where the registry has one: it stays, and may be that of who lived there before. */
export const findKeptNumbers = (tx: Tx, rows: RawBuilder<unknown>): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason, is_warning)
  select distinct r.row_number, 'occupierName', p.occupier_name, 'import.keptIdNumber', true
  from (${rows}) as r
  join planned_apartment p on p.id = r.apartment_id and p.change = 'update' and p.id_number_mask is null
  join apartment a on a.id = p.id
  where a.occupier_id_number_mask is not null and fold(a.occupier_name) <> fold(p.occupier_name)
    and not exists (
      select from found_problem f
      where f.row_number = r.row_number and f.reason in ('import.keptIdNumber', 'import.otherIdNumber'))`;
