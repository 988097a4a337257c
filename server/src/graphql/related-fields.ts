import type { ObjectRef } from '@pothos/core';
import type { Permission } from '@noa/domain/permissions.ts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import type { RegistryTable, Row } from '../database/tables.ts';
import type { AnyKind, Kind } from '../records/record.ts';
import type { Context } from '../request/context.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { costs } from './cost.ts';
import { answerCount, answerNamed } from './planned/records.ts';
import { plannable } from './planned/shape.ts';

/** Reads something of each of some records, by their ids, as far as a scope reaches; what has none may be left out. */
type OfEach<Value> = (tx: Tx, scope: Scope, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

/**
 * What `permission` reads of a record, asked for in one query with that of all others in the answer; undefined for none.
 *
 * @param name - of what is read, of which nothing else in the API is called so.
 */
export const readOfEach =
  <Value>(name: string, permission: Permission, read: OfEach<Value>) =>
  (context: Context, id: string): Promise<Value | undefined> =>
    context.loadBy(name, id, (ids) => context.read(permission, (tx, scope) => read(tx, scope, ids)));

/** The same of the present alone: null where the past is read, and for none. */
export const presentOfEach = <Value>(...asked: Parameters<typeof readOfEach<Value>>) => {
  const valueOf = readOfEach(...asked);
  return async (context: Context, id: string): Promise<Value | null> =>
    context.asOf ? null : ((await valueOf(context, id)) ?? null);
};

/** Adds to a type how many of something each of its records has, to those who may read these. */
export function addCount<Parent extends { readonly id: string }>(
  type: ObjectRef<SchemaTypes, Parent>,
  field: string,
  permission: Permission,
  count: OfEach<number>,
): void {
  const countOf = readOfEach(`${type.name}.${field}`, permission, count);
  builder.objectField(type, field, (t) =>
    t.int({
      authScopes: { may: permission },
      resolve: async ({ id }, _args, context) => (await countOf(context, id)) ?? 0,
    }),
  );
}

/** Adds to a type how many records of a kind name each of its own in `column`, to those who may read the kind. */
export function addCountOf<Parent extends { readonly id: string }>(
  type: ObjectRef<SchemaTypes, Parent>,
  field: string,
  kind: AnyKind,
  column: string,
): void {
  const permission = `${kind.name}:read` as Permission;
  builder.objectField(type, field, (t) =>
    t.int({
      authScopes: { may: permission },
      extensions: plannable,
      resolve: (row, _args, context, info) => answerCount(context, kind, permission, { row, column }, info),
    }),
  );
}

interface FewRows<Child> {
  readonly type: ObjectRef<SchemaTypes, Child>;
  readonly permission: Permission;
  readonly description: string;
  /** As many as most records have no more of; what is more counts when it is there ({@link Context.spend}). */
  readonly usually: number;
  readonly read: OfEach<readonly Child[]>;
}

/** Adds to a type what hangs on each of its records and is little enough to be listed without pages; null to those who may not read it. */
export function addFewRows<Parent extends { readonly id: string }, Child>(
  parent: ObjectRef<SchemaTypes, Parent>,
  field: string,
  { type, permission, description, usually, read }: FewRows<Child>,
): void {
  const rowsOf = readOfEach(`${parent.name}.${field}`, permission, read);
  builder.objectField(parent, field, (t) =>
    t.field({
      type: [type],
      extensions: costs({ rows: usually }),
      nullable: true,
      description,
      authScopes: { may: permission },
      resolve: async ({ id }, _args, context) =>
        context.mayRead(permission) ? (context.spend(await rowsOf(context, id)) as never) : null,
    }),
  );
}

/** Adds to a type the record of a kind that `column` of its rows names; null to those who may not read that, as if there were none. */
export function addNamed<
  Named extends Record<Column, string | null>,
  Column extends string,
  Table extends RegistryTable,
>(
  parent: ObjectRef<SchemaTypes, Named>,
  column: Column,
  type: ObjectRef<SchemaTypes, Row<Table>>,
  kind: Kind<Table>,
  description?: string,
): void {
  const permission = `${kind.name}:read` as Permission;
  builder.objectField(parent, kind.name, (t) =>
    t.field({
      type,
      nullable: true,
      ...(description && { description }),
      authScopes: { may: permission },
      extensions: plannable,
      resolve: (row, _args, context, info) => answerNamed(context, kind, permission, { row, column }, info) as never,
    }),
  );
}
