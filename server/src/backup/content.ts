import type pg from 'pg';
import type { Manifest, SavedTable } from './manifest.ts';

/**
 * What is not saved: the history of the schema, which restoring makes again, and what belongs to the servers that run, to the
 * logins of one cluster, and to who tries something just now; and who used a container this month, which nobody is to learn of once
 * the month is over (decision 89).
 */
const unsaved = [
  'kysely_migration',
  'kysely_migration_lock',
  'schema_migration',
  'schema_catalogue',
  'application_login',
  'database_whereabouts',
  'data_key_holder',
  'rate_limit',
  'sign_in_try',
  'sign_in_place',
  'provider_sign_up',
  'month_key',
  'month_pseudonym',
  // Another database, which was brought back from a backup, would remove from the store what this one has begun to count since.
  'cold_leftover',
];

/** A table of ours, or one divided by months as a whole. */
export interface Table {
  readonly name: string;
  /** Those that are not computed from others. */
  readonly columns: readonly string[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** So that rows are written alike wherever they are: what they say as text is hashed. */
export const settings = {
  search_path: '',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: 1,
  synchronize_seqscans: 'off',
} as const;

export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
      array(select a.attname::text from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all ($1::text[])
    order by c.relname`,
    [unsaved],
  );
  return rows;
}

/**
 * How many rows a table has, and the sum of their hashes, in whatever order they stand.
 *
 * @param columns - those that are hashed; null: all, computed ones included, which are another text where letters are made small by another locale.
 */
export async function measure(
  client: pg.ClientBase,
  name: string,
  columns: readonly string[] | null,
): Promise<{ rows: number; hash: string }> {
  const row = columns === null ? 'noa_row' : `row(${columns.map((column) => `noa_row.${quoted(column)}`).join(', ')})`;
  const { rows } = await client.query<{ rows: string; hash: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(${row}::text, 0)::numeric), 0)::text as hash
    from public.${quoted(name)} noa_row`,
  );
  return { rows: Number(rows[0]?.rows ?? 0), hash: rows[0]?.hash ?? '0' };
}

export async function listMonths(client: pg.ClientBase): Promise<Manifest['months'][number][]> {
  const { rows } = await client.query<Manifest['months'][number]>(
    `select p.relname as table, replace(right(c.relname, 7), '_', '-') || '-01' as month
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid join pg_catalog.pg_class p on p.oid = i.inhparent
    where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' and c.relname ~ '_\\d{4}_\\d{2}$'
    order by 1, 2`,
  );
  return rows;
}

/** YYYY-MM-DD. */
export async function listIdentityDays(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select replace(right(c.relname, 10), '_', '-') as day
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass('public.event_identity') order by 1`,
  );
  return rows.map(({ day }) => day);
}

export async function listSequences(client: pg.ClientBase): Promise<Manifest['sequences'][number][]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_catalog.pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const sequences = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${quoted(name)}`,
    );
    sequences.push({ name, value: rows[0]?.value ?? '1', called: rows[0]?.called ?? false });
  }
  return sequences;
}

/** The last entry of the audit: whoever cuts entries off the end leaves no other trace. */
export async function lastAuditEntry(client: pg.ClientBase): Promise<Manifest['audit']> {
  const { rows } = await client.query<{ number: string; hash: string }>(
    `select number::text, encode(hash, 'hex') as hash from public.audit_entry order by number desc limit 1`,
  );
  return rows[0] ?? null;
}

/** Where a table differs from what was saved of it; null where it does not. */
export async function differenceOf(client: pg.ClientBase, saved: SavedTable): Promise<string | null> {
  const found = await measure(client, saved.name, saved.isHashOfColumns ? saved.columns : null);
  if (found.rows !== saved.rows) {
    return `${saved.name} has ${found.rows} rows instead of ${saved.rows}`;
  }
  if (found.hash === saved.hash || (!saved.isHashOfColumns && (await hasComputed(client, saved.name)))) {
    return null;
  }
  return `${saved.name} has ${found.rows} rows, and other ones than were saved`;
}

/** Whether nothing can be told of a table by a hash of before computed columns were left out: its file is what was saved, by its own hash. */
async function hasComputed(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_catalog.pg_attribute where attrelid = $1::regclass and attgenerated <> ''`,
    [`public.${quoted(name)}`],
  );
  return rowCount !== 0;
}
