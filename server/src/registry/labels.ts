import { sql } from 'kysely';
import { findMap } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { idType, isId } from '../records/record.ts';
import { allKinds, type LabelledTable } from './kinds.ts';

const labels = new Map(allKinds.flatMap(({ table, called }) => (called ? [[table, called.labels]] : [])));

/**
 * What people call the records of `ids`: names, addresses, serial numbers; as far as the transaction's scope reaches, so
 * that a label never tells more than the record itself would.
 */
export async function findLabels(tx: Tx, table: LabelledTable, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => isId(table, id));
  if (known.length === 0) {
    return new Map();
  }
  return findMap<string>(tx)`
    select l.id, l.label from (${labels.get(table)}) l where l.id = any(${known}::${sql.raw(idType(table))}[])`;
}
