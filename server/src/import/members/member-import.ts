import { managerNames } from '../buildings/references.ts';
import { orgOf } from '../declared/declared-import.ts';
import type { ImportWork } from '../import-work.ts';
import { findUnknownNames, planMissing, plansOfMissing, tablesOfMissing, writeMissing } from '../missing-names.ts';
import { findClashes } from './clashes.ts';
import { queueInvitations } from './invitations.ts';
import { memberColumns } from './member-rows.ts';
import { makePlan, plannedManagerMembers, plannedOrgMembers } from './plan.ts';
import { writeMembers } from './write-members.ts';

const references = [managerNames];

/** Who belongs to an org, and to which of its managers. A list adds people and removes none; a member stays as they are. */
export const memberImport: ImportWork = {
  columns: memberColumns,
  staging: 'declared',
  tables: {
    staged: [['row_number', 'integer'], ...memberColumns],
    ...tablesOfMissing(references),
    planned_org_member: plannedOrgMembers,
    planned_manager_member: plannedManagerMembers,
  },
  planned: {
    ...plansOfMissing(references),
    orgMembers: { table: 'planned_org_member', of: 'org_member', columns: [] },
    managerMembers: { table: 'planned_manager_member', of: 'manager_member', columns: [], by: 'manager' },
  },
  measured: 'orgMembers',
  makePlan: async (tx, target) => {
    await planMissing(tx, orgOf(target), target, references);
    await makePlan(tx, orgOf(target));
  },
  findClashes: async (tx, target) => {
    await findUnknownNames(tx, orgOf(target), references);
    await findClashes(tx, orgOf(target), target.accounts);
  },
  writePlan: async (tx, target, _changes, onWritten) => {
    await writeMissing(tx, orgOf(target), target, references);
    await writeMembers(tx, orgOf(target), target);
    if (target.accounts.kept) {
      await queueInvitations(tx, orgOf(target), target);
    }
    onWritten(1);
  },
};
