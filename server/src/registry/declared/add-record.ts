import type { InputRef, ObjectRef } from '@pothos/core';
import { updateInput } from '@noa/domain/kinds/input.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { capitalised } from '@noa/domain/kinds/names.ts';
import type { Kind } from '../../records/record.ts';
import type { RegistryTable, Row } from '../../database/tables.ts';
import { builder, type SchemaTypes } from '../../graphql/builder.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { addDelete, addRecordQueries, type ConditionsOf, type RecordList } from '../../graphql/record-fields.ts';
import { addRestore } from '../restore.service.ts';
import { createInputType, filterInput, updateInputType } from './record-fields.ts';
import { recordService, type RecordService } from './record-service.ts';

type ObjectType<Table extends RegistryTable> = ObjectRef<SchemaTypes, Row<Table>>;

/** What is made of a kind where it does not follow from the declaration. */
interface Written<Table extends RegistryTable> {
  readonly service?: RecordService<Table>;
  /** Demanded of a change, where that is not the permission to write. */
  readonly updatePermission?: Permission;
  readonly inputs?: Inputs;
  readonly restore?: Partial<Parameters<typeof addRestore>[1]>;
}

interface Inputs {
  readonly create: InputRef<unknown>;
  readonly update: InputRef<unknown>;
}

interface Listed<Table extends RegistryTable, Filter> {
  readonly type: ObjectType<Table>;
  readonly filter?: InputRef<Filter>;
  readonly conditions: ConditionsOf<Filter>;
}

/** Adds the queries of a kind that nobody writes record by record. */
export function addRecordLists<Table extends RegistryTable, SortField extends string, Filter>(
  kind: Kind<Table, SortField>,
  declared: KindDeclaration,
  { type, filter = filterInput<Filter>(declared), conditions }: Listed<Table, Filter>,
): RecordList<Row<Table>, SortField, Filter> {
  return addRecordQueries({ kind, type, permission: `${kind.name}:read` as Permission, filter, conditions });
}

/**
 * Adds the queries of a kind, `manager` and `managers`, and its mutations, to whoever has `manager:read` and `manager:write`.
 *
 * @returns how it is listed, for records that list some of it, and what it is written from.
 */
export function addRecord<Table extends RegistryTable, SortField extends string, Filter>(
  kind: Kind<Table, SortField>,
  declared: KindDeclaration,
  added: Listed<Table, Filter> & Written<Table>,
): { readonly list: RecordList<Row<Table>, SortField, Filter>; readonly inputs: Inputs } {
  return { list: addRecordLists(kind, declared, added), inputs: addRecordMutations(kind, declared, added) };
}

/** Adds `create<Kind>`, `update<Kind>` and `delete<Kind>`, and that older versions can be written again. */
function addRecordMutations<Table extends RegistryTable>(
  kind: Kind<Table>,
  declared: KindDeclaration,
  added: Written<Table> & { readonly type: ObjectType<Table> },
): Inputs {
  const permission = `${kind.name}:write` as Permission;
  const { type, service = recordService({ kind, declared }), updatePermission = permission, restore } = added;
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
  addRestore(kind, { permission, input: updateInput(declared), update: service.update, ...restore });
  return inputs;
}
