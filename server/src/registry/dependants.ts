import { sql } from 'kysely';
import { AppError } from '@noa/domain/errors.ts';
import { getValue } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import type { RegistryTable } from '../database/tables.ts';
import { allKinds } from './kinds.ts';

export interface Dependant {
  /** The kind that depends, as the API calls it. */
  readonly kind: string;
  readonly table: RegistryTable | 'import_job' | 'bulk_job' | 'audit_entry';
  /** The column that names the record to be deleted. */
  readonly column: string;
}

/** The kinds whose declaration says that they keep records of this table from being deleted. */
export const dependantsOf = (table: RegistryTable): readonly Dependant[] =>
  allKinds.flatMap(({ name, table: dependant, dependsOn }) => {
    const column = dependsOn?.[table];
    return column ? [{ kind: name, table: dependant, column }] : [];
  });

/**
 * Refuses to delete a record that others depend on, naming what and how many.
 *
 * @param others - what depends on it beside the kinds that say so themselves.
 * @throws {AppError} `ValidationFailed` with `details.dependants: [{ kind, count }]`.
 */
export async function refuseWhileDependants(
  tx: Tx,
  table: RegistryTable,
  { org_id, id }: { org_id: string; id: string },
  others: readonly Dependant[] = [],
): Promise<void> {
  const dependants = [...dependantsOf(table), ...others];
  if (dependants.length === 0) {
    return;
  }
  const counts = dependants.map(
    (each) =>
      sql`(select count(*)::int from ${sql.table(each.table)} d
        where d.org_id = ${org_id} and d.${sql.ref(each.column)} = ${id})`,
  );
  const counted = await getValue<number[]>(tx)`select array[${sql.join(counts)}]`;
  const found = dependants
    .map(({ kind }, index) => ({ kind, count: counted[index] ?? 0 }))
    .filter(({ count }) => count > 0);
  if (found.length > 0) {
    throw new AppError('ValidationFailed', 'Other records depend on this one', {
      fields: { id: 'delete.hasDependants' },
      details: { dependants: found },
    });
  }
}
