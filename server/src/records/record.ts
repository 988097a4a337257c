import { sql, type RawBuilder, type SqlBool, type Updateable } from 'kysely';
import { AppError, demandFound } from '@noa/domain/errors.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { execute, findRow, findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { isOfOwnersOf } from './owners.ts';
import type { Direction, PageArgs, SortKey } from './page.ts';
import { columnsOf } from './row-columns.ts';
import type { Scope } from '../database/scope.ts';
import type { RegistryTable, RegistryTables, Row } from '../database/tables.ts';

/** A condition over the row, whose alias is `r` everywhere in this file. */
export type Condition = RawBuilder<SqlBool>;

/**
 * A condition that an index finds the rows of, though row-level security keeps it from being asked for within a list: the
 * list asks for them first, and reads in its own order only where they are many.
 */
export interface SearchCondition extends Condition {
  /** A query for the `id` of rows that the condition may hold for: all of them, or `most` if there are more. */
  readonly candidates: (most: number) => RawBuilder<{ id: string }>;
}

/** The condition, with a way to find its rows by an index. */
export const searchCondition = (holds: Condition, candidates: SearchCondition['candidates']): SearchCondition =>
  Object.assign(holds, { candidates });

/** A condition that tells of the rows it holds for what only some may read: a list with it lies within that permission as well. */
export interface RestrictedCondition extends Condition {
  readonly needs: Permission;
}

/** The condition, for those who have `permission`, as far as it reaches. */
export const restricted = (needs: Permission, holds: Condition): RestrictedCondition => Object.assign(holds, { needs });

/** The permissions that conditions and orders need, each once. */
export const needsOf = (parts: readonly object[]): Permission[] => [
  ...new Set(parts.flatMap((part) => ('needs' in part && part.needs ? [part.needs as Permission] : []))),
];

/** Who else reaches a row of a kind, beside the members of the org that owns it. */
export interface Reach {
  readonly orgs?: (orgIds: readonly string[]) => Condition;
  /** Rows of other orgs that these may read and never write. */
  readonly servingOrgs?: (orgIds: readonly string[]) => Condition;
  /** What these read of rows by no such permission, though they read by it what is their own. */
  readonly servedWithout?: readonly Permission[];
  /** The same of a version `r`, for history: that they served the record at some moment of the version, so that `asOf` shows it to them too. */
  readonly servedVersions?: (orgIds: readonly string[]) => Condition;
  readonly managers?: (managerIds: readonly string[]) => Condition;
  readonly apartments?: (apartmentIds: readonly string[]) => Condition;
}

/** One way to find records of a kind by what somebody types. */
export interface Search {
  /** Demanded of whoever is to find something; hits lie as far as it reaches. */
  readonly permission: Permission;
  /** The conditions of the list's own text filter. */
  readonly matching: (text: string) => readonly Condition[];
  /** What the text is when the record is meant and no other; its id and the number of its version are so for all kinds. */
  readonly exactly?: (text: string) => Condition | undefined;
  /** The order of what is found, of the row `r`, where it is another than the list's. */
  readonly order?: RawBuilder<unknown>;
  /** Where it is or whose it is; null where that is not known. */
  describe?(this: void, row: Row<RegistryTable>): string | null;
}

/** What is known of a kind when it does not matter which one it is. */
export interface AnyKind {
  /** The word of the API: `entrance`, `towerBlock`. */
  readonly name: string;
  readonly table: RegistryTable;
  readonly reach: Reach;
  /** What the API shows of a version, by its name there: history and conflicts speak of these and of nothing else. */
  readonly fields: Readonly<Record<string, string>>;
  /** What of a version may have been erased since: the fields that say nothing any more, and the column that says that they do not. */
  readonly erasable?: { readonly fields: readonly string[]; readonly column: string };
  /** What history shows beside them: a query for the ids of the records joined when a version, by its alias, began. */
  readonly joined?: Readonly<Record<string, (version: string) => RawBuilder<unknown>>>;
  /**
   * What people call its records: a query that gives `id` and `label` of all, and what one must be allowed to read to be told.
   * Absent for kinds that nobody calls by a name.
   */
  readonly called?: { readonly labels: RawBuilder<unknown>; readonly permission: Permission };
  /** How it is found by search; a kind may be found in several ways, by people who may know different things. */
  readonly search?: readonly Search[];
  /** The records that one of this kind keeps from being deleted: their table, and the column that names them. */
  readonly dependsOn?: Readonly<Partial<Record<RegistryTable, string>>>;
}

