import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { stagedColumns, localityColumns, statedColumns } from '../buildings/columns.ts';
import { sealPlanned } from '../buildings/seal-planned.ts';
import { writeOccupiers } from '../buildings/write-plan.ts';
import { cardPart, saysCards } from '../cards/card-part.ts';
import { cardColumns } from '../cards/card-rows.ts';
import { findDoors, findUnknownDoors } from '../cards/doors.ts';
import { orgOf } from '../declared/declared-import.ts';
import type { ImportWork } from '../import-work.ts';
import { findOtherLocalities } from '../localities/other-localities.ts';
import { matchAddresses } from '../matching/match-addresses.ts';
import { findRepeatedRows } from '../repeated-rows.ts';
import { findKeptNumbers, findOtherNumbers } from './other-number.ts';
import { atTheirDoors, planOccupiers } from './plan.ts';
import { findOtherOccupiers } from './several-rows.ts';

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
