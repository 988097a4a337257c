import { sql } from 'kysely';
import { notFound } from '@noa/domain/errors.ts';
import type { Tx } from './database.ts';
import { keysetPage, type Page, type PageArgs } from './page.ts';
import { inScope, isUuid, recordSorts, type AnyKind } from './record.ts';
import type { Scope } from './scope.ts';

/** One version of a record beside the one before it. Values are as PostgreSQL writes them in JSON. */
export interface VersionRow {
  readonly row_id: string;
  readonly valid_from: Date;
  readonly valid_to: Date;
  readonly updated_by: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Null for the first version. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  /** Null unless this version was closed by deleting the record. */
  readonly deleted_by: string | null;
}

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
  const versions = sql.table(`${kind.table}_version`);
  const shown = (alias: string) =>
    sql`jsonb_build_object(${sql.join([
      ...Object.entries(kind.fields).flatMap(([field, column]) => [sql.lit(field), sql.ref(`${alias}.${column}`)]),
      ...Object.entries(kind.joined ?? {}).flatMap(([field, idsAt]) => [
        sql.lit(field),
        // Null rather than an empty list: nothing is joined, and nothing is there to be shown.
        sql`(select jsonb_agg(id order by id) from (${idsAt(alias)}) as joined (id))`,
      ]),
    ])})`;
  const { rows } =
    isUuid(id) || kind.table === 'gis_node'
      ? await sql<VersionRow & { page_cursor: string[] }>`
          select r.row_id, r.valid_from, r.valid_to, r.updated_by, ${shown('r')} as fields, ${page.cursorColumns},
            (select ${shown('p')} from ${versions} p where p.id = r.id and p.row_id < r.row_id
              order by p.row_id desc limit 1) as previous,
            (select d.deleted_by from deletion d
              where d.kind = ${kind.table} and d.id = r.id::text and d.row_id = r.row_id) as deleted_by
          from ${versions} r
          where r.id = ${id} and ${inScope(kind, scope)} and ${page.where}
          ${page.orderAndLimit}`.execute(tx)
      : { rows: [] };
  if (rows.length === 0 && !args.after && !args.before) {
    throw notFound(kind.name, id);
  }
  return page.toPage(rows);
}

/** How many versions a record has had, the current one included. */
export async function countVersions(tx: Tx, kind: AnyKind, scope: Scope, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(`${kind.table}_version`)} r
    where r.id::text = ${id} and ${inScope(kind, scope)}`.execute(tx);
  return rows[0]?.count ?? 0;
}
