import { sql, type RawBuilder } from 'kysely';
import type { RegistryTable } from '../database/tables.ts';
import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { orgOf, type ImportTarget, type PlannedTable } from './import-work.ts';
import { keepWritten } from './undo/written.ts';
import { settleStaging } from './staging.ts';
import { columnsIn, type Columns } from './reading/column-batch.ts';

/** How a file names records of another kind. */
export interface Reference {
  /** Target field that the name is mapped to. */
  readonly field: string;
  /** Column of `staged` that holds it. */
  readonly staged: string;
  /** The table of those records, what they are called in it, and by what that is compared. */
  readonly table: RegistryTable;
  readonly name: string;
  readonly key: string;
  /** As the API calls their list. */
  readonly plural: string;
}

const plannedOf = ({ table }: Reference) => `planned_${table}`;

const columns = columnsIn('row_number integer, id uuid, name text, key text, change text');

/** The tables in which it is planned which names become records. */
export const tablesOfMissing = (references: readonly Reference[]): Readonly<Record<string, Columns>> =>
  Object.fromEntries(references.map((each) => [plannedOf(each), columns]));

/** The same, as plans are counted. */
export const plansOfMissing = (references: readonly Reference[]): Readonly<Record<string, PlannedTable>> =>
  Object.fromEntries(
    references.map((each) => [
      each.plural,
      { table: plannedOf(each), of: each.table, columns: [], isReferred: true } satisfies PlannedTable,
    ]),
  );

/** Plans a record for each name that nobody has, if that is wanted. */
export async function planMissing(tx: Tx, target: ImportTarget, references: readonly Reference[]) {
  if (!target.createMissing) {
    return;
  }
  for (const each of references) {
    await execute(tx)`
      insert into ${sql.table(plannedOf(each))} (row_number, id, name, key, change)
      select row_number, new_id(), name, key, 'create' from (
        select distinct on (key) * from (
          select min(row_number) as row_number, ${sql.ref(each.staged)} as name, sort_key(${sql.ref(each.staged)}) as key
          from staged where ${sql.ref(each.staged)} is not null group by ${sql.ref(each.staged)}) as stated
        order by key, row_number) as named
      where not exists (
        select from ${sql.table(each.table)} r where r.org_id = ${orgOf(target)} and r.${sql.ref(each.key)} = named.key)
    `;
    await settleStaging(tx, plannedOf(each));
  }
}

/**
 * What the file's names lead to, those that will be among them: `id` by `name`, as it is stated. A name that stands in thousands of rows is
 * brought into the form that names are compared in once.
 */
export const namedRecords = (orgId: string, each: Reference): RawBuilder<unknown> => sql`(
  select s.name, n.id
  from (select name, sort_key(name) as key from (
    select distinct ${sql.ref(each.staged)} as name from staged where ${sql.ref(each.staged)} is not null offset 0) as d) as s
  join (
    select id, ${sql.ref(each.key)} as key from ${sql.table(each.table)} where org_id = ${orgId}
    union all select id, key from ${sql.table(plannedOf(each))}) as n on n.key = s.key)`;

/** Names of the file that lead to nobody. */
export async function findUnknownNames(tx: Tx, orgId: string, references: readonly Reference[]): Promise<void> {
  for (const each of references) {
    await execute(tx)`
      insert into found_problem (row_number, field, value, reason)
      select distinct s.row_number, ${each.field}, s.${sql.ref(each.staged)}, 'form.notFound' from staged s
      left join ${namedRecords(orgId, each)} n on n.name = s.${sql.ref(each.staged)}
      where s.${sql.ref(each.staged)} is not null and n.id is null`;
  }
}

/** Writes them, before what refers to them. */
export async function writeMissing(tx: Tx, target: ImportTarget, references: readonly Reference[]): Promise<void> {
  for (const each of target.createMissing ? references : []) {
    await keepWritten(tx, target, { table: each.table, change: 'create' })`
      insert into ${sql.table(each.table)} as t (org_id, id, ${sql.ref(each.name)})
      select ${orgOf(target)}, id, name from ${sql.table(plannedOf(each))} order by row_number`;
  }
}
