import type { FieldMap, ObjectRef } from '@pothos/core';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { capitalised } from '@noa/domain/kinds/names.ts';
import type { Kind } from '../../records/record.ts';
import type { RegistryTable, Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { answerNamed } from '../../graphql/planned/records.ts';
import { plannable } from '../../graphql/planned/shape.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { columnOf } from './columns.ts';
import { ownedBy, shownFields } from './record-fields.ts';

type Fields<Table extends RegistryTable> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row<Table>>;

/** A kind with its GraphQL type. */
interface Typed {
  readonly kind: Kind<RegistryTable>;
  readonly type: ObjectRef<SchemaTypes, Row<RegistryTable>>;
}

/** By the API's name of each. Asked for when the schema is built: relations name kinds that come later. */
const types = new Map<string, Typed>();

interface TypeOptions<Table extends RegistryTable> {
  readonly description?: string;
  /** What does not follow from the declaration. */
  readonly fields?: (t: Fields<Table>) => FieldMap;
  /** Whether whoever may write in its org may change and delete its records, and is told so: `viewerCanUpdate`, `viewerCanDelete`. */
  readonly isWritten?: boolean;
}

/**
 * The GraphQL type of a declared kind: its fields, the records of other kinds that it names, its org, and the kind's own.
 * What a relation needs is said in the declaration, or is the permission to read the other kind.
 */
export function recordType<Table extends RegistryTable>(
  kind: Kind<Table>,
  declared: KindDeclaration,
  { description, fields, isWritten = true }: TypeOptions<Table>,
): ObjectRef<SchemaTypes, Row<Table>> {
  const type = builder.objectRef<Row<Table>>(capitalised(kind.name));
  types.set(kind.name, { kind: kind as never, type });
  type.implement({
    ...(description && { description }),
    interfaces: [Versioned as never],
    fields: (t) => ({
      ...shownFields<Table>(t as never, declared, kind),
      ...relations(t as never, declared),
      ...(isWritten && ownedBy(t, `${kind.name}:write` as Permission)),
      ...fields?.(t as never),
    }),
  });
  return type;
}

/** The records that a kind names, with their ids, and the org that owns its own; null to those who may not read them, as if there were none. */
function relations(t: Fields<RegistryTable>, { fields, owner }: KindDeclaration): FieldMap {
  const named = Object.entries(fields).flatMap(([name, field]) => {
    const other = field.of && types.get(field.of.name);
    const permission = field.needs ?? (`${field.of?.name}:read` as Permission);
    const column = columnOf(name, field);
    return other
      ? [
          [name.replace(/Id$/, ''), related(t, other, permission, column)] as const,
          [name, relatedId(t, other.kind, permission, column)] as const,
        ]
      : [];
  });
  const org = owner === 'none' ? undefined : types.get('org');
  return {
    ...Object.fromEntries(named),
    ...(org && { org: related(t, org, 'org:read', 'org_id'), orgId: t.exposeID('org_id' as never) }),
  };
}

const relatedId = (t: Fields<RegistryTable>, kind: Kind<RegistryTable>, permission: Permission, column: string) =>
  t.id({
    nullable: true,
    authScopes: { may: permission },
    resolve: async (row, _args, context) =>
      (await context.load(kind, permission, (row as Readonly<Record<string, unknown>>)[column] as string | null))?.id ??
      null,
  });

const related = (t: Fields<RegistryTable>, { kind, type }: Typed, permission: Permission, column: string) =>
  t.field({
    type,
    nullable: true,
    authScopes: { may: permission },
    extensions: plannable,
    resolve: (row, _args, context, info) => answerNamed(context, kind, permission, { row, column }, info) as never,
  });
