import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { plainArray, prepared } from '../database/prepared.ts';
import { inScope, isUuid } from '../database/record.ts';
import type { Scope } from '../database/scope.ts';
import { containers } from '../registry/containers/container.queries.ts';

/** Where it is kept, per lock and boot, which numbers have arrived; one table for each kind of report. */
export type ReceiptTable = 'card_event_receipt' | 'status_update_receipt';

/** A report's lock, and which of the lock's runs numbered it. */
interface Origin {
  readonly orgId: string;
  readonly containerId: string;
  readonly bootNumber: number;
}

/** Whose a container is, and how long its org keeps what is reported of it. */
export interface Keeping {
  readonly orgId: string;
  /** Reports of before are past their retention. */
  readonly keptFrom: Date;
  /** Events of before no longer say who. */
  readonly namedFrom: Date;
}

/** For each container of `ids` that `scope` reaches, whose it is and how long its reports are kept; absent and foreign ones are left out. */
export async function findKeeping(tx: Tx, scope: Scope, ids: ReadonlySet<string>): Promise<Map<string, Keeping>> {
  const { rows } = await sql<Keeping & { id: string }>`${prepared}
    select r.id, r.org_id as "orgId", now() - make_interval(months => s.event_retention_months) as "keptFrom",
      now() - make_interval(days => s.identity_days) as "namedFrom"
    from container r
    join org_settings s on s.org_id = r.org_id
    where r.id = any(${[...ids].filter(isUuid)}::uuid[]) and ${inScope(containers, scope)}`.execute(tx);
  return new Map(rows.map(({ id, ...keeping }) => [id, keeping]));
}

const origins = (reports: readonly Origin[]) =>
  sql`select distinct * from unnest(${plainArray(reports.map(({ orgId }) => orgId))}::uuid[],
    ${plainArray(reports.map(({ containerId }) => containerId))}::uuid[],
    ${plainArray(reports.map(({ bootNumber }) => bootNumber))}::int[])
    as i (org_id, container_id, boot_number)`;

/**
 * Locks what is known to have arrived, per lock and boot, in one order for all callers: the same reports sent at once by two
 * connections are stored once, and nobody waits in a circle. Notes that the lock was heard from, new to tell or not.
 */
export async function lockReceipts(tx: Tx, table: ReceiptTable, reports: readonly Origin[]): Promise<void> {
  await sql`${prepared}
    insert into ${sql.table(table)} (org_id, container_id, boot_number, heard_at)
    select org_id, container_id, boot_number, now() from (${origins(reports)}) i order by 1, 2, 3
    on conflict (org_id, container_id, boot_number) do update set heard_at = excluded.heard_at`.execute(tx);
}

export interface CompleteUpTo {
  readonly containerId: string;
  readonly bootNumber: number;
  readonly number: number;
}

/** For each lock and boot, the number up to which no report is missing; 0 when the first one is. Numbers start at 1. */
export async function findCompleteness(
  tx: Tx,
  table: ReceiptTable,
  reports: readonly Origin[],
): Promise<CompleteUpTo[]> {
  const { rows } = await sql<CompleteUpTo>`${prepared}
    select i.container_id as "containerId", i.boot_number as "bootNumber", coalesce((
      select (upper(piece) - 1)::int from unnest(r.received) as piece where lower(piece) = 1), 0) as number
    from (${origins(reports)}) i
    join ${sql.table(table)} r
      on r.org_id = i.org_id and r.container_id = i.container_id and r.boot_number = i.boot_number
    order by 1, 2`.execute(tx);
  return rows;
}
