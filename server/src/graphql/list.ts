import type { InputRef } from '@pothos/core';
import { historyPermission, type Permission } from '@noa/domain/permissions.ts';
import type { Direction, SortKey } from '../records/page.ts';
import { countRecords, listRecords } from '../records/record-list.ts';
import {
  findRecord,
  inOwnScope,
  inScope,
  needsOf,
  type Condition,
  type Kind,
  type ListArgs,
  type Reach,
} from '../records/record.ts';
import type { RegistryTable, Row } from '../database/tables.ts';
import { demandFound } from '@noa/domain/errors.ts';
import { builder } from './builder.ts';
import type { ConnectionSource } from './connection.ts';
import type { Context } from '../request/context.ts';
import { demandedAt } from '../request/time-travel.ts';

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
export const readingOf = ({ asOf }: Context, permission: Permission, kind: string): Permission =>
  asOf ? historyPermission(kind) : permission;

/** What is read, of whom the caller may know what the filters and the order of the list look at. */
interface Asked {
  /** What the list is read by. */
  readonly permission: Permission;
  readonly reach: Reach;
  readonly conditions: readonly Condition[];
  readonly sorts?: readonly SortKey[];
  /** Permissions that are needed beside those of the conditions. */
  readonly needs?: readonly Permission[];
  /** Whom rows tell what the conditions look at, where that are fewer than see the rows; `reach` when absent. */
  readonly visibleReach?: Reach;
}

/**
 * The conditions of a list, and that its rows lie within whatever these and its order need: a filter, an order and a count tell as
 * much as the field they look at.
 *
 * @throws {AppError} `Forbidden` if none of the caller's roles has one of the permissions, or may read the history of what they look at.
 */
export function within(
  { viewer, asOf }: Pick<Context, 'viewer' | 'asOf'>,
  { permission, reach, conditions, sorts = [], needs = [], visibleReach = reach }: Asked,
): Condition[] {
  const known = JSON.stringify(viewer.scope(permission));
  const needed = [...needs, ...needsOf([...conditions, ...sorts])].flatMap((each) => demandedAt({ asOf }, each));
  const scopes = needed.map((each) => viewer.scope(each));
  const narrower = scopes.filter((scope) => visibleReach !== reach || JSON.stringify(scope) !== known);
  const own = needed.filter((each) => reach.servedWithout?.includes(each)).map((each) => viewer.scope(each));
  return [
    ...conditions,
    ...narrower.map((scope) => inScope({ reach: visibleReach }, scope)),
    ...own.map((scope) => inOwnScope({ reach }, scope)),
  ];
}

/**
 * One page of `kind` within what `permission` reaches, and its total should it be asked for; of the past, if `asOf` says so or
 * the list hangs on a record of the past. Within what its filters and its order need, too.
 *
 * @throws {AppError} `Forbidden` for the past of what the caller may only see as it is.
 */
export async function listOf<Table extends RegistryTable, SortField extends string>(
  context: Context,
  kind: Kind<Table, SortField>,
  permission: Permission,
  conditions: readonly Condition[],
  args: ListArgs<SortField> & { readonly asOf?: Date | null | undefined },
): Promise<ConnectionSource<Row<Table>>> {
  const { reading, asked, moment: then } = askedOf(context, kind, permission, conditions, args);
  const page = await then.read(reading, (tx, scope) => listRecords(tx, kind, scope, asked, args));
  then.remember(page.edges.map(({ row }) => row));
  return { page, count: () => then.read(reading, (tx, scope) => countRecords(tx, kind, scope, asked)) };
}

/** At what moment, with which permission and within which conditions a list is read. */
export function askedOf<Table extends RegistryTable, SortField extends string>(
  context: Context,
  kind: Kind<Table, SortField>,
  permission: Permission,
  conditions: readonly Condition[],
  args: ListArgs<SortField> & { readonly asOf?: Date | null | undefined },
) {
  const then = context.at(args.asOf);
  const reading = readingOf(then, permission, kind.name);
  const sorts = (args.sort ?? []).map(({ field }) => kind.sorts[field]);
  const asked = within(then, { permission: reading, reach: kind.reach, conditions, sorts, needs: [permission] });
  return { moment: then, reading, asked };
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
  const then = context.at(asOf);
  const reading = readingOf(then, permission, kind.name);
  const row = demandFound(await then.read(reading, (tx, scope) => findRecord(tx, kind, scope, id)), kind.name, id);
  then.remember(row);
  return row;
}
