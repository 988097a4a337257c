import type { Db } from '../database.ts';
import { findRows } from '../statements.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  /** PostgreSQL computes it, and refuses any other value. */
  readonly computed: boolean;
  readonly hasDefault: boolean;
  /** Whether a login of ours may write it. */
  readonly written: boolean;
  /** The check on its values; null if there is none. */
  readonly check: string | null;
  readonly versioned: boolean;
}

/** What a value is in JavaScript: as `pg` reads it, and as our parsers of `database.ts` do. */
const types: Readonly<Record<string, string>> = {
  bigint: 'BigInt8',
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'Json',
  smallint: 'number',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  'timestamp with time zone[]': 'Date[]',
};

/** What `keep_version` writes into each version, whatever is given. */
const kept = ['row_id', 'valid_from', 'valid_to', 'updated_by'];

/** What is read of two tables: a column of the view is null only where the first of them, or what it is joined with, has no value. */
const views = { card_event: 'stored_event' } as const;

/** Tables that our logins read or write; histories, which are read through views of all versions, and partitions are parts of others. */
const readColumns = (db: Db): Promise<Column[]> => findRows<Column>(db)`
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not coalesce((
      select b.attnotnull from pg_attribute b
      where b.attrelid = to_regclass(${views}::jsonb ->> c.relname) and b.attname = a.attname), a.attnotnull) as nullable,
    a.attgenerated <> '' or a.attidentity = 'a' as computed, a.atthasdef as "hasDefault",
    exists (select from unnest(array['noa_app', 'noa_provider']) as login
      where has_column_privilege(login, c.oid, a.attnum, 'insert, update'))
      and not (to_regclass('public.' || c.relname || '_version') is not null and a.attname = any(${kept}::text[])) as written,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ 'ANY \\(ARRAY\\[' limit 1) as check,
    to_regclass('public.' || c.relname || '_version') is not null as versioned
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and (c.relkind in ('r', 'p') and not c.relispartition or ${views}::jsonb ? c.relname)
    and c.relname !~ '_history$'
    and exists (select from unnest(array['noa_app', 'noa_provider']) as login
      where has_any_column_privilege(login, c.oid, 'select, insert, update') or has_table_privilege(login, c.oid, 'delete'))
  order by c.relname, a.attnum`;

/** Closed lists that no check holds: of what locks have said, which comes in thousands at a time and is looked at before. */
const lists: Readonly<Record<string, string>> = {
  'card_event.kind': 'CardEventKind',
  'card_event.waste_stream': 'WasteStream',
  'stored_event.kind': 'CardEventKind',
  'numbered_container.waste_stream': 'WasteStream',
  'card_event_set_aside.kind': 'CardEventKind',
  'status_update_set_aside.kind': 'StatusUpdateKind',
  'status_update_set_aside.level': 'StatusLevel',
};

/** What a view works out, and never as null. */
const neverNull: readonly string[] = ['card_event.clock_corrected'];

/** The values that a check allows, as a union of them; undefined when it is another kind of check. */
function unionOf(check: string | null): string | undefined {
  const values = [...(check?.matchAll(/'([^']*)'::text/g) ?? [])].map(([, value = '']) => `'${value}'`);
  return values.length > 0 ? values.join(' | ') : undefined;
}

function typeOf({ table, column, type, nullable, check, computed, hasDefault, written }: Column): string {
  const one = lists[`${table}.${column}`] ?? unionOf(check) ?? types[type] ?? 'string';
  const value = nullable && !neverNull.includes(`${table}.${column}`) ? `${one} | null` : one;
  if (!written) {
    return `ColumnType<${value.replace('BigInt8', 'string')}, never, never>`;
  }
  if (computed) {
    return `GeneratedAlways<${value.replace('BigInt8', 'string')}>`;
  }
  return !hasDefault ? value : type === 'bigint' ? 'BigInt8WithDefault' : `Generated<${value}>`;
}

/**
 * The module `table-types.ts`: an interface of tables for Kysely, and the names of those whose every write makes a version.
 *
 * @param db - with the rights of the owner: it looks at what the application's logins may do.
 */
export async function describeTables(db: Db): Promise<string> {
  const byTable = Map.groupBy(await readColumns(db), ({ table }) => table);
  const tables = [...byTable].map(([table, columns]) => {
    const isVersioned = columns.some(({ versioned }) => versioned);
    const lines = columns
      .filter(({ column }) => !isVersioned || !kept.includes(column))
      .map((column) => `    ${column.column}: ${typeOf(column)};`);
    return `  ${table}: ${isVersioned ? 'Version & ' : ''}{\n${lines.join('\n')}\n  };`;
  });
  const versioned = [...byTable].filter(([, [column]]) => column?.versioned).map(([table]) => `  | '${table}'`);
  return `/** Printed by \`npm run tables\` from the migrations; a test fails while it is not what they make. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CardEventKind, StatusLevel, StatusUpdateKind, WasteStream } from '@noa/domain/vocabulary.ts';

/** int8: a string in rows, so that no digit is lost. */
type Whole = string | number | bigint;
type BigInt8 = ColumnType<string, Whole, Whole>;
type BigInt8WithDefault = ColumnType<string, Whole | undefined, Whole>;

type Json = JSONColumnType<Record<string, unknown>>;

/** What each version has, whatever is given. */
interface Version {
  row_id: ColumnType<string, never, never>;
  valid_from: ColumnType<Date, never, never>;
  valid_to: ColumnType<Date, never, never>;
  updated_by: ColumnType<string, never, never>;
}

/** Every table that the application or the embedded provider reads or writes. */
export interface Tables {
${tables.join('\n')}
}

/** The kinds whose every write makes a version. */
export type VersionedTable =
${versioned.join('\n')};
`;
}
