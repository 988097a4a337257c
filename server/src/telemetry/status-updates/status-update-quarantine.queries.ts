import { sql, type SqlBool } from 'kysely';
import type { StatusLevel, StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import type { Tx } from '../../database/database.ts';
import { keysetPage, type Page, type PageArgs } from '../../records/page.ts';
import type { Row } from '../../database/tables.ts';

type Container = Pick<Row<'container'>, 'org_id' | 'id'>;

/** What a lock said under a number that was taken, beside what is kept under it. */
export interface QuarantinedUpdateRow extends Row<'status_update_set_aside'> {
  /** Null once that is forgotten. */
  readonly kept_kind: StatusUpdateKind | null;
  readonly kept_level: StatusLevel | null;
  readonly kept_value: string | null;
}

const newestFirst = [
  { key: { by: sql`s.received_at`, type: 'timestamptz' }, name: 'received_at', direction: 'desc' },
  { key: { by: sql`s.id`, type: 'int8' }, name: 'id', direction: 'desc' },
] as const;

/** One page of what was set aside of a container, newest first. */
export async function listQuarantinedUpdates(
  tx: Tx,
  { org_id, id }: Container,
  args: PageArgs,
): Promise<Page<QuarantinedUpdateRow>> {
  const page = keysetPage<QuarantinedUpdateRow>(args, newestFirst);
  const { rows } = await sql<QuarantinedUpdateRow & { page_cursor: string[] }>`
    select s.*, u.kind as kept_kind, u.level as kept_level, u.value as kept_value, ${page.cursorColumns}
    from status_update_set_aside s
    left join status_update u on u.org_id = s.org_id and u.container_id = s.container_id
      and u.boot_number = s.boot_number and u.update_number = s.update_number
    where ${sql<SqlBool>`s.org_id = ${org_id} and s.container_id = ${id}`} and ${page.where}
    ${page.orderAndLimit}`.execute(tx);
  return page.toPage(rows);
}

/** How many there are of a container in all. */
export async function countQuarantinedUpdates(tx: Tx, { org_id, id }: Container): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from status_update_set_aside
    where org_id = ${org_id} and container_id = ${id}`.execute(tx);
  return rows[0]?.count ?? 0;
}
