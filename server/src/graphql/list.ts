import type { InputRef } from '@pothos/core';
import { historyPermission, type Permission } from '@noa/domain/permissions.ts';
import type { Direction, PageArgs } from '../database/page.ts';
import { countRecords, findRecord, listRecords, type Condition, type Kind, type ListArgs } from '../database/record.ts';
import type { RegistryTable, Row } from '../database/tables.ts';
import { notFound } from '@noa/domain/errors.ts';
import { builder } from './builder.ts';
import type { ConnectionSource } from './connection.ts';
import type { Context } from './context.ts';

/** Relay's paging arguments; both directions, at most 200 rows. */
export const pageArgs = builder.args((t) => ({
  first: t.int(),
  after: t.string(),
  last: t.int(),
  before: t.string(),
}));

/** The arguments of every registry list: paging, filter, sort, and the moment to read. */
export function listArgs<Filter, SortField extends string>(
  filter: InputRef<Filter>,
  sort: InputRef<{ field: SortField; direction: Direction }>,
) {
  return builder.args((t) => ({
    first: t.int(),
    after: t.string(),
    last: t.int(),
    before: t.string(),
    filter: t.field({ type: filter }),
    sort: t.field({ type: [sort] }),
    asOf: t.field({ type: 'DateTime', description: 'Reads the past; the present when absent.' }),
  }));
}

/** The past is read as far as history is, whoever may read the present. */
const readingOf = (permission: Permission, kind: string, asOf: Date | null | undefined): Permission =>
  asOf ? historyPermission(kind) : permission;

/**
 * One page of `kind` within what `permission` reaches, and its total should it be asked for.
 *
 * @throws {AppError} `Forbidden` for the past of what the caller may only see as it is.
 */
export async function listOf<Table extends RegistryTable, SortField extends string>(
  context: Context,
  kind: Kind<Table, SortField>,
  permission: Permission,
  conditions: readonly Condition[],
  args: ListArgs<SortField> & PageArgs,
): Promise<ConnectionSource<Row<Table>>> {
  const reading = readingOf(permission, kind.name, args.asOf);
  return {
    page: await context.read(reading, (tx, scope) => listRecords(tx, kind, scope, conditions, args)),
    count: () => context.read(reading, (tx, scope) => countRecords(tx, kind, scope, conditions, args.asOf)),
  };
}

/** The arguments of every query for one record. */
export const recordArgs = builder.args((t) => ({
  id: t.id({ required: true }),
  asOf: t.field({ type: 'DateTime', description: 'Reads the past; the present when absent.' }),
}));

/**
 * The record the caller asked for.
 *
 * @throws {AppError} `NotFound` if it is absent, or out of what `permission` reaches: the two answer alike; `Forbidden` for
 * the past of what the caller may only see as it is.
 */
export async function recordOf<Table extends RegistryTable>(
  context: Context,
  kind: Kind<Table>,
  permission: Permission,
  { id, asOf }: { id: string; asOf?: Date | null | undefined },
): Promise<Row<Table>> {
  const reading = readingOf(permission, kind.name, asOf);
  const row = await context.read(reading, (tx, scope) => findRecord(tx, kind, scope, id, asOf));
  if (!row) {
    throw notFound(kind.name, id);
  }
  return row;
}
