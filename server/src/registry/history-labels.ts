import { sql } from 'kysely';
import { historyPermission, type Permission } from '@noa/domain/permissions.ts';
import type { Tx } from '../database/database.ts';
import { idType, isId } from '../records/record.ts';
import type { Context } from '../request/context.ts';
import { pathOfNode } from './gis/gis-node.schema.ts';
import { allKinds, type LabelledTable } from './kinds.ts';
import { findLabels } from './labels.ts';

interface Reference {
  /** As the API calls its kind. */
  readonly kind: string;
  readonly table: LabelledTable;
  /** What one must be allowed to read to be told the name. */
  readonly permission: Permission;
}

/** Fields that name other records: `managerId`, `containerGroupIds`, and what is called otherwise. */
const references: Readonly<Record<string, Reference>> = {
  ...Object.fromEntries(
    allKinds.flatMap(({ name, table, called }): [string, Reference][] => {
      const reference = called && { kind: name, table: table as LabelledTable, permission: called.permission };
      return reference
        ? [
            [`${name}Id`, reference],
            [`${name}Ids`, reference],
          ]
        : [];
    }),
  ),
  parentId: { kind: 'gisNode', table: 'gis_node', permission: 'gisNode:read' },
  servingOrgId: { kind: 'org', table: 'org', permission: 'org:read' },
};

/**
 * The records that a field of some version names, as people call them now, or called them before they were deleted.
 *
 * @param field - as the API calls it: `managerId`.
 * @returns null for a field that names none, and where the caller may not see what is named.
 */
export async function labelOf(context: Context, field: string, value: unknown): Promise<string | null> {
  const reference = references[field];
  if (!reference || !context.viewer.may(reference.permission)) {
    return null;
  }
  const ids = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
  const labels = await Promise.all(
    ids.map(async (id) =>
      reference.table === 'gis_node'
        ? pathOfNode(context, id) // a name alone says neither which village nor whose street
        : ((await findLabel(context, reference, reference.permission, id)) ?? findFormer(context, reference, id)),
    ),
  );
  return labels.filter((label) => label !== undefined).join(', ') || null;
}

const findLabel = (context: Context, { table }: Reference, permission: Permission, id: string) =>
  context.loadBy(`label ${table} ${permission}`, id, (ids) =>
    context.read(permission, (tx) => findLabels(tx, table, ids)),
  );

/** What a record that is deleted was called last, to who may read the history of its kind. */
async function findFormer(context: Context, reference: Reference, id: string): Promise<string | undefined> {
  const permission = historyPermission(reference.kind);
  if (!context.viewer.may(permission)) {
    return undefined;
  }
  const lastChange = await context.loadBy(`last change ${reference.table}`, id, (ids) =>
    context.read(permission, (tx) => findLastChanges(tx, reference.table, ids)),
  );
  return lastChange && findLabel(context.at(lastChange), reference, permission, id);
}

/** Since when the last version of each record is or was valid. */
async function findLastChanges(tx: Tx, table: LabelledTable, ids: readonly string[]): Promise<Map<string, Date>> {
  const known = ids.filter((id) => isId(table, id));
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, max(valid_from) as at from ${sql.table(`${table}_version`)}
    where id = any(${known}::${sql.raw(idType(table))}[]) group by id`.execute(tx);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
