import type pg from 'pg';

/** What a backup is of. */
export interface Origin {
  /** An id of the database, which its backups take along: the same wherever it is brought back. */
  readonly database: string;
  /** The PostgreSQL, and the database in it: another once it was brought back. */
  readonly place: string;
  /** Names of the first of its orgs, by which people know whose it is. */
  readonly orgs: readonly string[];
}

/** Of a database whose schema has it; null of one that is still to be upgraded. */
export async function readOrigin(client: pg.ClientBase): Promise<Origin | null> {
  const { rows: tables } = await client.query<{ known: boolean }>(
    `select to_regclass('public.database_identity') is not null as known`,
  );
  if (!tables[0]?.known) {
    return null;
  }
  const { rows } = await client.query<Origin>(
    `select i.id as database, concat_ws('/', (select system_identifier from pg_catalog.pg_control_system()),
        (select oid from pg_catalog.pg_database where datname = current_database())) as place,
      array(select name from public.org order by name limit 3) as orgs
    from public.database_identity i`,
  );
  return rows[0] ?? null;
}

/** Whether the audit of a database has an entry that a backup ends with: it is of this database, though it does not say whose it is. */
export async function hasAuditEntry(client: pg.ClientBase, entry: { number: string; hash: string }): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from public.audit_entry where number = $1 and hash = decode($2, 'hex')`,
    [entry.number, entry.hash],
  );
  return rowCount !== 0;
}
