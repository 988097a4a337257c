import { sql } from 'kysely';
import { addressField } from '@noa/domain/imports/import-buildings.ts';
import type { ImportMapping } from '@noa/domain/imports/import.ts';
import { snake } from '@noa/domain/kinds/names.ts';
import { execute } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { plannedArtery, plannedStreet, writeArteries } from '../arteries/plan-arteries.ts';
import { cardColumns } from '../cards/card-rows.ts';
import { cardPart, saysCards } from '../cards/card-import.ts';
import { plannedLocality } from '../localities/tree-localities.ts';
import { findOtherLocalities, findUnclearLocalities } from '../localities/plan-localities.ts';
import { stateLocalities } from '../localities/state-localities.ts';
import { findUndecided } from '../matching/address-matches.queries.ts';
import { matchAddresses } from '../matching/match-addresses.ts';
import { orgOf, type ImportWork } from '../import-work.ts';
import { plansOfMissing, tablesOfMissing, writeMissing, findUnknownNames } from '../missing-names.ts';
import { findRepeatedRows } from '../repeated-rows.ts';
import {
  findKeptNumbers,
  findOtherNumbers,
  findOtherOccupiers,
  hasSeveralRows,
} from '../occupiers/stated-occupiers.ts';
import { settleStaging } from '../staging.ts';
import { blockColumns, stagedColumns, entranceColumns, localityColumns, statedColumns } from './columns.ts';
import { apartmentKey, makePlan } from './plan.ts';
import { buildingReferences } from './references.ts';
import { sealPlanned } from './seal-planned.ts';
import { writePlan } from './write-plan.ts';

/** Share of writing that all but the cards takes. */
const apartmentShare = 0.6;

/** Lists of tower blocks with their entrances, their apartments with who occupies them, and the cards that those are handed. */
export const buildingImport: ImportWork = {
  columns: stagedColumns,
  further: statedColumns,
  added: [...cardColumns, ...localityColumns],
  staging: 'buildings',
  tables: {
    ...tablesOfMissing(buildingReferences),
    ...cardPart.tables,
    planned_locality: plannedLocality,
    planned_artery: plannedArtery,
    planned_street: plannedStreet,
  },
  planned: {
    ...plansOfMissing(buildingReferences),
    arteries: { table: 'planned_artery', of: 'gis_node', columns: [], isReferred: true },
    towerBlocks: { table: 'planned_tower_block', of: 'tower_block', columns: blockColumns },
    entrances: { table: 'planned_entrance', of: 'entrance', columns: entranceColumns },
    apartments: { table: 'planned_apartment', of: 'apartment', columns: statedColumns },
    ...cardPart.planned,
  },
  measured: 'apartments',
  match: async (tx, target) => {
    await stateLocalities(tx, orgOf(target));
    await matchAddresses(tx, { orgId: orgOf(target), jobId: target.jobId });
    await findUndecided(tx, target);
  },
  makePlan: async (tx, target) => {
    await makePlan(tx, orgOf(target), target);
    if (saysCards(target)) {
      await planPlannedDoors(tx);
      await cardPart.makePlan(tx, target);
    }
  },
  findClashes: async (tx, target) => {
    await findClashes(tx, orgOf(target), target.mapping);
    await findUnclearLocalities(tx, target.mapping);
    await findOtherLocalities(tx, orgOf(target), sql`select block_key, id as tower_block_id from planned_tower_block`);
    if (saysCards(target)) {
      await cardPart.findClashes(tx, target);
    }
  },
  writePlan: async (tx, target, changes, onWritten) => {
    await writeMissing(tx, target, buildingReferences);
    await writeArteries(tx, target, changes);
    await sealPlanned(tx, orgOf(target), target);
    const share = saysCards(target) ? apartmentShare : 1;
    await writePlan(tx, orgOf(target), target, changes, (written) => onWritten(written * share));
    if (saysCards(target)) {
      await cardPart.writePlan(tx, target, changes, (written) => onWritten(share + written * (1 - share)));
    }
  },
};

const wholeAddress = sql`trim(concat_ws(' ', addr_street, addr_nr, addr_bl))`;

/** Finds, among staged and planned rows, what is wrong with a row only beside others. */
async function findClashes(tx: Tx, orgId: string, mapping: ImportMapping): Promise<void> {
  const isOfBlocks = mapping['apartment'] === undefined && mapping['entrance'] === undefined;
  // A block may be listed twice where none of its apartments is.
  const areSeveral = await hasSeveralRows(tx, apartmentKey);
  if (areSeveral || isOfBlocks) {
    await findRepeated(tx, mapping, isOfBlocks);
  }
  await findContradictions(tx, mapping);
  if (areSeveral && mapping['serialNumber'] !== undefined) {
    await findOtherOccupiers(tx, ['block_key', 'addr_sc_key', 'addr_ap_key'], sql`staged`);
  }
  if (mapping['occupierKind'] !== undefined) {
    await findOtherNumbers(tx, atPlannedDoors);
  }
  if (mapping['occupierName'] !== undefined) {
    await findKeptNumbers(tx, atPlannedDoors);
  }
  await findUnknownNames(tx, orgId, buildingReferences);
  await findAmbiguous(tx, mapping);
}

