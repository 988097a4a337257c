import { matchAddresses } from '../matching/match-addresses.ts';
import type { ImportTarget, ImportWork } from '../import-work.ts';
import { plansOfMissing, tablesOfMissing, writeMissing } from '../missing-names.ts';
import { findClashes } from './clashes.ts';
import { blockColumns, entranceColumns, stagedColumns, statedColumns } from './columns.ts';
import { makePlan } from './plan.ts';
import { buildingReferences } from './references.ts';
import { sealPlanned } from './seal-planned.ts';
import { writePlan } from './write-plan.ts';

/** Tower blocks, their entrances and apartments belong to an org: a job of them always has one. */
function orgOf({ orgId }: ImportTarget): string {
  if (orgId === null) {
    throw new Error('An import of tower blocks without an org');
  }
  return orgId;
}

/** Lists of tower blocks with their entrances and apartments. */
export const buildingImport: ImportWork = {
  columns: stagedColumns,
  further: statedColumns,
  staging: 'buildings',
  tables: tablesOfMissing(buildingReferences),
  planned: {
    ...plansOfMissing(buildingReferences),
    towerBlocks: { table: 'planned_tower_block', of: 'tower_block', columns: blockColumns },
    entrances: { table: 'planned_entrance', of: 'entrance', columns: entranceColumns },
    apartments: { table: 'planned_apartment', of: 'apartment', columns: statedColumns },
  },
  measured: 'apartments',
  match: (tx, target) => matchAddresses(tx, { orgId: orgOf(target), jobId: target.jobId }),
  makePlan: (tx, target) => makePlan(tx, orgOf(target), target),
  findClashes: (tx, target) => findClashes(tx, orgOf(target), target.mapping),
  writePlan: async (tx, target, changes, onWritten) => {
    await writeMissing(tx, orgOf(target), target, buildingReferences);
    await sealPlanned(tx, orgOf(target), target);
    await writePlan(tx, orgOf(target), target, changes, onWritten);
  },
};
