import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { countWritten, getRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { allOf } from '../records/record.ts';
import { ArchiveRefused } from './archive-refused.ts';
import type { Column, Shape } from './shape.ts';
import { idNumberIndex } from './special-columns.ts';
import { sealedColumns, stagedName } from './staged-table.ts';

/** Rows written by one statement: between two, progress is told. */
const rowsAtOnce = 20_000;

/** A column that is written, and SQL of what is written to it. */
interface Written {
  readonly name: string;
  readonly value: RawBuilder<unknown>;
}

function valueOf({ name, type }: Column): RawBuilder<unknown> {
  const staged = sql.ref(`s.${name}`);
  switch (type) {
    case 'text':
      return staged;
    case 'text[]':
      return sql`array(select jsonb_array_elements_text(${staged}::jsonb))`;
    default:
      return sql`${staged}::${sql.raw(type)}`;
  }
}

/**
 * What follows from rows of the archive: ids that are named become the new ones, and what begins in the past does so here. A row is `found`
 * where what may be absent and is named is there.
 */
function writtenOf(shape: Shape, columns: readonly Column[]) {
  const named = columns.filter(({ references }) => references !== null);
  const alias = (column: Column) => `p${named.indexOf(column)}`;
  const joins = named.map((column) => {
    const [staged, parent] = [sql.table(stagedName(column.references ?? '')), sql.ref(`${alias(column)}.id`)];
    const on = sql`${staged} ${sql.ref(alias(column))} on ${parent} = ${sql.ref(`s.${column.name}`)}`;
    return column.nullable ? sql`left join ${on}` : sql`join ${on}`;
  });
  const written = columns.map((column): Written => {
    if (column.references !== null) {
      return { name: column.name, value: sql.ref(`${alias(column)}.new_id`) };
    }
    return {
      name: column.name,
      value: column.name === 'valid_from' ? sql`coalesce(${valueOf(column)}, moment())` : valueOf(column),
    };
  });
  const hidden = idNumberIndex(shape) < 0 ? [] : sealedColumns.map(([name]) => ({ name, value: sql.ref(`s.${name}`) }));
  const found = named
    .filter(({ nullable }) => nullable)
    .map(
      (column) =>
        sql<SqlBool>`(${sql.ref(`s.${column.name}`)} is null or ${sql.ref(`${alias(column)}.new_id`)} is not null)`,
    );
  return {
    written: [...written, ...hidden],
    joins: sql.join(joins, sql` `),
    found: allOf([sql<SqlBool>`true`, ...found]),
  };
}

/**
 * Writes the rows of a table, set by set.
 *
 * @param columns - those that the archive has.
 * @param onRows - told of rows that are done.
 * @returns how many were written.
 * @throws {ArchiveRefused} `broken` where a row names another that is not in the archive.
 */
export async function writeTable(
  tx: Tx,
  orgId: string,
  shape: Shape,
  columns: readonly Column[],
  onRows: (rows: number) => void,
): Promise<number> {
  const staged = await countStaged(tx, shape);
  if (shape.existing === 'replaced') {
    const replaced = await replace(tx, orgId, shape, columns);
    refuseLost(shape, staged.rows, replaced);
    onRows(replaced);
    return replaced;
  }
  let rows = 0;
  for (let from = 1; from <= staged.last; from += rowsAtOnce) {
    const added = await add(tx, orgId, shape, columns, from);
    rows += added;
    onRows(added);
  }
  if (shape.existing !== 'kept') {
    refuseLost(shape, staged.rows, rows);
  }
  return rows;
}

function refuseLost({ file }: Shape, staged: number, written: number): void {
  if (written !== staged) {
    throw new ArchiveRefused('broken', `Rows of ${file} name others that are not in the archive, or are there twice.`);
  }
}

const countStaged = (tx: Tx, { name }: Shape) => getRow<{ rows: number; last: number }>(tx)`
  select count(*)::integer as rows, coalesce(max(row_number), 0) as last from ${sql.table(`planned_${name}`)}`;

async function add(tx: Tx, orgId: string, shape: Shape, columns: readonly Column[], from: number): Promise<number> {
  const { written, joins, found } = writtenOf(shape, columns);
  const all = [...(shape.hasId ? [{ name: 'id', value: sql.ref('s.new_id') }] : []), ...written];
  return countWritten(tx)`
    insert into ${sql.table(shape.name)} (org_id, ${sql.join(all.map(({ name }) => sql.ref(name)))})
    select ${orgId}::uuid, ${sql.join(all.map(({ value }) => value))}
    from ${sql.table(`planned_${shape.name}`)} s ${joins}
    where s.row_number >= ${from} and s.row_number < ${from + rowsAtOnce} and ${found}
    order by s.row_number ${shape.existing === 'kept' ? sql`on conflict do nothing` : sql``}`;
}

/** The org keeps the name that it has here: by it people have found it. */
async function replace(tx: Tx, orgId: string, shape: Shape, columns: readonly Column[]): Promise<number> {
  const set = columns.filter(({ name }) => shape.name !== 'org' || name !== 'name');
  const { written, joins, found } = writtenOf(shape, set);
  const owner = sql.ref(shape.name === 'org' ? 't.id' : 't.org_id');
  return countWritten(tx)`
    update ${sql.table(shape.name)} t set ${sql.join(written.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`))}
    from ${sql.table(`planned_${shape.name}`)} s ${joins}
    where ${owner} = ${orgId} and ${found}`;
}
