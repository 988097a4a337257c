import { validationFailed } from '@noa/domain/errors.ts';
import { historyPermission, type Permission } from '@noa/domain/permissions.ts';
import { countVersions, listVersions, type VersionRow } from '../records/history.ts';
import { builder } from '../graphql/builder.ts';
import { costs } from '../graphql/cost.ts';
import { connectionOf } from '../graphql/connection.ts';
import { pageArgs } from '../graphql/list.ts';
import { mayReadAuthor } from '../graphql/versioned.ts';
import type { Context } from '../request/context.ts';
import { aboutKindNamed, findKind, allKinds, type LabelledTable } from './kinds.ts';
import { mayRestore } from './restore.service.ts';
import { pathOfNode } from './gis/gis-node.schema.ts';
import { findLabelsEver } from './labels-ever.ts';
import { findLabels } from './labels.ts';

interface FieldChange {
  readonly name: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

const asText = (value: unknown) =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

const FieldChangeType = builder.objectRef<FieldChange>('FieldChange').implement({
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As the record type calls it.' }),
    oldValue: t.string({ nullable: true, resolve: ({ oldValue }) => asText(oldValue) }),
    newValue: t.string({ nullable: true, resolve: ({ newValue }) => asText(newValue) }),
    oldLabel: t.string({
      nullable: true,
      description: 'What people call the record that the old value names, or called it before it was deleted.',
      resolve: ({ name, oldValue }, _args, context) => labelOf(context, name, oldValue),
    }),
    newLabel: t.string({
      nullable: true,
      resolve: ({ name, newValue }, _args, context) => labelOf(context, name, newValue),
    }),
  }),
});

const VersionChange = builder.enumType('VersionChange', {
  values: {
    created: {},
    updated: {},
    firstSeen: { description: 'The version before is out of the caller’s reach, and with it what this one changed.' },
  } as const,
});

/** What the version did: the fields whose value differs from the version before. */
function changesOf({ fields, previous }: VersionRow): FieldChange[] {
  return Object.entries(fields)
    .map(([name, newValue]) => ({ name, oldValue: previous?.[name] ?? null, newValue }))
    .filter(({ oldValue, newValue }) => asText(oldValue) !== asText(newValue));
}

/**
 * What the caller is told of it. Whoever serves a record of another org is told no more than the record says: which of that org's own records it
 * names, an access group or a manager, they do not see.
 */
async function changesTold(version: VersionRow, context: Context): Promise<FieldChange[]> {
  const changes = changesOf(version);
  if (mayReadAuthor(context.viewer, version)) {
    return changes;
  }
  const isSeen = async (name: string, value: unknown) =>
    value === null || (await labelOf(context, name, value)) !== null;
  const told = await Promise.all(
    changes.map(
      async ({ name, oldValue, newValue }) =>
        !namesRecords(name) || ((await isSeen(name, oldValue)) && (await isSeen(name, newValue))),
    ),
  );
  return changes.filter((_change, index) => told[index]);
}

interface ShownVersion extends VersionRow {
  /** Whether the caller may write this version again as a new one. */
  readonly restorable: boolean;
}

export const Version = builder.objectRef<ShownVersion>('Version').implement({
  description: 'One version of a record: who wrote it, when, and what it changed.',
  fields: (t) => ({
    rowId: t.exposeID('row_id'),
    validFrom: t.expose('valid_from', { type: 'DateTime' }),
    validTo: t.expose('valid_to', { type: 'DateTime' }),
    updatedBy: t.string({
      nullable: true,
      description: 'Who wrote it; null where that is for another org to know.',
      resolve: (version, _args, { viewer }) => (mayReadAuthor(viewer, version) ? version.updated_by : null),
    }),
    change: t.field({
      type: VersionChange,
      resolve: ({ previous, has_previous }) =>
        previous ? ('updated' as const) : has_previous ? ('firstSeen' as const) : ('created' as const),
    }),
    deletedBy: t.string({
      nullable: true,
      description:
        'Who deleted the record, if this is the version it ended with; `validTo` says when. Null where that is for another org to know.',
      resolve: (version, _args, { viewer }) => (mayReadAuthor(viewer, version) ? version.deleted_by : null),
    }),
    fields: t.field({
      type: [FieldChangeType],
      extensions: costs({ rows: 20 }),
      resolve: (version, _args, context) => changesTold(version, context),
    }),
    erasedFields: t.exposeStringList('erased_fields', {
      description:
        'Fields of this version that were erased since: what they said nobody knows, and restoring it leaves them as they are now.',
    }),
    viewerCanRestore: t.exposeBoolean('restorable', {
      description:
        'Whether the caller may write what this version says again, as a new one; deleted records are not restored.',
    }),
  }),
});

const VersionConnection = connectionOf('Version', Version);

builder.queryField('history', (t) =>
  t.field({
    type: VersionConnection,
    // That of all kinds includes that of containers.
    authScopes: { may: 'history:readContainer' },
    args: {
      kind: t.arg.string({ required: true, description: aboutKindNamed }),
      id: t.arg.id({ required: true }),
      ...pageArgs,
    },
    resolve: async (_root, { kind: named, id, ...args }, context) => {
      const kind = findKind(named);
      if (!kind) {
        throw validationFailed({ kind: 'form.unknownKind' }, `There is no kind ${named}`);
      }
      const permission = historyPermission(kind.name);
      const { edges, ...page } = await context.read(permission, (tx, scope) => listVersions(tx, kind, scope, id, args));
      const now = new Date();
      const shown = edges.map(({ row, cursor }) => ({
        row: { ...row, restorable: row.is_there && row.valid_to <= now && mayRestore(context, kind.name, row) },
        cursor,
      }));
      return {
        page: { ...page, edges: shown },
        count: () => context.read(permission, (tx, scope) => countVersions(tx, kind, scope, id)),
      };
    },
  }),
);

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
const namesRecords = (field: string): boolean => field in references;

/**
 * The records that a field of some version names, as people call them now, or called them before they were deleted.
 *
 * @param field - as the API calls it: `managerId`.
 * @returns null for a field that names none, and where the caller may not see what is named.
 */
async function labelOf(context: Context, field: string, value: unknown): Promise<string | null> {
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