/** What one registry kind declares; the functions below do the rest. */
export interface Kind<Table extends RegistryTable, SortField extends string = string> extends AnyKind {
  readonly table: Table;
  readonly fields: Readonly<Record<string, Extract<keyof Row<Table>, string>>>;
  readonly sorts: Readonly<Record<SortField, SortKey>>;
  /** Order when none is asked for; `id` is always added. */
  readonly defaultSort: readonly { readonly field: NoInfer<SortField>; readonly direction: Direction }[];
}

export interface ListArgs<SortField extends string> extends PageArgs {
  readonly sort?: readonly { readonly field: SortField; readonly direction: Direction }[] | null | undefined;
}

/** The sort keys every kind has. */
export const recordSorts = {
  id: { by: sql`r.id`, type: 'uuid' },
  row_id: { by: sql`r.row_id`, type: 'int8' },
  updated_at: { by: sql`r.valid_from`, type: 'timestamptz' },
} as const satisfies Record<string, SortKey>;

/**
 * The rows of a kind that `scope` reaches: its first line of defence, before row-level security.
 *
 * @param servedBy - how orgs reach what they serve: of versions that is another question than of rows.
 */
export function inScope(
  { reach }: { readonly reach: Reach },
  scope: Scope,
  servedBy: Reach['servingOrgs'] = reach.servingOrgs,
): Condition {
  const served = scope.orgIds.length > 0 && servedBy?.(scope.orgIds);
  const owned = inOwnScope({ reach }, scope);
  return served && !scope.all ? sql<SqlBool>`(${owned} or ${served})` : owned;
}

/** The rows of a kind that `scope` may write, as far as it is for the scope to say: what orgs merely serve, they read. */
export function inOwnScope({ reach }: { readonly reach: Reach }, scope: Scope): Condition {
  const { all, orgIds, managerIds, apartmentIds } = scope;
  if (all) {
    return sql<SqlBool>`true`;
  }
  const { orgs = (ids) => sql<SqlBool>`r.org_id = any(${ids}::uuid[])`, managers, apartments } = reach;
  const among = (table: 'manager' | 'apartment', ids: readonly string[], way: Condition | undefined) =>
    way && !reach.orgs ? sql<SqlBool>`(${isOfOwnersOf(table, ids)} and ${way})` : way;
  const ways = [
    orgIds.length > 0 ? orgs(orgIds) : undefined,
    managerIds.length > 0 ? among('manager', managerIds, managers?.(managerIds)) : undefined,
    apartmentIds.length > 0 ? among('apartment', apartmentIds, apartments?.(apartmentIds)) : undefined,
  ].filter((way) => way !== undefined);
  return ways.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}

/** A version as the API shows it: `{ id, rowId, updatedAt, updatedBy, … }`; no key, hash or cipher ever. */
function describeVersion<Table extends RegistryTable>(
  kind: Pick<Kind<Table>, 'fields'>,
  row: Row<Table>,
): Record<string, unknown> {
  const { id, row_id, valid_from, updated_by } = row as Row<RegistryTable>;
  const fields = Object.entries(kind.fields).map(([field, column]) => [field, row[column] ?? null]);
  return { id, rowId: row_id, updatedAt: valid_from, updatedBy: updated_by, ...Object.fromEntries(fields) };
}

