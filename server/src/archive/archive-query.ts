import type { Column, Shape } from './shape.ts';
import type { BesideTable } from './beside-tables.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** SQL of a value as an archive tells it: moments to the microsecond in UTC, lists as JSON, all else as PostgreSQL writes it. */
function told({ name, type }: Column, alias: string): string {
  const value = `${alias}.${quoted(name)}`;
  switch (type) {
    case 'timestamp with time zone':
      return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    case 'text[]':
      return `to_json(${value})::text`;
    default:
      return `${value}::text`;
  }
}

/** What a query of a table gives beside its columns. */
export interface QueryOptions {
  /** Columns behind those of the table, as SQL over its row `r`. */
  readonly further: readonly string[];
}

/**
 * SQL of all rows of an org in a table, `$1` being its id, as texts: first their own ids if they have any. They stand as people would
 * look for them, those of one parent together, and in the same order in an org that was made of the archive.
 */
export function queryOf(shape: Shape, shapes: readonly Shape[], { further }: QueryOptions): string {
  const joins: string[] = [];
  const order = orderOf(shape, 'r', shapes, joins);
  const cells = [
    ...(shape.hasId ? ['r.id::text'] : []),
    ...shape.columns.map((column) => told(column, 'r')),
    ...further,
  ];
  const owner = shape.name === 'org' ? 'r.id' : 'r.org_id';
  return `select ${cells.map((cell, index) => `${cell} as c${index}`).join(', ')} from ${quoted(shape.name)} r ${joins.join(' ')}
    where ${owner} = $1 order by ${order.join(', ')}`;
}

/** Adds to `joins` what the order looks at; accounts without an address, and what hangs on them, are left out by it. */
function orderOf(shape: Shape, alias: string, shapes: readonly Shape[], joins: string[]): string[] {
  const parents = shape.columns.filter(({ references, nullable }) => references !== null && !nullable);
  const byParents = parents.flatMap(({ name, references }) => {
    const parent = `p${joins.length}`;
    const named = `${alias}.${quoted(name)}`;
    if (references === 'account') {
      joins.push(`join account ${parent} on ${parent}.id = ${named} and ${parent}.email is not null`);
      return [`lower(${parent}.email)`];
    }
    const known = shapes.find((each) => each.name === references && each.name !== 'org');
    if (!known) {
      joins.push(`join org ${parent} on ${parent}.id = ${named}`);
      return [`${parent}.name_key`];
    }
    joins.push(
      `join ${quoted(known.name)} ${parent} on ${parent}.org_id = ${alias}.org_id and ${parent}.id = ${named}`,
    );
    return orderOf(known, parent, shapes, joins);
  });
  const own = shape.orderedBy.map((column) => `${alias}.${quoted(column)}::text collate "C"`);
  return [...byParents, ...own, ...(shape.hasId ? [`${alias}.id`] : [])];
}

/** The same of what no org owns. */
export const besideQueryOf = ({ query, columns }: BesideTable): string =>
  `select r.id::text as c0, ${columns.map((column, index) => `${told(column, 'r')} as c${index + 1}`).join(', ')} from (${query}) r`;
