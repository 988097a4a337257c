import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** Where it is kept, per lock and boot, which numbers have arrived; one table for each kind of report. */
export type ReceiptTable = 'card_event_receipt' | 'status_update_receipt';

/** A report's lock, and which of the lock's runs numbered it. */
interface Origin {
  readonly containerId: string;
  readonly bootNumber: number;
}

const origins = (reports: readonly Origin[]) =>
  sql`select distinct * from unnest(${reports.map((report) => report.containerId)}::uuid[],
    ${reports.map((report) => report.bootNumber)}::int[]) as i (container_id, boot_number)`;

/**
 * Locks what is known to have arrived, per lock and boot, in one order for all callers: the same reports sent at once by two
 * connections are stored once, and nobody waits in a circle. Notes that the lock was heard from, new to tell or not.
 */
export async function lockReceipts(tx: Tx, table: ReceiptTable, reports: readonly Origin[]): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (org_id, container_id, boot_number, heard_at)
    select k.org_id, i.container_id, i.boot_number, now() from (${origins(reports)}) i
    join container k on k.id = i.container_id
    order by 1, 2, 3
    on conflict (org_id, container_id, boot_number) do update set heard_at = excluded.heard_at`.execute(tx);
}

export interface CompleteUpTo extends Origin {
  readonly number: number;
}

/** For each lock and boot, the number up to which no report is missing; 0 when the first one is. Numbers start at 1. */
export async function findCompleteness(
  tx: Tx,
  table: ReceiptTable,
  reports: readonly Origin[],
): Promise<CompleteUpTo[]> {
  const { rows } = await sql<CompleteUpTo>`
    select i.container_id as "containerId", i.boot_number as "bootNumber", coalesce((
      select (upper(piece) - 1)::int from unnest(r.received) as piece where lower(piece) = 1), 0) as number
    from (${origins(reports)}) i
    join ${sql.table(table)} r on r.container_id = i.container_id and r.boot_number = i.boot_number
    order by 1, 2`.execute(tx);
  return rows;
}
