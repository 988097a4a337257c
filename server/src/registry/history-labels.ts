import { historyPermission, type Permission } from '@noa/domain/permissions.ts';
import type { Context } from '../request/context.ts';
import { pathOfNode } from './gis/gis-node.schema.ts';
import { allKinds, type LabelledTable } from './kinds.ts';
import { findLabelsEver } from './labels-ever.ts';
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

/** Whether a field, as the API calls it, names records. */
export const namesRecords = (field: string): boolean => field in references;

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
    ids.map((id) =>
      reference.table === 'gis_node'
        ? pathOfNode(context, id) // a name alone says neither which village nor whose street
        : findLabel(context, reference, id),
    ),
  );
  return labels.filter((label) => label !== undefined).join(', ') || null;
}

/** The past is told to who may read the history of the kind. */
const findLabel = (context: Context, { kind, table, permission }: Reference, id: string) =>
  context.loadBy(`label ${table}`, id, (ids) => {
    const history = historyPermission(kind);
    return context.viewer.may(history)
      ? findLabelsEver((work, moment) => context.at(moment).read(history, work), table, ids)
      : context.read(permission, (tx) => findLabels(tx, table, ids));
  });
