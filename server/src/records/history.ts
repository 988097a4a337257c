import { sql, type SqlBool } from 'kysely';
import { notFound } from '@noa/domain/errors.ts';
import { findRow, findRows, getValue, hasRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { keysetPage, type Page, type PageArgs } from './page.ts';
import { allOf, inScope, isId, recordSorts, type AnyKind } from './record.ts';
import type { Scope } from '../database/scope.ts';

/** One version of a record beside the one before it. Values are as PostgreSQL writes them in JSON. */
export interface VersionRow {
  readonly row_id: string;
  /** Null for what belongs to no org. */
  readonly org_id: string | null;
  readonly valid_from: Date;
  readonly valid_to: Date;
  readonly updated_by: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Those of them that were erased since: null says nothing of what they were. */
  readonly erased_fields: readonly string[];
  /** Null for the first version, and where the one before is out of reach. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  /** Whether there is a version before. */
  readonly has_previous: boolean;
  /** Null unless this version was closed by deleting the record. */
  readonly deleted_by: string | null;
  /** Whether the record is there now. */
  readonly is_there: boolean;
}

/** The fields of a version, by the names of the API. */
const shown = (kind: AnyKind, alias: string) =>
  sql`jsonb_build_object(${sql.join([
    ...Object.entries(kind.fields).flatMap(([field, column]) => [sql.lit(field), sql.ref(`${alias}.${column}`)]),
    ...Object.entries(kind.joined ?? {}).flatMap(([field, idsAt]) => [
      sql.lit(field),
      // Null rather than an empty list: nothing is joined, and nothing is there to be shown.
      sql`(select jsonb_agg(id order by id) from (${idsAt(alias)}) as joined (id))`,
    ]),
  ])})`;

/**
 * The versions `r` of a kind that `scope` reaches: those that it would be shown by reading some moment of theirs. Whoever has come to a record
 * sees no more of what was before by one way than by the other.
 */
const versionInScope = (kind: AnyKind, scope: Scope) =>
  inScope(kind, scope, kind.reach.servedVersions ?? (() => sql<SqlBool>`false`));

const versionColumns = (kind: AnyKind, scope: Scope) => sql`
  r.row_id, r.org_id, r.valid_from, r.valid_to, r.updated_by, ${shown(kind, 'r')} as fields, ${erasedFields(kind)} as erased_fields,
  (select ${shown(kind, 'r')} from (
      select p.* from ${versionsOf(kind)} p where p.id = r.id and p.row_id < r.row_id order by p.row_id desc limit 1) r
    where ${versionInScope(kind, scope)}) as previous,
  exists (select from ${versionsOf(kind)} p where p.id = r.id and p.row_id < r.row_id) as has_previous,
  (select d.deleted_by from deletion d
    where d.kind = ${kind.table} and d.id = r.id::text and d.row_id = r.row_id) as deleted_by,
  exists (select from ${sql.table(kind.table)} c where c.id = r.id) as is_there`;

const erasedFields = ({ erasable }: AnyKind) =>
  erasable
    ? sql`case when r.${sql.ref(erasable.column)} then ${erasable.fields}::text[] else '{}'::text[] end`
    : sql`'{}'::text[]`;

const versionsOf = (kind: AnyKind) => sql.table(`${kind.table}_version`);

/** The versions `r` of the record of this id that `scope` reaches; a text that cannot be an id names none. */
const ofRecord = (kind: AnyKind, scope: Scope, id: string) =>
  isId(kind.table, id) ? allOf([sql<SqlBool>`r.id = ${id}`, versionInScope(kind, scope)]) : sql<SqlBool>`false`;

/**
 * The versions of a record, newest first, as far as `scope` reaches.
 *
 * @throws {AppError} `NotFound` if the record never existed or is out of scope.
 */
export async function listVersions(
  tx: Tx,
  kind: AnyKind,
  scope: Scope,
  id: string,
  args: PageArgs,
): Promise<Page<VersionRow>> {
  const order = [{ key: recordSorts.row_id, name: 'row_id', direction: 'desc' as const }];
  const page = keysetPage<VersionRow>(args, order);
  const rows = await findRows<VersionRow & { page_cursor: string[] }>(tx)`
    select ${versionColumns(kind, scope)}, ${page.cursorColumns} from ${versionsOf(kind)} r
    where ${ofRecord(kind, scope, id)} and ${page.where} ${page.orderAndLimit}`;
  if (rows.length === 0 && !args.after && !args.before) {
    throw notFound(kind.name, id);
  }
  return page.toPage(rows);
}

/**
 * One version of a record, and the newest one.
 *
 * @throws {AppError} `NotFound` if the record or that version of it never existed, or is out of scope.
 */
export async function getVersion(
  tx: Tx,
  kind: AnyKind,
  scope: Scope,
  { id, rowId }: { id: string; rowId: string },
): Promise<{ version: VersionRow; newest: VersionRow }> {
  const { edges } = await listVersions(tx, kind, scope, id, { first: 1 });
  const version = /^\d{1,18}$/.test(rowId)
    ? await findRow<VersionRow>(tx)`
        select ${versionColumns(kind, scope)} from ${versionsOf(kind)} r
        where ${ofRecord(kind, scope, id)} and r.row_id = ${rowId}`
    : undefined;
  const newest = edges[0]?.row;
  if (!version || !newest) {
    throw notFound(kind.name, id);
  }
  return { version, newest };
}

/**
 * Whether what a version says of an occupier was erased since it was read. Whoever erases holds the record: asked while it is held, it stays so.
 */
export const wasErasedSince = async (
  tx: Tx,
  kind: AnyKind,
  id: string,
  { row_id, erased_fields }: Pick<VersionRow, 'row_id' | 'erased_fields'>,
): Promise<boolean> =>
  kind.erasable !== undefined &&
  erased_fields.length === 0 &&
  hasRow(tx)`
    select from ${versionsOf(kind)} r
    where r.id = ${id} and r.row_id = ${row_id} and r.${sql.ref(kind.erasable.column)}`;

/** How many versions a record has had, the current one included. */
export const countVersions = (tx: Tx, kind: AnyKind, scope: Scope, id: string): Promise<number> => getValue<number>(tx)`
  select count(*)::int as count from ${versionsOf(kind)} r where ${ofRecord(kind, scope, id)}`;