/** The rows of the file, each with the apartment that it is about. */
const atPlannedDoors = sql`
  select s.row_number, a.id as apartment_id, s.occupier_kind, s.serial_number from staged s
  join planned_entrance e on e.block_key = s.block_key and e.addr_sc_key = s.addr_sc_key
  join planned_apartment a on a.entrance_id = e.id and a.addr_ap_key = s.addr_ap_key`;

/**
 * Rows that say again what a row above says already: whole blocks, entrances or apartments, as the file lists them. An apartment has a row
 * for each of its cards.
 */
async function findRepeated(tx: Tx, mapping: ImportMapping, isOfBlocks: boolean): Promise<void> {
  const field = mapping['apartment'] ? 'apartment' : mapping['entrance'] ? 'entrance' : blockField(mapping);
  const shown = {
    apartment: sql`addr_ap`,
    entrance: sql`addr_sc`,
    sourceRef: sql`source_ref`,
    street: wholeAddress,
    block: wholeAddress,
  }[field];
  // Not the whole key is given where a row is a whole block: its entrances are one row.
  const key = isOfBlocks
    ? sql`block_key`
    : sql`block_key || chr(31) || addr_sc_key || chr(31) || addr_ap_key || chr(31) || coalesce(serial_number, '')`;
  await findRepeatedRows(
    tx,
    field,
    sql`select distinct on (row_number) row_number, ${shown} as value, ${key} as key from staged
      order by row_number, serial_number`,
  );
}

const blockField = (mapping: ImportMapping) =>
  mapping['sourceRef'] === undefined ? addressField(mapping) : 'sourceRef';

/** Rows of one block that give it two addresses, or one of its entrances two managers or access groups. */
async function findContradictions(tx: Tx, mapping: ImportMapping): Promise<void> {
  if (mapping['sourceRef'] !== undefined) {
    await execute(tx)`
      insert into found_problem (row_number, field, value, reason, other_row)
      select row_number, ${addressField(mapping)}, ${wholeAddress}, 'import.contradicts', first_row
      from (
        select *, first_value(row_number) over of_block as first_row,
          first_value(fold(address)) over of_block as first_address
        from (
          select distinct on (row_number) *, concat_ws(chr(31), county, locality, addr_street, addr_nr, addr_bl) as address
          from staged order by row_number
        ) as row
        window of_block as (partition by block_key order by row_number)
      ) as r
      where fold(address) <> first_address and row_number <> first_row`;
  }
  for (const field of ['manager', 'accessGroup']) {
    if (mapping[field] !== undefined) {
      const name = sql.ref(snake(field));
      await execute(tx)`
        insert into found_problem (row_number, field, value, reason, other_row)
        with several as (
          select block_key, addr_sc_key from staged where ${name} is not null
          group by block_key, addr_sc_key having min(${name}) <> max(${name})
        )
        select row_number, ${field}, value, 'import.contradicts', first_row from (
          select row_number, ${name} as value, first_value(row_number) over of_entrance as first_row,
            first_value(${name}) over of_entrance as first_value
          from staged join several using (block_key, addr_sc_key) where ${name} is not null
          window of_entrance as (partition by block_key, addr_sc_key order by row_number)
        ) as r
        where value <> first_value and sort_key(value) <> sort_key(first_value)`;
    }
  }
}

/** Two blocks stand at the address already: only the id of the list could tell which is meant. */
const findAmbiguous = (tx: Tx, mapping: ImportMapping): Promise<void> => execute(tx)`
  insert into found_problem (row_number, field, value, reason)
  select row_number, ${addressField(mapping)}, ${wholeAddress}, 'import.ambiguous'
  from planned_tower_block where matches > 1`;

/** Tells which of the planned apartments each row is about, as cards are handed to them (`planned_door`). */
async function planPlannedDoors(tx: Tx): Promise<void> {
  await execute(tx)`delete from planned_door`;
  await execute(tx)`
    insert into planned_door (row_number, apartment_id, matches)
    select distinct row_number, apartment_id, 1 from (${atPlannedDoors}) as d where serial_number is not null`;
  await settleStaging(tx, 'planned_door', ['row_number']);
}
