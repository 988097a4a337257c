import type { FieldMap, FieldRef, InputFieldMap, InputRef, ObjectRef } from '@pothos/core';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { updateInput } from '@noa/domain/kinds/kind.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Kind } from '../../database/record.ts';
import type { RegistryTable, Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange, IntRange } from '../../graphql/ranges.ts';
import { addDelete } from '../../graphql/record-fields.ts';
import { enums } from '../../graphql/scalars.ts';
import { isOwned, isReachable } from '../reachable.ts';
import { addRestore } from '../restore.service.ts';
import { columnOf } from './columns.ts';
import type { RecordService } from './record-service.ts';

type Fields = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Record<string, unknown>>;
type Inputs = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>;

const scalars = { text: 'String', integer: 'Int', float: 'Float', boolean: 'Boolean', id: 'ID' } as const;

const typeOf = (field: Field) => ('list' in field ? enums[field.list as keyof typeof enums] : scalarOf(field));
const scalarOf = ({ type }: Field) => scalars[type as keyof typeof scalars];

/**
 * The fields of a kind that the API shows as they are, read by whoever reads the record, or who may besides: to others they are null,
 * as if nothing were known.
 */
export function shownFields<Table extends RegistryTable>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Row<Table>>,
  { fields }: KindDeclaration,
  kind: Kind<Table>,
): FieldMap {
  const shown = Object.entries(fields).filter(([, field]) => field.shown !== false);
  return Object.fromEntries(
    shown.map(([name, field]) => [
      name,
      shownField(t as unknown as Fields, columnOf(name, field), field, kind as never),
    ]),
  );
}

function shownField(t: Fields, column: string, field: Field, kind: Kind<RegistryTable>) {
  const { needs, nullable = false, about } = field;
  const options = { type: typeOf(field) as 'String', ...(about && { description: about }) };
  if (!needs) {
    // As a column it is what a list may be planned of (decision 46).
    return t.expose(column, { ...options, nullable } as never);
  }
  return t.field({
    ...options,
    nullable: true,
    authScopes: { may: needs },
    resolve: async (row, _args, context) =>
      ((await isReachable(context, kind, needs, row as never)) ? row[column] : null) as never,
  });
}

/** Whether the caller may change and delete a record that whoever writes in its org may. */
export const ownedBy = (t: unknown, permission: Permission): FieldMap => {
  const fields = t as PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, { readonly org_id: string }>;
  return {
    viewerCanUpdate: fields.boolean({ resolve: (row, _args, context) => isOwned(context, permission, row) }),
    viewerCanDelete: fields.boolean({ resolve: (row, _args, context) => isOwned(context, permission, row) }),
  };
};

/** The record of another kind that a column names; null to those who may not read it, as if there were none. */
export const related = <Parent, Table extends RegistryTable>(
  t: PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Parent>,
  type: ObjectRef<SchemaTypes, Row<Table>>,
  kind: Kind<Table>,
  permission: Permission,
  column: Extract<keyof Parent, string>,
): FieldRef<SchemaTypes, unknown> =>
  t.field({
    type,
    nullable: true,
    authScopes: { may: permission },
    resolve: (row, _args, context) => context.load(kind, permission, row[column] as string | null) as never,
  });

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function givenField(t: Inputs, field: Field, required: boolean) {
  const about = field.aboutInput && { description: field.aboutInput };
  return t.field({ type: typeOf(field) as 'String', ...(required && { required: true }), ...about });
}

const givenFields = (t: Inputs, { fields }: KindDeclaration, isNew: boolean): InputFieldMap =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { laterOnly, fixed }]) => (isNew ? !laterOnly : !fixed))
      .map(([name, field]) => [name, givenField(t, field, isNew && field.required === true)]),
  );

/** Further input fields, which a kind's declaration does not tell of. */
type More = (t: Inputs) => InputFieldMap;
const none: More = () => ({});

/** `Create<Kind>Input`. */
export const createInputType = (declared: KindDeclaration, more: More = none) =>
  builder.inputType(`Create${capitalised(declared.name)}Input`, {
    fields: (t) => ({
      ...(declared.owner === 'org' && { orgId: t.id() }),
      ...givenFields(t, declared, true),
      ...more(t),
    }),
  });

/** `Update<Kind>Input`. */
export const updateInputType = (declared: KindDeclaration, more: More = none) =>
  builder.inputType(`Update${capitalised(declared.name)}Input`, {
    description: 'Absent leaves a field as it is; null clears it.',
    fields: (t) => ({ ...givenFields(t, declared, false), ...more(t) }),
  });

const filterField = (t: Inputs, field: Field) =>
  t.field({ type: (field.type === 'integer' ? IntRange : typeOf(field)) as 'String' });

/**
 * `<Kind>Filter`: words, org, time of the last change, and what is declared.
 *
 * @param more - filters with conditions of the kind's own.
 */
export function filterInput<Filter>(
  { name, fields, owner, searched }: KindDeclaration,
  more: More = none,
): InputRef<Filter> {
  const filtered = Object.entries(fields).filter(([, field]) => field.filtered);
  const input = builder.inputType(`${capitalised(name)}Filter`, {
    fields: (t) => ({
      q: t.string({ description: searched }),
      ...(owner !== 'none' && { orgId: t.id() }),
      ...Object.fromEntries(filtered.map(([field, declared]) => [field, filterField(t, declared)])),
      updatedAt: t.field({ type: DateTimeRange }),
      ...more(t),
    }),
  });
  return input as unknown as InputRef<Filter>;
}

interface Mutations<Table extends RegistryTable> {
  readonly kind: Kind<Table>;
  readonly declared: KindDeclaration;
  readonly type: ObjectRef<SchemaTypes, Row<Table>>;
  /** Demanded of all of them; `update` where that is another. */
  readonly permission: Permission;
  readonly updatePermission?: Permission;
  readonly service: RecordService<Table>;
  /** Their inputs, where the declaration does not tell all of them. */
  readonly inputs?: { readonly create: InputRef<unknown>; readonly update: InputRef<unknown> };
  readonly restore?: Partial<Parameters<typeof addRestore>[1]>;
}

/** Adds `create<Kind>`, `update<Kind>` and `delete<Kind>`, and that older versions can be written again. */
export function addRecordMutations<Table extends RegistryTable>(added: Mutations<Table>): void {
  const { kind, declared, type, permission, service, updatePermission = permission } = added;
  const inputs = added.inputs ?? { create: createInputType(declared), update: updateInputType(declared) };
  const name = capitalised(kind.name);
  // What Pothos makes of a type that is a parameter here, only a caller that names it could check: hence `never`.
  builder.mutationFields((t) => ({
    [`create${name}`]: t.field({
      type,
      authScopes: { may: permission },
      args: { input: t.arg({ type: inputs.create, required: true }) },
      resolve: (_root, { input }, context) => service.create(context, input) as never,
    }),
    [`update${name}`]: t.field({
      type,
      authScopes: { may: updatePermission },
      args: { ...versionArgs, input: t.arg({ type: inputs.update, required: true }) },
      resolve: (_root, { id, rowId, input }, context) => service.update(context, { id, rowId }, input) as never,
    }),
  }));
  addDelete(kind, permission, service.remove as never);
  addRestore(kind, { permission, input: updateInput(declared), update: service.update, ...added.restore });
}
