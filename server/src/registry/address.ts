import { sql } from 'kysely';

interface StreetAddress {
  readonly addr_street: string;
  readonly addr_nr: string;
  readonly addr_bl: string;
}

/** A street address as it is written on letters: `Str. Unirii 12, bl. B1`; parts that are not known are left out. */
export const addressLabel = ({ addr_street, addr_nr, addr_bl }: StreetAddress): string =>
  [`${addr_street} ${addr_nr}`.trim(), addr_bl && `bl. ${addr_bl}`].filter(Boolean).join(', ');

/** The same in SQL, of the row with this alias. */
export const streetLabel = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`concat_ws(', ', nullif(trim(${column('addr_street')} || ' ' || ${column('addr_nr')}), ''),
    'bl. ' || nullif(${column('addr_bl')}, ''))`;
};

/** Entrances `e` with their tower blocks `t`, and how the address of a staircase is written. */
export const staircases = sql`from entrance e join tower_block t on t.org_id = e.org_id and t.id = e.tower_block_id`;
export const staircaseLabel = sql`${streetLabel('t')} || ', sc. ' || e.addr_sc`;
