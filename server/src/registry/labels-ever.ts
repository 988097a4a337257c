import { sql } from 'kysely';
import { findRows } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { idType, isId } from '../records/record.ts';
import type { LabelledTable } from './kinds.ts';
import { findLabels } from './labels.ts';

/** Reads in a transaction of its own, of the registry as it was at a moment if there is one. */
export type ReadAt = <T>(work: (tx: Tx) => Promise<T>, moment?: Date) => Promise<T>;

/** How long the last version of a record was valid: `[from, to)`, to the millisecond. */
interface LastVersion {
  readonly id: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * What people call the records of `ids`, or called them last where they were deleted since; as far as the transactions' scope
 * reaches. What counts or names records of the past has to say which they were.
 */
export async function findLabelsEver(
  readAt: ReadAt,
  table: LabelledTable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const labels = await readAt((tx) => findLabels(tx, table, ids));
  const gone = ids.filter((id) => isId(table, id) && !labels.has(id));
  if (gone.length === 0) {
    return labels;
  }
  for (const { moment, ids: together } of momentsOf(await readAt((tx) => findLastVersions(tx, table, gone)))) {
    const former = await readAt((tx) => findLabels(tx, table, together), moment);
    former.forEach((label, id) => labels.set(id, label));
  }
  return labels;
}

/** The last versions of records, those first that ended first. */
async function findLastVersions(tx: Tx, table: LabelledTable, ids: readonly string[]): Promise<LastVersion[]> {
  return findRows<LastVersion>(tx)`
    select * from (
      select distinct on (id) id, valid_from as from, valid_to as to from ${sql.table(`${table}_version`)}
      where id = any(${ids}::${sql.raw(idType(table))}[]) order by id, row_id desc) as last
    order by last.to`;
}

/** As few moments as there can be, at one of which each of `versions` was valid: most of what is gone was there together. */
function momentsOf(versions: readonly LastVersion[]): { readonly moment: Date; readonly ids: readonly string[] }[] {
  const moments: { moment: Date; ids: string[] }[] = [];
  for (const { id, from, to } of versions) {
    const last = moments.at(-1);
    if (last && from <= last.moment) {
      last.ids.push(id);
    } else {
      moments.push({ moment: new Date(to.getTime() - 1), ids: [id] });
    }
  }
  return moments;
}
