import { sql } from 'kysely';
import { execute } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { listed, stagedColumns, localityColumns, statedColumns, ofStated } from '../buildings/columns.ts';
import { sealPlanned } from '../buildings/seal-planned.ts';
import { writeOccupiers } from '../buildings/write-plan.ts';
import { cardPart, saysCards } from '../cards/card-import.ts';
import { cardColumns } from '../cards/card-rows.ts';
import { findDoors, findUnknownDoors } from '../cards/doors.ts';
import { orgOf, type ImportWork } from '../import-work.ts';
import { findOtherLocalities } from '../localities/plan-localities.ts';
import { matchAddresses } from '../matching/match-addresses.ts';
import { findRepeatedRows } from '../repeated-rows.ts';
import { settleStaging } from '../staging.ts';
import { findKeptNumbers, findOtherNumbers, findOtherOccupiers, occupiersOfSeveralRows } from './stated-occupiers.ts';

/** The rows of the file, each with the apartment that it is about. */
const atTheirDoors = sql`(
  select s.*, d.apartment_id from staged s join planned_door d on d.row_number = s.row_number and d.matches = 1) as s`;

/**
 * Sets what the file says of occupiers against the apartments that its rows are about (`planned_door`). Null is what it does not say, and
 * leaves what is there; an ID number is planned where the file has another.
 */
async function planOccupiers(tx: Tx, orgId: string): Promise<void> {
  const kept = ofStated(listed);
  await execute(tx)`
    insert into planned_apartment (position, entrance_id, id, addr_ap, ${ofStated((column) => column)}
      id_number_cipher, id_number_hash, id_number_mask, change)
    with listed as (
      ${occupiersOfSeveralRows([['apartment_id', sql`apartment_id`]], atTheirDoors)}
    )
    select row_number() over (order by a.entrance_id, a.addr_ap_key), a.entrance_id, a.id, a.addr_ap, ${kept}
      case when renumbered then l.id_number_cipher end, case when renumbered then l.id_number_hash end,
      case when renumbered then l.id_number_mask end,
      case when renumbered or (${ofStated((column) => sql`a.${column}`)} 1) is distinct from (${kept} 1) then 'update'
        else 'same' end
    from listed l
    join apartment a on a.org_id = ${orgId} and a.id = l.apartment_id
    -- The same number has another cipher each time it is encrypted, but one hash.
    cross join lateral (
      select l.id_number_hash is not null and l.id_number_hash is distinct from a.occupier_id_number_hash as renumbered
    ) as id_number`;
  await settleStaging(tx, 'planned_apartment', ['position']);
}

/** Share of writing that all but the cards takes. */
const apartmentShare = 0.6;

/** A block may be meant where the list says no locality or county, or the block's: villages of a name lie in several counties. */
const isThere = sql`(coalesce(s.locality, '') = '' or fold(s.locality) = fold(b.locality))
  and (coalesce(s.county, '') = '' or coalesce(b.county, '') = '' or fold(s.county) = fold(b.county))`;

/** The tower blocks of the apartments that rows are about. */
const blocksOfDoors = sql`select s.block_key, e.tower_block_id from ${atTheirDoors}
  join apartment a on a.id = s.apartment_id join entrance e on e.id = a.entrance_id`;

/** Who occupies apartments that are registered, and the cards that those are handed. */
export const occupierImport: ImportWork = {
  columns: stagedColumns,
  further: statedColumns,
  added: [...cardColumns, ...localityColumns],
  staging: 'buildings',
  tables: cardPart.tables,
  planned: {
    apartments: { table: 'planned_apartment', of: 'apartment', columns: statedColumns },
    ...cardPart.planned,
  },
  measured: 'apartments',
  match: async (tx, target) => {
    await matchAddresses(tx, { orgId: orgOf(target), jobId: target.jobId });
    await findDoors(tx, orgOf(target), isThere);
  },
  makePlan: async (tx, target) => {
    await planOccupiers(tx, orgOf(target));
    if (saysCards(target)) {
      await cardPart.makePlan(tx, target);
    }
  },
  findClashes: async (tx, target) => {
    await findUnknownDoors(tx);
    await findOtherLocalities(tx, orgOf(target), blocksOfDoors);
    await findRepeated(tx);
    if (target.mapping['occupierKind'] !== undefined) {
      await findOtherNumbers(tx, sql`select row_number, apartment_id, occupier_kind from ${atTheirDoors}`);
    }
    if (target.mapping['occupierName'] !== undefined) {
      await findKeptNumbers(tx, sql`select row_number, apartment_id from ${atTheirDoors}`);
    }
    if (saysCards(target)) {
      await findOtherOccupiers(tx, ['apartment_id'], atTheirDoors);
      await cardPart.findClashes(tx, target);
    }
  },
  writePlan: async (tx, target, changes, onWritten) => {
    await sealPlanned(tx, orgOf(target), target);
    const share = saysCards(target) ? apartmentShare : 1;
    await writeOccupiers(tx, orgOf(target), target, changes['apartments'], (written) => onWritten(written * share));
    if (saysCards(target)) {
      await cardPart.writePlan(tx, target, changes, (written) => onWritten(share + written * (1 - share)));
    }
  },
};

/** Rows that say again of an apartment what a row above says; it has one for each of its cards. */
const findRepeated = (tx: Tx) =>
  findRepeatedRows(
    tx,
    'apartment',
    sql`select distinct on (row_number) row_number, addr_ap as value,
        apartment_id || chr(31) || coalesce(serial_number, '') as key
      from ${atTheirDoors} order by row_number, serial_number`,
  );
