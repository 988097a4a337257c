import type { FieldMap, InputFieldMap, InputRef } from '@pothos/core';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { capitalised } from '@noa/domain/kinds/names.ts';
import type { Kind } from '../../records/record.ts';
import type { RegistryTable, Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { DateTimeRange, IntRange } from '../../graphql/ranges.ts';
import { enums } from '../../graphql/scalars.ts';
import { isOwned, isReachable } from '../reachable.ts';
import { columnOf } from './columns.ts';

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
    description:
      'Absent leaves a field as it is; null clears one that may be without a value, and is refused for others.',
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
