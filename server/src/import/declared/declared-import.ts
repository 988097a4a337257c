import { plansOfMissing, tablesOfMissing } from '../missing-names.ts';
import type { ImportTarget, ImportWork } from '../import-work.ts';
import { findClashes } from './clashes.ts';
import { plannedColumns, stagedColumns, writtenColumns, type DeclaredKind } from './declared-kind.ts';
import { makePlan, meant } from './plan.ts';
import { writePlan } from './write-plan.ts';

/** Records that are imported by declaration belong to an org: a job of them always has one. */
export function orgOf({ orgId }: ImportTarget): string {
  if (orgId === null) {
    throw new Error('An import of records without an org');
  }
  return orgId;
}

/** Imports the records of a kind as its declaration says: no line of it is about one kind (decision 54). */
export function declaredImport(kind: DeclaredKind): ImportWork {
  const { table, plural, references } = kind;
  const planned = `planned_${table}`;
  return {
    columns: stagedColumns(kind),
    staging: 'declared',
    tables: {
      staged: [['row_number', 'integer'], ...stagedColumns(kind)],
      ...tablesOfMissing(references),
      [planned]: plannedColumns(kind),
    },
    planned: {
      ...plansOfMissing(references),
      [plural]: { table: planned, of: table, where: meant(kind), columns: writtenColumns(kind) },
    },
    measured: plural,
    makePlan: (tx, target) => makePlan(tx, orgOf(target), target, kind),
    findClashes: (tx, target) => findClashes(tx, orgOf(target), kind),
    writePlan: async (tx, target, changes, onWritten) => {
      await writePlan(tx, orgOf(target), target, kind, changes, onWritten);
      onWritten(1);
    },
  };
}
