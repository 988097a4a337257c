import { sql } from 'kysely';
import { execute, getRow } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import type { RowList } from '../../graphql/row-list.ts';

export type AuditEntry = Row<'audit_entry'>;

/** What is audited: looking at personal data, having it erased, taking all of it away for who asks what is kept of them, and that the database came back from an earlier moment. */
export const auditActions = [
  'reveal_id_number',
  'erase_occupier',
  'take_file',
  'restore_database',
  'export_org',
  'import_org',
] as const;
export type AuditAction = (typeof auditActions)[number];

interface Audited {
  readonly action: AuditAction;
  /** The kind of the record, as the API calls it. */
  readonly kind: string;
  readonly record: { readonly org_id: string; readonly id: string };
  readonly accountId: string | null;
  readonly purpose: string;
}

/**
 * Records who did what to whose data and why, in the transaction that does it: neither happens without the other. Number, time,
 * actor and hashes are PostgreSQL's to fill in. Writers wait for each other until they commit: do this last.
 */
export async function recordAudit(tx: Tx, { action, kind, record, accountId, purpose }: Audited): Promise<void> {
  await execute(tx)`select append_audit(${record.org_id}, ${action}, ${kind}, ${record.id}, ${accountId}, ${purpose})`;
}

/** The whole audit, newest first; row-level security leaves what the transaction's scope reaches. */
export const auditEntries: RowList<AuditEntry> = {
  from: sql`audit_entry`,
  conditions: [],
  order: [{ key: { by: sql`r.number`, type: 'int8' }, name: 'number', direction: 'desc' }],
};

/** Whether the audit is as it was written. */
export interface AuditChain {
  readonly entries: number;
  /** Number of the first entry that was changed or is missing; null when all are sound. */
  readonly first_broken: string | null;
  /** Hash of the last entry, to be noted elsewhere: entries cut off at the end leave no other trace. */
  readonly last_hash: Buffer | null;
}

/** Recomputes every hash. */
export const verifyAudit = (tx: Tx): Promise<AuditChain> => getRow<AuditChain>(tx)`
  select (select count(*)::int from audit_entry) as entries, audit_first_broken() as first_broken,
    (select hash from audit_entry order by number desc limit 1) as last_hash`;
