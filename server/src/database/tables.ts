import type { Selectable } from 'kysely';
import type { Tables, VersionedTable } from './table-types.ts';

/** The kinds whose every write makes a version, by table name. */
export type RegistryTables = Pick<Tables, VersionedTable>;

export type RegistryTable = VersionedTable;

/** All versions, past and current, of each registry kind. */
type VersionViews = { [Table in RegistryTable as `${Table}_version`]: RegistryTables[Table] };

export interface Database extends Tables, VersionViews {}

/** Columns of the registry that PostgreSQL keeps to find and to order by; nobody else reads them (`row-columns.ts`). */
type LookUpColumn = `${string}_key` | 'search' | 'occupier_search';

/** A row as it is read. */
export type Row<Table extends keyof Database> = Table extends RegistryTable
  ? Omit<Selectable<Database[Table]>, LookUpColumn>
  : Selectable<Database[Table]>;