/** Holds when all of `conditions` do. */
export const allOf = (conditions: readonly Condition[]) => sql<SqlBool>`(${sql.join(conditions, sql`) and (`)})`;

/** The records of `ids` that `scope` reaches, in any order; absent ones are left out. */
export const findRecords = async <Table extends RegistryTable>(
  tx: Tx,
  kind: Pick<Kind<Table>, 'table' | 'reach'>,
  scope: Scope,
  ids: readonly string[],
): Promise<Row<Table>[]> => findRows<Row<Table>>(tx)`
  select ${await columnsOf(tx, kind.table)} from ${sql.table(kind.table)} as r
  where r.id = any(${ids}::${sql.raw(idType(kind.table))}[]) and ${inScope(kind, scope)}`;

/** @returns undefined when the record is absent or out of scope: the two answer alike. */
export async function findRecord<Table extends RegistryTable>(
  tx: Tx,
  kind: Pick<Kind<Table>, 'table' | 'reach'>,
  scope: Scope,
  id: string,
): Promise<Row<Table> | undefined> {
  return isId(kind.table, id) ? (await findRecords(tx, kind, scope, [id]))[0] : undefined;
}

/** @throws {AppError} `NotFound`. */
export async function getRecord<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  scope: Scope,
  id: string,
): Promise<Row<Table>> {
  return demandFound(await findRecord(tx, kind, scope, id), kind.name, id);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A text that cannot be an id names nothing; PostgreSQL would fail on it instead. */
export const isUuid = (id: string): boolean => uuid.test(id);

/** The id as a statement compares ids; null, which none is equal to, for a text that cannot be one. */
export const uuidOf = (id: string): string | null => (isUuid(id) ? id : null);

/** The PostgreSQL type of the ids of a table: nodes of the address tree have the ids of their nomenclature. */
export const idType = (table: RegistryTable): 'text' | 'uuid' => (table === 'gis_node' ? 'text' : 'uuid');

/** Whether `id` could name a record of `table` at all. */
export const isId = (table: RegistryTable, id: string): boolean => idType(table) === 'text' || isUuid(id);

/**
 * Writes a new version of a record, made from version `rowId`.
 *
 * @param patch - the columns to change; an absent one stays as it is, null clears.
 * @throws {AppError} `NotFound`; `Conflict` if the record has moved on, with the current version as `details.current`.
 */
export async function updateRecord<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  scope: Scope,
  version: { id: string; rowId: string },
  patch: Updateable<RegistryTables[Table]>,
): Promise<Row<Table>> {
  const current = await lockVersion(tx, kind, scope, version);
  const changes = Object.entries(patch).filter(([, value]) => value !== undefined);
  if (changes.length === 0) {
    return current;
  }
  const assignments = changes.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const row = await findRow<Row<Table>>(tx)`
    update ${sql.table(kind.table)} as r set ${sql.join(assignments)}
    where r.id = ${version.id} returning r.*`;
  return row ?? current;
}

/** Writes a new version of each record of `ids`, which the transaction has locked and checked already. */
export async function updateRecords<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  ids: readonly string[],
  patch: Updateable<RegistryTables[Table]>,
): Promise<void> {
  const assignments = Object.entries(patch).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await execute(tx)`
    update ${sql.table(kind.table)} as r set ${sql.join(assignments)} where r.id = any(${ids}::uuid[])`;
}

/**
 * Closes a record: it leaves the lists, its history stays.
 *
 * @param check - looks at the locked record and throws if it must stay.
 * @throws {AppError} `NotFound`; `Conflict` as `updateRecord`.
 */
export async function deleteRecord<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  scope: Scope,
  version: { id: string; rowId: string },
  check: (row: Row<Table>) => Promise<void>,
): Promise<Row<Table>> {
  const current = await lockVersion(tx, kind, scope, version);
  await check(current);
  await execute(tx)`delete from ${sql.table(kind.table)} as r where r.id = ${version.id}`;
  return current;
}

/**
 * Locks a record, whatever version it is in, so that what is checked now still holds when it is written.
 *
 * @throws {AppError} `NotFound`.
 */
export async function lockRecord<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  scope: Scope,
  id: string,
): Promise<Row<Table> & { row_id: string }> {
  const row = isId(kind.table, id)
    ? await findRow<Row<Table> & { row_id: string }>(tx)`
        select r.* from ${sql.table(kind.table)} as r
        where r.id = ${id} and ${inOwnScope(kind, scope)} for update of r`
    : undefined;
  return demandFound(row, kind.name, id);
}

/**
 * Locks a record that is still in the version `rowId`.
 *
 * @throws {AppError} `NotFound`; `Conflict` if the record has moved on from it.
 */
export async function lockVersion<Table extends RegistryTable>(
  tx: Tx,
  kind: Kind<Table>,
  scope: Scope,
  { id, rowId }: { id: string; rowId: string },
): Promise<Row<Table>> {
  const current = await lockRecord(tx, kind, scope, id);
  if (current.row_id !== rowId) {
    const { updatedBy, ...version } = describeVersion(kind, current);
    // Residents are not told who of the staff it was, whatever they are elsewhere.
    const staff = allOf([sql`r.id = ${id}`, inOwnScope(kind, { ...scope, apartmentIds: [] })]);
    const rows = await findRows(tx)`select from ${sql.table(kind.table)} as r where ${staff}`;
    throw new AppError('Conflict', `The ${kind.name} has changed since the version that was named`, {
      details: { current: rows.length > 0 ? { ...version, updatedBy } : version },
    });
  }
  return current;
}
