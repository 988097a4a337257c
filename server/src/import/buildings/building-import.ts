import { sql } from 'kysely';
import { plannedArtery, plannedStreet } from '../arteries/arteries.queries.ts';
import { writeArteries } from '../arteries/plan-arteries.ts';
import { cardColumns } from '../cards/card-rows.ts';
import { cardPart, saysCards } from '../cards/card-part.ts';
import { plannedLocality } from '../localities/localities.queries.ts';
import { findOtherLocalities } from '../localities/other-localities.ts';
import { findUnclearLocalities } from '../localities/plan-localities.ts';
import { stateLocalities } from '../localities/state-localities.ts';
import { findUndecided } from '../matching/address-matches.queries.ts';
import { matchAddresses } from '../matching/match-addresses.ts';
import type { ImportTarget, ImportWork } from '../import-work.ts';
import { plansOfMissing, tablesOfMissing, writeMissing } from '../missing-names.ts';
import { findClashes } from './clashes.ts';
import { planPlannedDoors } from './planned-doors.ts';
import { blockColumns, stagedColumns, entranceColumns, localityColumns, statedColumns } from './columns.ts';
import { makePlan } from './plan.ts';
import { buildingReferences } from './references.ts';
import { sealPlanned } from './seal-planned.ts';
import { writePlan } from './write-plan.ts';

/** Share of writing that all but the cards takes. */
const apartmentShare = 0.6;

/** Tower blocks, their entrances and apartments belong to an org: a job of them always has one. */
function orgOf({ orgId }: ImportTarget): string {
  if (orgId === null) {
    throw new Error('An import of tower blocks without an org');
  }
  return orgId;
}

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
    await writeMissing(tx, orgOf(target), target, buildingReferences);
    await writeArteries(tx, target, changes);
    await sealPlanned(tx, orgOf(target), target);
    const share = saysCards(target) ? apartmentShare : 1;
    await writePlan(tx, orgOf(target), target, changes, (written) => onWritten(written * share));
    if (saysCards(target)) {
      await cardPart.writePlan(tx, target, changes, (written) => onWritten(share + written * (1 - share)));
    }
  },
};
