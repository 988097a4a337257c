import type { JoinColumn } from '@noa/domain/imports/import-joins.ts';
import { declaredImport, orgOf } from '../declared/declared-import.ts';
import { namedBy, type DeclaredKind } from '../declared/declared-kind.ts';
import type { ImportWork } from '../import-work.ts';
import { findUnknownNames, planMissing, plansOfMissing, tablesOfMissing, writeMissing } from '../missing-names.ts';
import type { Columns } from '../reading/column-batch.ts';
import { findContradictions } from './contradictions.ts';
import { findTooMany, planJoins, plannedJoins, writeJoins } from './joins.ts';

/**
 * Records as they are declared, and what each is joined to: whole in one cell, or a row for each. A list joins and parts nothing: what it
 * does not name stays joined.
 */
export function joinedImport(kind: DeclaredKind, join: JoinColumn): ImportWork {
  const declared = declaredImport(kind);
  const reference = namedBy(join.of.name, { field: join.field, staged: 'joined' });
  const columns: Columns = [...declared.columns, ['joined', 'text']];
  return {
    ...declared,
    columns,
    tables: {
      ...declared.tables,
      staged: [['row_number', 'integer'], ...columns],
      ...tablesOfMissing([reference]),
      planned_join: plannedJoins,
    },
    planned: {
      ...plansOfMissing([reference]),
      ...declared.planned,
      accessGroupContainerGroups: {
        table: 'planned_join',
        of: 'access_group_container_group',
        columns: [],
        by: join.field,
      },
    },
    async makePlan(tx, target) {
      await declared.makePlan(tx, target);
      await planMissing(tx, orgOf(target), target, [reference]);
      await planJoins(tx, orgOf(target), kind, reference);
    },
    async findClashes(tx, target) {
      await declared.findClashes(tx, target);
      await findContradictions(tx, kind);
      await findUnknownNames(tx, orgOf(target), [reference]);
      await findTooMany(tx, orgOf(target), join.field);
    },
    async writePlan(tx, target, changes, onWritten) {
      await writeMissing(tx, orgOf(target), target, [reference]);
      await declared.writePlan(tx, target, changes, (share) => onWritten(share / 2));
      await writeJoins(tx, orgOf(target), target);
      onWritten(1);
    },
  };
}
