import { sql, type RawBuilder } from 'kysely';
import { importedFields } from '@noa/domain/imports/import-fields.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { beginningOf } from '@noa/domain/kinds/form.ts';
import { columnOf } from '../../registry/declared/columns.ts';
import { cardColumns } from '../cards/card-rows.ts';
import { columnsIn, sqlTypes, type Columns } from '../reading/column-batch.ts';

/** The columns of an apartment that a file may state as its declaration says; not its ID number, which is sealed first. */
const stated = importedFields(apartment).flatMap(([name, field]) =>
  field.stored === false ? [] : [{ name: columnOf(name, field), type: sqlTypes[field.type], field }],
);

export const statedColumns: readonly string[] = stated.map(({ name }) => name);

type Stated = (typeof stated)[number];

/** The same of each of them, as a list in SQL that goes on after its last one. */
export const ofStated = (write: (column: RawBuilder<unknown>, stated: Stated) => RawBuilder<unknown>) =>
  sql.join(
    stated.map((each) => sql`${write(sql.ref(each.name), each)},`),
    sql` `,
  );

/** Whether an apartment `a` of the registry is somebody else's by what is listed of it, `l`. */
const isOther = sql`fold(l.occupier_name) <> fold(a.occupier_name)`;

/** What an apartment `a` has once something is listed of it, `l`: where that says nothing what is there stays, but no first name of who has another name. */
export const listed = (column: RawBuilder<unknown>, { name }: Stated) =>
  name === 'occupier_first_name'
    ? sql`coalesce(l.${column}, case when ${isOther} is not true then a.${column} end)`
    : sql`coalesce(l.${column}, a.${column})`;

/** What a new apartment has where the file says nothing; null where it may have nothing. */
export const beginning = ({ field }: Stated) => sql.lit((beginningOf(field) ?? null) as string | number | null);

/** What a list may say of a block that is known, and of an entrance. */
export const blockColumns = ['county', 'locality', 'gis_node_id', 'addr_street', 'addr_nr', 'addr_bl', 'lat', 'lng'];
export const entranceColumns = ['manager_id', 'access_group_id'];

/** What a row says of its locality beside the name and the county. */
export const localityColumns = columnsIn('uat text, siruta integer');

/** What is read of a row wherever apartments are spoken of: where they lie, one entrance, the apartments behind it, and a card. */
export const stagedColumns: Columns = [
  ...columnsIn('source_ref text, county text, locality text, addr_street text, addr_nr text, addr_bl text'),
  ...columnsIn('lat double precision, lng double precision, addr_sc text, first_ap integer, last_ap integer'),
  ...columnsIn('addr_ap text, manager text, access_group text'),
  ...stated.map(({ name, type }) => [name, type] as const),
  ...columnsIn('id_number_cipher bytea, id_number_hash bytea, id_number_mask text'),
  ...cardColumns,
  ...localityColumns,
];
