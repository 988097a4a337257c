import type { InputRef, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Permission } from '@noa/domain/permissions.ts';
import { capitalised } from '@noa/domain/kinds/names.ts';
import type { Direction } from '../records/page.ts';
import type { Condition, Kind, ListArgs } from '../records/record.ts';
import type { RegistryTable, Row } from '../database/tables.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { connectionOf, sortInput, type ConnectionSource } from './connection.ts';
import type { Context } from '../request/context.ts';
import { listArgs, recordArgs } from './list.ts';
import { versionArgs } from './mutation.ts';
import { answerList, answerRecord } from './planned/records.ts';
import { plannable } from './planned/shape.ts';

interface RecordQueries<Table extends RegistryTable, SortField extends string, Filter> {
  readonly kind: Kind<Table, SortField>;
  readonly type: ObjectRef<SchemaTypes, Row<Table>>;
  /** Demanded of both queries; they reach as far as it does. */
  readonly permission: Permission;
  readonly filter: InputRef<Filter>;
  readonly conditions: ConditionsOf<Filter>;
  /** The kind as it is listed by a filter, where that says what comes first. */
  readonly listed?: (filter: Filter | null | undefined) => Kind<Table>;
}

/** What a filter asks for, of this caller. */
export type ConditionsOf<Filter> = (
  filter: Filter | null | undefined,
  context: Context,
) => readonly Condition[] | Promise<readonly Condition[]>;

type Sorts<SortField extends string> = readonly { readonly field: SortField; readonly direction: Direction }[];

type Asked<SortField extends string, Filter> = ListArgs<SortField> & {
  readonly asOf?: Date | null | undefined;
  readonly filter?: Filter | null | undefined;
};

/** How a kind is listed, for records that list some of it. */
export interface RecordList<Row, SortField extends string, Filter> {
  readonly connection: ObjectRef<SchemaTypes, ConnectionSource<Row>>;
  readonly args: ReturnType<typeof listArgs<Filter, SortField>>;
  readonly permission: Permission;
  readonly list: (
    context: Context,
    asked: Asked<SortField, Filter>,
    info: GraphQLResolveInfo,
  ) => Promise<ConnectionSource<Row>>;
}

/**
 * Adds the queries of a kind, `container(id, asOf)` and `containers(filter, sort, …)`, with the connection and sort types that
 * they need.
 */
export function addRecordQueries<Table extends RegistryTable, SortField extends string, Filter>(
  declared: RecordQueries<Table, SortField, Filter>,
): RecordList<Row<Table>, SortField, Filter> {
  const { kind, type, permission, filter, conditions, listed = () => kind } = declared;
  const typeName = capitalised(kind.name);
  const connection = connectionOf(typeName, type);
  const args = listArgs(filter, sortInput(typeName, kind.sorts));
  const list = async (context: Context, asked: Asked<SortField, Filter>, info: GraphQLResolveInfo) =>
    answerList(context, listed(asked.filter), permission, await conditions(asked.filter, context), asked, info);

  // What Pothos makes of a type that is a parameter here, only a caller that names it could check: hence `never`.
  builder.queryFields((t) => ({
    [kind.name]: t.field({
      type,
      nullable: true,
      authScopes: { may: permission },
      args: recordArgs,
      extensions: plannable,
      resolve: (_root, asked, context, info) => answerRecord(context, kind, permission, asked, info) as never,
    }),
    [`${kind.name}s`]: t.field({
      type: connection,
      authScopes: { may: permission },
      args,
      extensions: plannable,
      resolve: (_root, given, context, info) => list(context, given as Asked<SortField, Filter>, info) as never,
    }),
  }));
  return { connection, args, permission, list };
}

/**
 * Adds to `parent` the list of the records that belong to it: `containers` of a container group.
 *
 * @param belonging - the filter that picks them; it stands above what the caller asks for.
 * @param sort - their order when none is asked for; the kind's own when absent.
 */
export function addRelatedList<Parent, Child, SortField extends string, Filter>(
  parent: ObjectRef<SchemaTypes, Parent>,
  field: string,
  { connection, args, permission, list }: RecordList<Child, SortField, Filter>,
  belonging: (parent: Parent) => Partial<Filter>,
  { description, sort }: { readonly description?: string; readonly sort?: Sorts<SortField> } = {},
): void {
  builder.objectField(parent, field, (t) =>
    t.field({
      type: connection,
      ...(description && { description }),
      authScopes: { may: permission },
      args,
      extensions: plannable,
      resolve: (row, given, context, info) => {
        const asked = given as Asked<SortField, Filter>;
        const filter = { ...asked.filter, ...belonging(row) } as Filter;
        return list(context, { ...asked, filter, sort: asked.sort ?? sort }, info);
      },
    }),
  );
}

/** Adds the mutation `delete<Kind>(id, rowId)`, which answers with the id. */
export function addDelete<Table extends RegistryTable>(
  { name }: Kind<Table>,
  permission: Permission,
  remove: (context: Context, version: { id: string; rowId: string }) => Promise<{ readonly id: string }>,
): void {
  builder.mutationField(`delete${capitalised(name)}`, (t) =>
    t.field({
      type: 'ID',
      authScopes: { may: permission },
      args: versionArgs,
      resolve: async (_root, version, context) => (await remove(context, version)).id,
    }),
  );
}
