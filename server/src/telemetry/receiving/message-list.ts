import { sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import { keysetPage, type Page, type PageArgs } from '../../records/page.ts';
import { allOf, inScope, type Condition, type Reach } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import type { Row } from '../../database/tables.ts';

/** What locks report, and who reaches it beside the members of its org. */
export interface ReportTable<Table extends 'card_event' | 'status_update'> {
  readonly table: Table;
  readonly reach: Reach;
}

const newestFirst = [
  { key: { by: sql`r.occurred_at`, type: 'timestamptz' }, name: 'occurred_at', direction: 'desc' },
  { key: { by: sql`r.id`, type: 'int8' }, name: 'id', direction: 'desc' },
] as const;

/** One page of the messages that `scope` reaches, newest first. */
export async function listMessages<Table extends 'card_event' | 'status_update'>(
  tx: Tx,
  { table, reach }: ReportTable<Table>,
  scope: Scope,
  conditions: readonly Condition[],
  args: PageArgs,
): Promise<Page<Row<Table>>> {
  const page = keysetPage<Row<Table>>(args, newestFirst);
  const { rows } = await sql<Row<Table> & { page_cursor: string[] }>`
    select r.*, ${page.cursorColumns} from ${sql.table(table)} r
    where ${allOf([inScope({ reach }, scope), ...conditions, page.where])}
    ${page.orderAndLimit}`.execute(tx);
  return page.toPage(rows);
}

/** How many messages a list has in all. */
export async function countMessages(
  tx: Tx,
  { table, reach }: ReportTable<'card_event' | 'status_update'>,
  scope: Scope,
  conditions: readonly Condition[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} r
    where ${allOf([inScope({ reach }, scope), ...conditions])}`.execute(tx);
  return rows[0]?.count ?? 0;
}
